import { listedWords } from '../../../records/counted.ts';
import { isSameKind, typeLabel, type CarPosts, type FailureEntry } from '../../../records/failure/failure-record.ts';
import { addedTogether, withPost } from './failure-draft.ts';

/** A new name or a removal, which is saved when it is confirmed (`decisions §8`). */
export type PostsChange =
  | { readonly kind: 'rename post'; readonly post: string; readonly to: string }
  | { readonly kind: 'remove post'; readonly post: string }
  | { readonly kind: 'rename type'; readonly posts: readonly string[]; readonly type: string; readonly to: string }
  | {
      readonly kind: 'remove type';
      readonly posts: readonly string[];
      readonly type: string;
      /** Null for all years. */
      readonly year: number | null;
    };

/** Posts and entries keep their places. Entries that get the same type and year are added together. */
export function withChange(posts: CarPosts, change: PostsChange): CarPosts {
  if (change.kind === 'remove post') return withPost(posts, change.post, null);
  if (change.kind === 'rename post')
    return new Map([...posts].map(([post, entries]) => [post === change.post ? change.to : post, entries]));
  return new Map(
    [...posts].map(([post, entries]) => [post, change.posts.includes(post) ? withType(entries, change) : entries]),
  );
}

function withType(
  entries: readonly FailureEntry[],
  change: Extract<PostsChange, { type: string }>,
): readonly FailureEntry[] {
  if (change.kind === 'remove type') return entries.filter((entry) => !isRemoved(entry, change));
  const { type, to } = change;
  if (!entries.some((entry) => entry.type === type)) return entries;
  const made: FailureEntry[] = [];
  for (const stored of entries) {
    const entry = stored.type === type ? { ...stored, type: to } : stored;
    const same = entry.type === to ? made.findIndex((one) => isSameKind(one, entry)) : -1;
    const found = made[same];
    if (found) made[same] = { ...found, entrance: found.entrance + entry.entrance, exit: found.exit + entry.exit };
    else made.push(entry);
  }
  return made;
}

function isRemoved(entry: FailureEntry, { type, year }: Extract<PostsChange, { kind: 'remove type' }>): boolean {
  return entry.type === type && (year === null || entry.year === year);
}

/** What a person saw before confirming: the counts that are lost or added together. */
export function confirmedBy(change: PostsChange, posts: CarPosts): string {
  if (change.kind === 'rename post') return JSON.stringify([posts.has(change.post), posts.has(change.to)]);
  if (change.kind === 'remove post') return JSON.stringify(posts.get(change.post) ?? null);
  if (change.kind === 'remove type')
    return JSON.stringify(
      change.posts.map((post) => posts.get(post)?.filter((entry) => isRemoved(entry, change)) ?? null),
    );
  const { type, to } = change;
  return JSON.stringify([
    change.posts.map((post) => posts.get(post)?.some((entry) => entry.type === type) ?? false),
    addedTogether(posts, change.posts, type, to),
  ]);
}

/** The names of the posts that a change makes different. */
export function changedPosts(change: PostsChange): readonly string[] {
  if (change.kind === 'rename post') return [change.post, change.to];
  return change.kind === 'remove post' ? [change.post] : change.posts;
}

/** Such as `Loop was removed from P1 and P2.` */
export function changeWords(change: PostsChange): string {
  if (change.kind === 'rename post') return `${change.post} was renamed to ${change.to}.`;
  if (change.kind === 'remove post') return `${change.post} was removed.`;
  const [type, posts] = [typeLabel(change.type), listedWords(change.posts)];
  if (change.kind === 'rename type') return `${type} was renamed to ${change.to} in ${posts}.`;
  return `${type} was removed from ${posts}${change.year === null ? '' : `, ${change.year}`}.`;
}
