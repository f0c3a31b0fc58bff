import * as v from 'valibot';
import type { Change, ChangedGroup, KeyLabel, SiteName, ChangedValue } from '../../records/change-log/change-log.ts';
import { counted, listedWords } from '../../records/counted.ts';
import { momentText, monthLabel } from '../../records/time.ts';
import { storedTaskSchema, type StoredTask } from '../../records/task/task.ts';
import { visitKindLabel } from '../../records/task/visit.ts';
import { siteSentences, siteValues, inSentence, numberRuns } from './change-log-site.ts';
import { diffOfPosts, type EntryChange, type PostsDiff, type TypeChange } from './change-log-post-diff.ts';
import { readCarPosts, typeLabel, type FailureEntry } from '../../records/failure/failure-record.ts';

const maxSentences = 4;

/** One to five sentences, without full stops. */
export function changeSentences(change: Change, labelOf: KeyLabel): [string, ...string[]] {
  const [first = 'Changed', ...others] = allSentences(change, labelOf);
  if (others.length < maxSentences) return [first, ...others];
  return [
    first,
    ...others.slice(0, maxSentences - 1),
    `and ${counted(others.length - maxSentences + 1, 'more change')}`,
  ];
}

/** Grouped values before and after, and what was left out, such as `99 more visits`. */
export function changeGroups(
  change: Change,
  siteName: SiteName = () => undefined,
): { groups: ChangedGroup[]; more: string | null } {
  const ofRecord = change.table_name === 'main' ? keyValues(change, siteName) : siteValues(change);
  const isOfPosts = change.table_name === 'carpost';
  const { groups, more } = isOfPosts ? postGroups(change) : taskGroups(change);
  return {
    groups: [{ title: null, values: ofRecord }, ...groups].filter(({ values }) => values.length > 0),
    more: more > 0 ? counted(more, isOfPosts ? 'more count' : 'more visit') : null,
  };
}

function allSentences(change: Change, labelOf: KeyLabel): string[] {
  if (change.table_name === 'main') return [keySentence(change, labelOf)];
  if (change.table_name === 'carpost') return postSentences(change);
  const tasks = change.operation === 'UPDATE' ? taskSentences(change) : [];
  return [...siteSentences(change), ...tasks];
}

// Changes of keys

/** Such as `Key “Front desk” revoked`. */
function keySentence(change: Change, labelOf: KeyLabel): string {
  const { before, after } = change;
  const label = filledText(after?.['label']) ?? labelOf(change.row_id);
  const key = label ? `Key “${inSentence(label)}”` : `Key ${change.row_id}`;
  if (change.operation === 'INSERT') return `${key} issued for ${issuedFor(change)}`;
  if (filledText(after?.['revoked_at'])) return `${key} revoked`;
  if (after && 'expires_at' in after) {
    const end = filledText(after['expires_at']);
    // within the portal, only a rotation changes a key's expiry
    if (change.access_id === null)
      return end ? `${key} now ends on ${momentText(end)}` : `${key} no longer has an end date`;
    return end && Date.parse(end) > Date.parse(change.at)
      ? `${key} rotated: the old one works until ${momentText(end)}`
      : `${key} rotated: the old one ended at once`;
  }
  if (after && 'site_ids' in after) return `${key} now opens ${keySitesText(after['site_ids'])}`;
  const old = filledText(before?.['label']);
  return label && old ? `${key} was labelled “${inSentence(old)}” before` : `${key} changed`;
}

/** What is known of the key, before and after. The log never contains the key itself. */
function keyValues(change: Change, siteName: SiteName): ChangedValue[] {
  const { before, after } = change;
  const value = (label: string, column: string, asText: (stored: unknown) => string | null): ChangedValue[] =>
    column in { ...before, ...after }
      ? [{ label, before: asText(before?.[column]), after: asText(after?.[column]) }]
      : [];
  const isTechnician = after?.['role'] === 'technician' || 'site_ids' in { ...before };
  return [
    ...value('Label', 'label', filledText),
    ...value('Opens', 'role', roleWords),
    ...value('Site', 'site_id', (id) => (typeof id === 'number' ? siteWords(id, change) : null)),
    ...(isTechnician ? value('Sites', 'site_ids', (ids) => siteNames(ids, siteName)) : []),
    ...value('Issued', 'created_at', storedMoment),
    ...value('Ends', 'expires_at', storedMoment),
    ...value('Revoked', 'revoked_at', storedMoment),
  ].filter((one) => one.before !== null || one.after !== null);
}

