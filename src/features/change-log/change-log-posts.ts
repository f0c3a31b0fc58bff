import { diffOfPosts, type EntryChange, type PostsDiff, type TypeChange } from './change-log-post-diff.ts';
import type { Change, ChangedGroup } from '../../records/change-log/change-log.ts';
import { counted, listedWords } from '../../records/counted.ts';
import { inSentence } from './change-words.ts';
import { readCarPosts, typeLabel, type FailureEntry } from '../../records/failure/failure-record.ts';

/** Limits: posts named in a sentence, and entries shown. */
const maxNamedPosts = 6;
const maxShownEntries = 100;

/** What happened to the car posts, such as `Post P1, 2026: Spring Broken, entrance 3 to 4`. */
export function postSentences(change: Change): string[] {
  if (change.operation === 'INSERT') {
    const names = [...readCarPosts(change.after?.['json']).keys()].map((name) => inSentence(name));
    if (names.length > maxNamedPosts) return [`${names.length} car posts set up`];
    return [names.length > 0 ? `Car posts set up: ${listedWords(names)}` : 'Car posts set up, still empty'];
  }
  const { renamed, removed, added, types, entries } = diffOf(change);
  const sentences = [
    ...renamed.map(({ from, to }) => `Post renamed from ${inSentence(from)} to ${inSentence(to)}`),
    ...added.map(({ post, entries: all }) => `Post ${inSentence(post)} added${inBrackets(all)}`),
    ...removed.map(({ post, entries: all }) => `Post ${inSentence(post)} removed${inBrackets(all)}`),
    ...typeSentences(types),
    ...entrySentences(entries),
  ];
  return sentences.length > 0 ? sentences : ['Car posts reordered'];
}

/** Changed counts by post and year, and how many were left out. */
export function postGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const { renamed, removed, added, types, entries } = diffOf(change);
  const groups = new Map<string, ChangedGroup>();
  const put = (title: string, value: ChangedGroup['values'][number]) => {
    const group = groups.get(title) ?? { title, values: [] };
    group.values.push(value);
    groups.set(title, group);
  };
  for (const { from, to } of renamed) put(`Post ${to}`, { label: 'Name', before: from, after: to });
  // a post with entries is shown by those
  for (const { post, entries: all } of added)
    if (all.length === 0) put(`Post ${post}`, { label: 'Post', before: null, after: 'There' });
  for (const { post, entries: all } of removed)
    if (all.length === 0) put(`Post ${post}`, { label: 'Post', before: 'There', after: null });
  for (const { post, from, to } of types)
    put(`Post ${post}`, { label: 'Failure type', before: typeLabel(from), after: typeLabel(to) });
  const changes: EntryChange[] = [
    ...types.flatMap(({ counts: both }) => both),
    ...entries,
    ...added.flatMap(({ post, entries: all }) => all.map((after) => ({ post, before: null, after }))),
    ...removed.flatMap(({ post, entries: all }) => all.map((before) => ({ post, before, after: null }))),
  ];
  for (const { post, before, after } of changes.slice(0, maxShownEntries)) {
    const { year = '', type = '' } = after ?? before ?? {};
    put(`Post ${post}, ${year}`, {
      label: typeLabel(type),
      before: before && counts(before),
      after: after && counts(after),
    });
  }
  return { groups: [...groups.values()], more: Math.max(0, changes.length - maxShownEntries) };
}

function diffOf({ before, after }: Change): PostsDiff {
  return diffOfPosts(before?.['json'], after?.['json']);
}

/** ` (12 entries)`; empty for none. */
function inBrackets(entries: readonly FailureEntry[]): string {
  if (entries.length === 0) return '';
  return ` (${entries.length} ${entries.length === 1 ? 'entry' : 'entries'})`;
}

/** One sentence for the same rename in several posts. */
function typeSentences(types: readonly TypeChange[]): string[] {
  const posts = new Map<string, string[]>();
  for (const { kind, from, to, post } of types) {
    const what =
      kind === 'renamed'
        ? `Type ${typeInSentence(from)} renamed to ${typeInSentence(to)}`
        : `Type ${typeInSentence(from)} renamed to ${typeInSentence(to)}, counts added together,`;
    posts.set(what, [...(posts.get(what) ?? []), inSentence(post)]);
  }
  return Array.from(posts, ([what, names]) => `${what} in ${postNames(names)}`);
}

function postNames(names: readonly string[]): string {
  return names.length > maxNamedPosts ? counted(names.length, 'post') : listedWords(names);
}

/** One sentence per entry; a type removed from a post in several years is one. */
function entrySentences(entries: readonly EntryChange[]): string[] {
  const seen = new Set<string>();
  return entries.flatMap((one) => {
    const { post, before, after } = one;
    if (!before || after) return [entrySentence(one)];
    const gone = entries.filter((other) => other.post === post && other.before?.type === before.type && !other.after);
    const years = [...new Set(gone.flatMap((other) => other.before?.year ?? []))].toSorted((a, b) => a - b);
    if (years.length < 2) return [entrySentence(one)];
    const sentence = `Type ${typeInSentence(before.type)} removed from ${inSentence(post)} (${listedWords(years.map((year) => `${year}`))})`;
    if (seen.has(sentence)) return [];
    seen.add(sentence);
    return [sentence];
  });
}

function entrySentence({ post, before, after }: EntryChange): string {
  const { year = '', type = '' } = after ?? before ?? {};
  const what = `Post ${inSentence(post)}, ${year}: ${typeInSentence(type)}`;
  if (before && after) {
    const moved = (['entrance', 'exit'] as const).filter((side) => before[side] !== after[side]);
    return `${what}, ${moved.map((side) => `${side} ${before[side]} to ${after[side]}`).join(', ')}`;
  }
  if (after) return `${what} added, entrance ${after.entrance}, exit ${after.exit}`;
  return `${what} removed`;
}

function typeInSentence(type: string): string {
  return inSentence(typeLabel(type));
}

function counts({ entrance, exit }: FailureEntry): string {
  return `Entrance ${entrance}, exit ${exit}`;
}
