import { t, tIn } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { storedTypeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { knownFailureTypes } from '../../../records/known-words.ts';
import { Button } from '../../../ui/Button.tsx';
import { nearlySameName, nearlySameType } from '../draft/same-name.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

/** How many posts are named. */
const postsNamed = 3;

/** In which posts, in words, each failure type is; null for those that are only in the list of known types. */
export type PostsByType = ReadonlyMap<string, string | null>;

/** The failure types of a site: those of a post first, then those of the others, then the known ones. */
export function postsByType(posts: CarPosts, post: string): PostsByType {
  const having = new Map<string, string[]>();
  const first = posts.get(post) ?? [];
  for (const [name, entries] of [[post, first] as const, ...posts])
    for (const { type } of entries) {
      const names = having.get(type) ?? [];
      if (type.trim() !== '' && !names.includes(name)) having.set(type, [...names, name]);
    }
  const postNames = new Map<string, string | null>(Array.from(having, ([type, names]) => [type, namesText(names)]));
  for (const type of knownFailureTypes) if (!postNames.has(type)) postNames.set(type, null);
  return postNames;
}

function namesText(names: readonly string[]): string {
  const more = names.length - postsNamed;
  return listedWords(
    more > 0 ? [...names.slice(0, postsNamed), tIn('of names', '{count} more', { count: more })] : names,
  );
}

interface SameNameHintProps {
  typed: string;
  /** Names, and where each one is. */
  existing: PostsByType;
  onUse: (name: string) => void;
}

/** Offers the existing type that a typed one is nearly the same as, since the two would be counted apart. Nothing is blocked. */
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
  taken: ReadonlySet<string>;
  onExisting?: ((name: string) => void) | undefined;
}

/** Says that another post has nearly the typed name, and leads to it. */
export function SamePostHint({ typed, taken, onExisting }: SamePostHintProps) {
  const existingName = nearlySameName(typed, taken);
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