function issuedFor({ after, site_name: site }: Change): string {
  if (after?.['role'] === 'technician') return `a technician (${keySitesText(after['site_ids'])})`;
  return after?.['role'] === 'admin' ? 'an admin' : (site ?? 'no site');
}

const roles: Partial<Record<string, string>> = {
  admin: 'Everything (admin)',
  technician: 'The sites of a technician',
  user: 'One site',
};

function roleWords(role: unknown): string | null {
  return (typeof role === 'string' && roles[role]) || null;
}

/** The number of sites; no list of them means all. */
function keySitesText(ids: unknown): string {
  return Array.isArray(ids) ? counted(ids.length, 'site') : 'all sites';
}

function siteNames(ids: unknown, siteName: SiteName): string | null {
  if (ids === undefined) return null;
  if (!Array.isArray(ids)) return 'All sites';
  return listedWords(ids.map((id) => siteName(Number(id)) ?? `Site ${String(id)}`));
}

function siteWords(id: number, { site_id: now, site_name: name }: Change): string {
  return id === now && name !== null ? name : `Site ${id}`;
}

function filledText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function storedMoment(value: unknown): string | null {
  const text = filledText(value);
  return text && readableMoment(text);
}

/** As it is stored when it is not a time. */
function readableMoment(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : momentText(time);
}

// Changes of tasks

const tasksSchema = v.fallback(v.nullable(v.array(storedTaskSchema)), null);

/** A task before and after; null where it did not exist. */
interface TaskChange {
  id: number;
  before: StoredTask | null;
  after: StoredTask | null;
}

/** Up to so many tasks of a kind have a sentence each; more are summed up. */
const maxTaskSentences = 3;
/** So many tasks are shown with all values: a new site may bring thousands. */
const maxShownTasks = 20;

const taskChangeKinds = ['added', 'hidden', 'shown again', 'removed', 'changed'] as const;
type TaskChangeKind = (typeof taskChangeKinds)[number];

/** What happened to the tasks, such as `Visit 17 hidden: Monthly preventive maintenance`. */
function taskSentences(change: Change): string[] {
  if (!touchesTasks(change)) return [];
  const changes = taskChanges(change);
  if (!changes) return ['Visits changed'];
  return taskChangeKinds.flatMap((kind) => {
    const ofKind = changes.filter((task) => kindOf(task) === kind);
    if (ofKind.length <= maxTaskSentences) return ofKind.map((task) => taskSentence(task, kind));
    return [`${ofKind.length} visits ${kind}: ${numberRuns(ofKind.map(({ id }) => id))}`];
  });
}

/** The changed tasks with their values, and how many were left out. */
function taskGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const changes = (touchesTasks(change) && taskChanges(change)) || [];
  return {
    groups: changes.slice(0, maxShownTasks).map((task) => ({
      title: titled(`Visit ${task.id}`, task),
      values: taskParts(task).map(({ name: _name, noun: _noun, ...value }) => value),
    })),
    more: Math.max(0, changes.length - maxShownTasks),
  };
}

function touchesTasks({ before, after }: Change): boolean {
  return 'tasks2024' in { ...before, ...after };
}

/** The changed tasks by number; null when the stored ones cannot be read. */
function taskChanges({ before, after }: Change): TaskChange[] | null {
  const old = v.parse(tasksSchema, before?.['tasks2024'] ?? []);
  const now = v.parse(tasksSchema, after?.['tasks2024'] ?? []);
  if (!old || !now) return null;
  const changes = new Map<number, TaskChange>(old.map((task) => [task.id, { id: task.id, before: task, after: null }]));
  for (const task of now)
    changes.set(task.id, { id: task.id, before: changes.get(task.id)?.before ?? null, after: task });
  return [...changes.values()].toSorted((a, b) => a.id - b.id);
}

