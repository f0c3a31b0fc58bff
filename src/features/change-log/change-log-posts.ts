import type { Change, ChangedGroup } from './change-log.ts';
import { inSentence, listed } from './change-words.ts';
import { readCarPosts, type FailureEntry } from '../../records/failure/failure-record.ts';

type Posts = Readonly<Record<string, readonly FailureEntry[]>>;

/** One entry before and after; null where it was not there. */
interface EntryChange {
  post: string;
  before: FailureEntry | null;
  after: FailureEntry | null;
}

/** How many posts are named in a sentence, and how many entries are shown. */
const mostNamed = 6;
const shownWhole = 100;

/** What happened to the failure counts, in sentences: `Post P1, 2026: Spring Broken, entrance 3 to 4`. */
export function postSentences(change: Change): string[] {
  const { old, now } = readPosts(change);
  if (change.operation === 'INSERT') {
    const names = Object.keys(now).map((name) => inSentence(name));
    if (names.length > mostNamed) return [`${names.length} car posts set up`];
    return [names.length > 0 ? `Car posts set up: ${listed(names)}` : 'Car posts set up, still empty'];
  }
  const sentences = [
    ...missingIn(old, now).map((post) => `Post ${inSentence(post)} added`),
    ...missingIn(now, old).map((post) => `Post ${inSentence(post)} removed`),
    ...entryChanges(old, now).map((one) => entrySentence(one)),
  ];
  return sentences.length > 0 ? sentences : ['Car posts put in another order'];
}

/** The changed counts by post and year, and how many more there are. */
export function postGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const { old, now } = readPosts(change);
  const changes = entryChanges(old, now);
  const groups = new Map<string, ChangedGroup>();
  const put = (title: string, value: ChangedGroup['values'][number]) => {
    const group = groups.get(title) ?? { title, values: [] };
    group.values.push(value);
    groups.set(title, group);
  };
  // of a post with entries these say enough
  for (const post of missingIn(old, now))
    if (now[post]?.length === 0) put(`Post ${post}`, { label: 'Post', before: null, after: 'There' });
  for (const post of missingIn(now, old))
    if (old[post]?.length === 0) put(`Post ${post}`, { label: 'Post', before: 'There', after: null });
  for (const { post, before, after } of changes.slice(0, shownWhole)) {
    const { year = '', type = '' } = after ?? before ?? {};
    put(`Post ${post}, ${year}`, { label: type, before: before && counts(before), after: after && counts(after) });
  }
  return { groups: [...groups.values()], more: Math.max(0, changes.length - shownWhole) };
}

function readPosts({ before, after }: Change): { old: Posts; now: Posts } {
  return { old: inOrder(before?.['json']), now: inOrder(after?.['json']) };
}

/** By name, as people count: the database's order is by length. */
function inOrder(json: unknown): Posts {
  const order = new Intl.Collator('en', { numeric: true });
  return Object.fromEntries([...readCarPosts(json)].toSorted(([a], [b]) => order.compare(a, b)));
}

/** Names in `now` that are not in `old`. */
function missingIn(old: Posts, now: Posts): string[] {
  return Object.keys(now).filter((post) => !Object.hasOwn(old, post));
}

function entryChanges(old: Posts, now: Posts): EntryChange[] {
  const posts = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return posts.flatMap((post) => {
    // equal ones first: with two entries of one type it is the other one that changed
    const added = [...(now[post] ?? [])];
    const gone = (old[post] ?? []).filter(
      (entry) => !takeFrom(added, (one) => isSame(one, entry) && isEqual(one, entry)),
    );
    const paired = gone.map((before) => ({ post, before, after: takeFrom(added, (one) => isSame(one, before)) }));
    return [...paired, ...added.map((after) => ({ post, before: null, after }))];
  });
}

/** Takes the first that fits out of the list. */
function takeFrom(entries: FailureEntry[], fits: (entry: FailureEntry) => boolean): FailureEntry | null {
  const place = entries.findIndex(fits);
  return place < 0 ? null : (entries.splice(place, 1)[0] ?? null);
}

const isSame = (a: FailureEntry, b: FailureEntry) => a.type === b.type && a.year === b.year;
const isEqual = (a: FailureEntry, b: FailureEntry) => a.entrance === b.entrance && a.exit === b.exit;
const counts = ({ entrance, exit }: FailureEntry) => `Entrance ${entrance}, exit ${exit}`;

function entrySentence({ post, before, after }: EntryChange): string {
  const { year = '', type = '' } = after ?? before ?? {};
  const what = `Post ${inSentence(post)}, ${year}: ${inSentence(type)}`;
  if (before && after) {
    const moved = (['entrance', 'exit'] as const).filter((side) => before[side] !== after[side]);
    return `${what}, ${moved.map((side) => `${side} ${before[side]} to ${after[side]}`).join(', ')}`;
  }
  if (after) return `${what} added, entrance ${after.entrance}, exit ${after.exit}`;
  return `${what} removed`;
}
