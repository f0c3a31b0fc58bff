import { t, tIn } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { storedTypeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { knownFailureTypes } from '../../../records/known-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { nearlySameName, nearlySameType } from '../draft/same-name.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

/** How many posts are listed by name; the others are counted. */
const postsNamed = 3;

/** For each failure type a list of the posts that have it, as text. Null for a type that is only in the list of known types. */
export type PostsByType = ReadonlyMap<string, string | null>;

/** The failure types of a site: first those of `post`, then those of the other posts, then the known types. */
export function postsByType(posts: CarPosts, post: string): PostsByType {
  const namesByType = new Map<string, string[]>();
  const postEntries = posts.get(post) ?? [];
  for (const [name, entries] of [[post, postEntries] as const, ...posts])
    for (const { type } of entries) {
      const names = namesByType.get(type) ?? [];
      if (type.trim() !== '' && !names.includes(name)) namesByType.set(type, [...names, name]);
    }
  const textByType = new Map<string, string | null>(
    Array.from(namesByType, ([type, names]) => [type, namesText(names)]),
  );
  for (const type of knownFailureTypes) if (!textByType.has(type)) textByType.set(type, null);
  return textByType;
}

function namesText(names: readonly string[]): string {
  const moreCount = names.length - postsNamed;
  return listedWords(
    moreCount > 0 ? [...names.slice(0, postsNamed), tIn('of names', '{count} more', { count: moreCount })] : names,
  );
}

interface SameNameHintProps {
  typed: string;
  /** The existing types, and the posts that have them. */
  existing: PostsByType;
  onUse: (name: string) => void;
}

/** Offers the existing type that differs from the typed one only in its spelling, because the two would be counted apart. It is only an offer. */
export function SameNameHint({ typed, existing, onUse }: SameNameHintProps) {
  const existingName = nearlySameType(typed, existing.keys());
  const type = storedTypeLabel(existingName ?? '');
  const posts = existing.get(existingName ?? '') ?? null;
  return (
    <div role="status">
      {existingName !== null && (
        <div className={`${layout.wrap} ${texts.note} ${texts.breaks}`}>
          <p>
            {posts === null
              ? t('It is written “{type}” in the list of known types, and would be counted apart.', { type })
              : t('It is written “{type}” in {posts}, and would be counted apart.', { type, posts })}
          </p>
          <Button onClick={() => onUse(existingName)}>{t('Use “{name}”', { name: existingName })}</Button>
        </div>
      )}
    </div>
  );
}

interface SamePostHintProps {
  typed: string;
  takenNames: ReadonlySet<string>;
  onExisting?: ((name: string) => void) | undefined;
}

/** Says that another post has nearly the typed name, and offers to go to it. */
export function SamePostHint({ typed, takenNames, onExisting }: SamePostHintProps) {
  const existingName = nearlySameName(typed, takenNames);
  return (
    <div role="status">
      {existingName !== null && (
        <div className={`${layout.wrap} ${texts.note} ${texts.breaks}`}>
          <p>{t('The post “{name}” is there already, and would be counted apart.', { name: existingName })}</p>
          {onExisting && (
            <Button onClick={() => onExisting(existingName)}>{t('Go to “{name}”', { name: existingName })}</Button>
          )}
        </div>
      )}
    </div>
  );
}