function kindOf({ before, after }: TaskChange): TaskChangeKind {
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.showing === after.showing) return 'changed';
  return after.showing === 'True' ? 'shown again' : 'hidden';
}

function taskSentence(change: TaskChange, kind: TaskChangeKind): string {
  const task = `Visit ${change.id}`;
  if (kind === 'added' || kind === 'removed') return titled(`${task} ${kind}`, change);
  const parts = taskParts(change).filter(({ name }) => name !== 'showing');
  if (kind !== 'changed') {
    const also = parts.length > 0 ? ` and changed (${listedWords(parts.map(({ noun }) => noun))})` : '';
    return titled(`${task} ${kind}${also}`, change);
  }
  const [first, ...others] = parts;
  const title = inSentence((change.after ?? change.before)?.title ?? '');
  const named = title ? `${task} “${title}”` : task;
  const date = parts.find(({ name }) => name === 'time');
  // a date moves its month along
  if (date && parts.every(({ name }) => name === 'time' || name === 'period'))
    return `${named}: date moved from ${date.before} to ${date.after}`;
  if (first?.name === 'kind' && others.length === 0)
    return first.after === null ? `${named}: kind “${first.before}” removed` : `${named}: kind is now “${first.after}”`;
  if (first && others.length === 0 && first.before !== null && first.after !== null) {
    if (first.name === 'period') return `${named} moved from ${first.before} to ${first.after}`;
    if (first.name === 'title')
      return `${task}: title changed from “${inSentence(first.before)}” to “${inSentence(first.after)}”`;
  }
  return `${named}: ${partsInWords(parts)}`;
}

/** The words with the title of the task behind them. */
function titled(words: string, { before, after }: TaskChange): string {
  const title = inSentence((after ?? before)?.title ?? '');
  return title ? `${words}: ${title}` : words;
}

const partLabels = {
  title: { label: 'Title', noun: 'title' },
  text: { label: 'Text', noun: 'text' },
  period: { label: 'Month', noun: 'month' },
  time: { label: 'Visit date', noun: 'date' },
  kind: { label: 'Kind', noun: 'kind' },
  photos: { label: 'Photos', noun: 'photos' },
  pdf: { label: 'PDF', noun: 'PDF' },
  showing: { label: 'Shown', noun: 'showing' },
} as const;

interface TaskPart extends ChangedValue {
  name: keyof typeof partLabels;
  noun: string;
}

type WordsChange = Pick<ChangedValue, 'before' | 'after'>;
type FilesChange = Pick<ChangedValue, 'photos' | 'pdf'>;
type PhotosChange = NonNullable<FilesChange['photos']>;
type PdfChange = NonNullable<FilesChange['pdf']>;

/** The changed parts of a task; of an added or removed one, all parts. */
function taskParts({ before, after }: TaskChange): TaskPart[] {
  const [old, now] = [partTexts(before), partTexts(after)];
  const part = (name: TaskPart['name'], words: WordsChange, files: FilesChange = {}): TaskPart[] =>
    words.before === words.after ? [] : [{ name, ...partLabels[name], ...words, ...files }];
  const textPart = (name: keyof typeof old) => part(name, { before: old[name], after: now[name] });
  const photos = { before: before?.urls ?? [], after: after?.urls ?? [] };
  const pdf = { before: before?.pdf ?? '', after: after?.pdf ?? '' };
  return [
    ...textPart('title'),
    ...textPart('text'),
    ...textPart('period'),
    ...textPart('time'),
    ...textPart('kind'),
    ...part('photos', photoWords(photos), { photos }),
    ...part('pdf', pdfWords(pdf), { pdf }),
    ...textPart('showing'),
  ];
}

