import { t, tIn } from '../../lib/language/translate.ts';
import type { Change, ChangedGroup, ChangedValue } from '../../records/change-log/change-log.ts';
import { listedWords } from '../../records/counted.ts';
import { readCarPosts, storedTypeLabel, type FailureEntry } from '../../records/failure/failure-record.ts';
import { diffOfPosts, type EntryChange, type PostsDiff, type TypeChange } from './change-log-post-diff.ts';
import { inSentence } from './change-log-site.ts';

/** How many posts a sentence lists by name; if there are more, it only says how many. */
const maxNamedPosts = 6;
/** How many entries are shown at most. */
const maxShownEntries = 100;

/** Sentences that say what happened to the car posts, such as `P1, 2026: Spring Broken, entrance 3 to 4`. */
export function postSentences(change: Change): string[] {
  if (change.operation === 'INSERT') {
    const names = [...readCarPosts(change.after?.['json']).keys()].map((name) => inSentence(name));
    if (names.length > maxNamedPosts)
      return [t('{count, plural, one {# car post} other {# car posts}} set up', { count: names.length })];
    return [
      names.length > 0
        ? t('Car posts set up: {posts}', { posts: listedWords(names) })
        : t('Car posts set up, still empty'),
    ];
  }
  const diff = diffOf(change);
  const sentences = [
    ...diff.renamed.map(({ from, to }) =>
      t('Post renamed from {from} to {to}', { from: inSentence(from), to: inSentence(to) }),
    ),
    ...diff.added.map((post) => addedOrRemovedSentence(post, 'added')),
    ...diff.removed.map((post) => addedOrRemovedSentence(post, 'removed')),
    ...typeSentences(diff.types),
    ...entrySentences(diff.entries),
  ];
  return sentences.length > 0 ? sentences : [t('Car posts reordered')];
}

/** The changed values, grouped by post and year, and how many entries were left out. */
export function postGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const diff = diffOf(change);
  const groups = new Map<string, ChangedGroup>();
  const addTo = (title: string, value: ChangedValue) => {
    const group = groups.get(title) ?? { title, values: [] };
    group.values.push(value);
    groups.set(title, group);
  };
  for (const { from, to } of diff.renamed) addTo(to, { label: t('Name'), before: from, after: to });
  // an added or removed post with entries is shown through its entries below
  for (const { post, entries } of diff.added)
    if (entries.length === 0) addTo(post, { label: t('Post'), before: null, after: tIn('of a car post', 'There') });
  for (const { post, entries } of diff.removed)
    if (entries.length === 0) addTo(post, { label: t('Post'), before: tIn('of a car post', 'There'), after: null });
  for (const { post, from, to } of diff.types)
    addTo(post, { label: t('Failure type'), before: storedTypeLabel(from), after: storedTypeLabel(to) });
  const changes = [...diff.types.flatMap((type) => type.counts), ...diff.entries];
  for (const { post, entries } of diff.added) for (const after of entries) changes.push({ post, before: null, after });
  for (const { post, entries } of diff.removed)
    for (const before of entries) changes.push({ post, before, after: null });
  for (const { post, before, after } of changes.slice(0, maxShownEntries)) {
    const { year = '', type = '' } = after ?? before ?? {};
    addTo(t('{post}, {year}', { post, year }), {
      label: storedTypeLabel(type),
      before: before && entryText(before),
      after: after && entryText(after),
    });
  }
  return { groups: [...groups.values()], more: Math.max(0, changes.length - maxShownEntries) };
}

function diffOf({ before, after }: Change): PostsDiff {
  return diffOfPosts(before?.['json'], after?.['json']);
}

/** Such as `Car post added: P1 (12 entries)`; without entries only `Car post added: P1`. */
function addedOrRemovedSentence(
  { post, entries }: { post: string; entries: readonly FailureEntry[] },
  kind: 'added' | 'removed',
): string {
  const count = entries.length;
  return count === 0
    ? t('{kind, select, added {Car post added: {post}} other {Car post removed: {post}}}', {
        post: inSentence(post),
        kind,
      })
    : t(
        '{kind, select, added {Car post added: {post}} other {Car post removed: {post}}} ({count, plural, one {# entry} other {# entries}})',
        { post: inSentence(post), kind, count },
      );
}

/** The sentences for renamed and merged types. The same change in several posts is one sentence. */
function typeSentences(types: readonly TypeChange[]): string[] {
  const renames = new Map<string, { kind: TypeChange['kind']; from: string; to: string; names: string[] }>();
  for (const { kind, from, to, post } of types) {
    const rename = { kind, from: typeInSentence(from), to: typeInSentence(to) };
    const key = JSON.stringify(rename);
    renames.set(key, { ...rename, names: [...(renames.get(key)?.names ?? []), inSentence(post)] });
  }
  return Array.from(renames.values(), ({ kind, from, to, names }) =>
    kind === 'renamed'
      ? t('Type {from} renamed to {to} in {posts}', { from, to, posts: postNames(names) })
      : t('Type {from} renamed to {to}, counts added together, in {posts}', { from, to, posts: postNames(names) }),
  );
}

function postNames(names: readonly string[]): string {
  return names.length > maxNamedPosts
    ? t('{count, plural, one {# post} other {# posts}}', { count: names.length })
    : listedWords(names);
}

/** One sentence for each entry. A type that was removed from a post in several years has a single sentence. */
function entrySentences(entries: readonly EntryChange[]): string[] {
  const sentences: string[] = [];
  for (const entry of entries) {
    const years = removedYears(entry, entries);
    const sentence = entrySentence(entry, years);
    if (years.length < 2 || !sentences.includes(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** If an entry was removed, the years in which its type was removed from the post; empty for other changes. */
function removedYears({ post, before, after }: EntryChange, entries: readonly EntryChange[]): number[] {
  if (!before || after) return [];
  const ofType = entries.filter((other) => other.post === post && other.before?.type === before.type && !other.after);
  return [...new Set(ofType.flatMap((other) => other.before?.year ?? []))].toSorted((a, b) => a - b);
}

/** @param yearsOfRemoval the result of `removedYears` */
function entrySentence({ post, before, after }: EntryChange, yearsOfRemoval: readonly number[]): string {
  const { year = '', type = '' } = after ?? before ?? {};
  if (yearsOfRemoval.length > 1)
    return t('Type {type} removed from {post} ({years})', {
      type: typeInSentence(type),
      post: inSentence(post),
      years: listedWords(yearsOfRemoval.map(String)),
    });
  const entry = { post: inSentence(post), year, type: typeInSentence(type) };
  if (!after) return t('{post}, {year}: {type} removed', entry);
  const { entrance, exit } = after;
  if (!before) return t('{post}, {year}: {type} added, entrance {entrance}, exit {exit}', { ...entry, entrance, exit });
  if (before.exit === exit)
    return t('{post}, {year}: {type}, entrance {before} to {after}', {
      ...entry,
      before: before.entrance,
      after: entrance,
    });
  if (before.entrance === entrance)
    return t('{post}, {year}: {type}, exit {before} to {after}', { ...entry, before: before.exit, after: exit });
  return t('{post}, {year}: {type}, entrance {oldEntrance} to {entrance}, exit {oldExit} to {exit}', {
    ...entry,
    oldEntrance: before.entrance,
    entrance,
    oldExit: before.exit,
    exit,
  });
}

function typeInSentence(type: string): string {
  return inSentence(storedTypeLabel(type));
}

function entryText({ entrance, exit }: FailureEntry): string {
  return t('Entrance {entrance}, exit {exit}', { entrance, exit });
}