function partTexts(task: StoredTask | null): Record<Exclude<TaskPart['name'], 'photos' | 'pdf'>, string | null> {
  return {
    title: task?.title.trim() || null,
    text: task?.tasks.trim() || null,
    period: task && `${monthLabel(task.month)} ${task.year}`,
    time: task && readableMoment(task.time),
    kind: visitKindLabel(task?.kind),
    showing: task && (task.showing === 'True' ? 'Yes' : 'No, hidden'),
  };
}

/** How many photos were added and removed: the names of stored files mean nothing to people. */
function movedPhotos({ before, after }: PhotosChange): { added: number; removed: number } {
  return {
    added: after.filter((url) => !before.includes(url)).length,
    removed: before.filter((url) => !after.includes(url)).length,
  };
}

function photoWords(photos: PhotosChange): WordsChange {
  const { before, after } = photos;
  const texts = { before: photoCount(before), after: photoCount(after) };
  if (before.length === 0 || after.length === 0) return texts;
  const { added, removed } = movedPhotos(photos);
  const isReordered = removed === 0 && added === 0 && before.some((url, place) => url !== after[place]);
  return {
    before: `${texts.before}${removed > 0 ? `, ${removed} of them removed` : ''}`,
    after: `${texts.after}${added > 0 ? `, ${added} of them new` : isReordered ? ', reordered' : ''}`,
  };
}

/** The changed parts in words, such as `title and text changed, 2 photos added, PDF replaced`. */
function partsInWords(parts: readonly TaskPart[]): string {
  const words: string[] = [];
  const values = parts.filter(({ photos, pdf }) => !photos && !pdf).map(({ noun }) => noun);
  if (values.length > 0) words.push(`${listedWords(values)} changed`);
  for (const { photos, pdf } of parts) {
    if (photos) words.push(photosInWords(photos));
    if (pdf) words.push(pdf.before === '' ? 'PDF added' : pdf.after === '' ? 'PDF removed' : 'PDF replaced');
  }
  return words.join(', ');
}

function photosInWords(photos: PhotosChange): string {
  const { added, removed } = movedPhotos(photos);
  const words: string[] = [];
  if (added > 0) words.push(`${counted(added, 'photo')} added`);
  if (removed > 0) words.push(`${added > 0 ? removed : counted(removed, 'photo')} removed`);
  return words.length > 0 ? listedWords(words) : 'photos reordered';
}

function photoCount(urls: readonly string[]): string | null {
  return urls.length === 0 ? null : counted(urls.length, 'photo');
}

function pdfWords({ before, after }: PdfChange): WordsChange {
  if (before === after) return { before: null, after: null };
  if (before === '') return { before: null, after: 'A PDF' };
  return { before: 'A PDF', after: after === '' ? null : 'Another PDF' };
}

// Changes of failure counts

/** So many posts are named in a sentence; more are counted. */
const maxNamedPosts = 6;
/** So many entries are shown. */
const maxShownEntries = 100;

/** What happened to the car posts, such as `Post P1, 2026: Spring Broken, entrance 3 to 4`. */
function postSentences(change: Change): string[] {
  if (change.operation === 'INSERT') {
    const names = [...readCarPosts(change.after?.['json']).keys()].map((name) => inSentence(name));
    if (names.length > maxNamedPosts) return [`${names.length} car posts set up`];
    return [names.length > 0 ? `Car posts set up: ${listedWords(names)}` : 'Car posts set up, still empty'];
  }
  const diff = diffOf(change);
  const sentences = [
    ...diff.renamed.map(({ from, to }) => `Post renamed from ${inSentence(from)} to ${inSentence(to)}`),
    ...diff.added.map(({ post, entries }) => `Post ${inSentence(post)} added${inBrackets(entries)}`),
    ...diff.removed.map(({ post, entries }) => `Post ${inSentence(post)} removed${inBrackets(entries)}`),
    ...typeSentences(diff.types),
    ...entrySentences(diff.entries),
  ];
  return sentences.length > 0 ? sentences : ['Car posts reordered'];
}

/** Changed counts by post and year, and how many were left out. */
function postGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const diff = diffOf(change);
  const groups = new Map<string, ChangedGroup>();
  const put = (title: string, value: ChangedValue) => {
    const group = groups.get(title) ?? { title, values: [] };
    group.values.push(value);
    groups.set(title, group);
  };
  for (const { from, to } of diff.renamed) put(`Post ${to}`, { label: 'Name', before: from, after: to });
  // a post with entries is shown by its entries
  for (const { post, entries } of diff.added)
    if (entries.length === 0) put(`Post ${post}`, { label: 'Post', before: null, after: 'There' });
  for (const { post, entries } of diff.removed)
    if (entries.length === 0) put(`Post ${post}`, { label: 'Post', before: 'There', after: null });
  for (const { post, from, to } of diff.types)
    put(`Post ${post}`, { label: 'Failure type', before: typeLabel(from), after: typeLabel(to) });
  const changes = [...diff.types.flatMap((type) => type.counts), ...diff.entries];
  for (const { post, entries } of diff.added) for (const after of entries) changes.push({ post, before: null, after });
  for (const { post, entries } of diff.removed)
    for (const before of entries) changes.push({ post, before, after: null });
  for (const { post, before, after } of changes.slice(0, maxShownEntries)) {
    const { year = '', type = '' } = after ?? before ?? {};
    put(`Post ${post}, ${year}`, {
      label: typeLabel(type),
      before: before && entryText(before),
      after: after && entryText(after),
    });
  }
  return { groups: [...groups.values()], more: Math.max(0, changes.length - maxShownEntries) };
}

function diffOf({ before, after }: Change): PostsDiff {
  return diffOfPosts(before?.['json'], after?.['json']);
}

/** How many entries, as ` (12 entries)`; empty for none. */
function inBrackets(entries: readonly FailureEntry[]): string {
  if (entries.length === 0) return '';
  return ` (${entries.length} ${entries.length === 1 ? 'entry' : 'entries'})`;
}

/** One sentence for the same rename in several posts. */
function typeSentences(types: readonly TypeChange[]): string[] {
  const posts = new Map<string, string[]>();
  for (const { kind, from, to, post } of types) {
    const renamed = `Type ${typeInSentence(from)} renamed to ${typeInSentence(to)}`;
    const what = kind === 'renamed' ? renamed : `${renamed}, counts added together,`;
    posts.set(what, [...(posts.get(what) ?? []), inSentence(post)]);
  }
  return Array.from(posts, ([what, names]) => `${what} in ${postNames(names)}`);
}

function postNames(names: readonly string[]): string {
  return names.length > maxNamedPosts ? counted(names.length, 'post') : listedWords(names);
}

/** One sentence per entry; a type that was removed from a post in several years gets one sentence. */
function entrySentences(entries: readonly EntryChange[]): string[] {
  const sentences: string[] = [];
  for (const entry of entries) {
    const years = removedYears(entry, entries);
    const sentence = entrySentence(entry, years);
    if (years.length < 2 || !sentences.includes(sentence)) sentences.push(sentence);
  }
  return sentences;
}

/** The years in which the type of a removed entry was removed from its post; none for other changes. */
function removedYears({ post, before, after }: EntryChange, entries: readonly EntryChange[]): number[] {
  if (!before || after) return [];
  const ofType = entries.filter((other) => other.post === post && other.before?.type === before.type && !other.after);
  return [...new Set(ofType.flatMap((other) => other.before?.year ?? []))].toSorted((a, b) => a - b);
}

function entrySentence({ post, before, after }: EntryChange, removed: readonly number[]): string {
  const { year = '', type = '' } = after ?? before ?? {};
  if (removed.length > 1)
    return `Type ${typeInSentence(type)} removed from ${inSentence(post)} (${listedWords(removed.map(String))})`;
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

function entryText({ entrance, exit }: FailureEntry): string {
  return `Entrance ${entrance}, exit ${exit}`;
}
