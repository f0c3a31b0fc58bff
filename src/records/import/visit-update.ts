import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { isOutOfOrder, typedTimes, withTimes, type TypedTimes } from '../task/call-out-times.ts';
import { namedLines, nextLine, statedFollow, type FollowLine } from '../task/follow-ups.ts';
import {
  byMember,
  byTimeMember,
  isTimeMember,
  memberFacts,
  statedText,
  timeMemberNames,
  type TimeMember,
} from '../task/optional-members.ts';
import { recommendationsOf } from '../task/service-facts.ts';
import type { NewTask, StoredTask } from '../task/task.ts';
import { visitKindLabel, visitTime } from '../task/visit.ts';
import { momentText, monthLabel, siteStamp } from '../time.ts';
import { fileName } from './file-list.ts';
import type { Defect, ImportedVisit, VisitText } from './import-plan.ts';
import type { KnownVisit, MatchedVisit } from './known-visit.ts';
import { storedTimes } from './read-members.ts';
import { importedId } from './visit-source.ts';

// A second import of a file can update the visits that the first import stored. A value that a row does not state stays, so a table with fewer
// columns removes nothing.

/** A value of a visit that an update would change. */
interface VisitDifference {
  label: string;
  before: string;
  after: string;
}

/** A visit that was imported before and differs in the file. */
export interface VisitUpdate {
  /** The visit of the file, with the source of the stored visit. */
  visit: ImportedVisit;
  task: StoredTask;
  state: KnownVisit['state'];
  /** The new values of the members that differ. */
  values: Partial<NewTask>;
  differences: readonly VisitDifference[];
}

const labels: Readonly<Record<string, Message>> = {
  time: message('Date and time'),
  year: message('Filed under'),
  kind: message('Kind'),
  title: message('Title'),
  tasks: message('Text'),
  showing: message('Shown'),
  ...byMember((member) => memberFacts[member].label),
};

/** The visits that differ between the file and the database, with their differences. */
export async function visitUpdates(
  matched: readonly MatchedVisit[],
  tasks: readonly StoredTask[],
  siteId: number | null,
): Promise<VisitUpdate[]> {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const updates = await Promise.all(
    matched.map(async ({ visit, known: { taskId, state } }) => {
      const task = byId.get(taskId);
      if (!task || siteId === null || state === 'moved') return [];
      const values = newValues(visit, task, { state, tasks });
      const files = await newFiles(visit, task, siteId);
      const differences = [...valueDifferences(task, values), ...fileDifferences(files, task)];
      return differences.length === 0 ? [] : [{ visit, task, state, values, differences }];
    }),
  );
  return updates.flat();
}

/** The values that a row states for a stored visit. A title that was made from the text changes with the text. */
function statedValues(
  { visit, stated }: ImportedVisit,
  task: StoredTask,
): Partial<VisitText> & Pick<VisitText, 'time'> {
  if (!stated) return visit;
  const { title, tasks, showing, ...others } = visit;
  const { text } = stated;
  const isTitleMade = title === task.title || isBeginning(task.title, task.tasks);
  // a text that only repeats the title changes with it, and a title that a person wrote stays where the row has none
  const words =
    text === null
      ? { title, ...(task.tasks === task.title && { tasks }) }
      : stated.title || isTitleMade
        ? { title, tasks }
        : { tasks: text };
  // a row without a time of day can change only the day
  const time = stated.time ? visit.time : `${visit.time.slice(0, 10)}${siteStamp(new Date(task.time)).slice(10)}`;
  return { ...others, time, ...words, ...(stated.showing && { showing }) };
}

/** Whether a title is the first line of a text, possibly shortened. */
function isBeginning(title: string, text: string): boolean {
  const first = text.split('\n')[0] ?? '';
  return first === title || (title.endsWith('…') && first.startsWith(title.slice(0, -1)));
}

function newValues(
  imported: ImportedVisit,
  task: StoredTask,
  { state, tasks }: Pick<KnownVisit, 'state'> & { tasks: readonly StoredTask[] },
): Partial<NewTask> {
  const stated = statedValues(imported, task);
  const visit = { ...stated, ...(newTimes(stated, task) ?? storedMoments(task)), ...newFollow(stated, task, tasks) };
  const stored: Readonly<Record<string, unknown>> = { ...task };
  const differs = ([member, value]: [string, unknown]): boolean => {
    if (member === 'time') return Date.parse(visit.time) !== Date.parse(task.time);
    // a table without that column states `True` for every visit, so only a visit that a person has hidden is offered to be shown again
    if (member === 'showing') return value !== task.showing && (value === 'False' || state === 'hidden');
    return value !== undefined && value !== stored[member];
  };
  const entries = Object.entries(visit).filter(differs);
  // the time, the year and the month are changed together
  const isDateChanged = entries.some(([member]) => member === 'time' || member === 'year' || member === 'month');
  const { time, year, month } = visit;
  return { ...Object.fromEntries(entries), ...(isDateChanged && { time, year, month }) };
}

type Moments = { time: string } & Partial<Record<TimeMember, unknown>>;

/** The stored times and the filed period, for a row that changes none of them. */
function storedMoments({ time, year, month, ...task }: StoredTask): Moments & Pick<StoredTask, 'year' | 'month'> {
  return { time, year, month, ...byTimeMember((member) => task[member]) };
}

/**
 * The time of the visit and its call-out times after the row's values were applied to the stored ones, by the rules of the form (`withTimes`).
 * Null when they contradict each other, because the database refuses that.
 */
function newTimes(stated: Partial<VisitText> & Pick<VisitText, 'time'>, task: StoredTask): Moments | null {
  const isSameMinute = visitMinute(stated.time) === visitMinute(task.time);
  const time = isSameMinute ? task.time : stated.time;
  const before = typedTimes(task);
  const statedTimes = typedTimes(stated);
  const values = Object.fromEntries(Object.entries(statedTimes).filter(([, typed]) => typed !== ''));
  const visit = { ...visitTime(task.time), ...before };
  const next: TypedTimes = isSameMinute
    ? { ...visit, ...values }
    : withTimes(visit, { ...visitTime(stated.time), ...values });
  const storedFormat = storedTimes(next, time);
  // an unchanged typed time keeps its stored value; the arrival does so only if the time of the visit stays too
  const isAsStored = (member: TimeMember) =>
    next[member] === before[member] && (member !== 'arrived' || isSameMinute || next.arrived === '');
  const moments = { time, ...byTimeMember((member) => (isAsStored(member) ? task[member] : storedFormat[member])) };
  const isChanged = timeMemberNames.some((member) => moments[member] !== task[member]) || !isSameMinute;
  return isChanged && isOutOfOrder(moments) ? null : moments;
}

const visitMinute = (stamp: string) => Math.floor(Date.parse(stamp) / 60_000);

/** A remark for each row whose times contradict the stored times of its visit. The stored times stay. */
export function timeRemarks(matched: readonly MatchedVisit[], tasks: readonly StoredTask[]): Defect[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return matched.flatMap(({ visit, known: { taskId, state } }) => {
    const task = byId.get(taskId);
    if (!task || state === 'moved' || newTimes(statedValues(visit, task), task)) return [];
    const problem = t('Its times contradict those that are stored of this visit.');
    return [{ row: visit.row, problem, remedy: t('The stored times stay.') }];
  });
}

/**
 * The recommendations of a row. A recommendation that is stored already keeps its number and its closing.
 * @param tasks all visits of the site
 */
function newFollow(stated: Partial<VisitText>, task: StoredTask, tasks: readonly StoredTask[]): { follow: unknown } {
  const texts = recommendationsOf(stated);
  const before = statedFollow(task.follow);
  const isSame = texts.join('\n') === before.map(({ text }) => text).join('\n');
  // a row without recommendations changes none
  if (texts.length === 0 || isSame) return { follow: task.follow };
  const usedLines = [...before, ...namedLines(tasks, task.id)];
  const follow = texts.reduce<FollowLine[]>((lines, text) => {
    const stored = before.find((line) => line.text === text && !lines.includes(line));
    return [...lines, stored ?? { ...nextLine(lines, usedLines), text }];
  }, []);
  return { follow };
}

/** The text of a member for the list of differences. */
function memberText(member: string, task: Partial<NewTask>): string {
  if (member === 'time') return momentText(task.time ?? '');
  if (member === 'kind') return visitKindLabel(task.kind) ?? '';
  if (member === 'follow') return recommendationsOf(task).join('\n');
  if (isTimeMember(member)) {
    const stored = statedText(task[member]);
    return stored === '' ? '' : momentText(stored);
  }
  if (member === 'year') return [task.month === undefined ? '' : monthLabel(task.month), task.year].join(' ');
  const value: unknown = Object.entries(task).find(([name]) => name === member)?.[1];
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function valueDifferences(task: StoredTask, values: Partial<NewTask>): VisitDifference[] {
  return Object.keys(values).flatMap((member) => {
    const label = labels[member];
    // the month is shown with the year, and both only if the time does not change
    if (member === 'month' || memberText(member, task) === memberText(member, values)) return [];
    if (member === 'year' && memberText('time', task) !== memberText('time', values)) return [];
    return [
      { label: label ? said(label) : member, before: memberText(member, task), after: memberText(member, values) },
    ];
  });
}

/** The files that the stored visit does not have yet, recognised by the names that the import gives them. */
export async function newFiles(visit: ImportedVisit, task: StoredTask, siteId: number): Promise<VisitFile[]> {
  const stored = [...task.urls, task.pdf];
  const files = await Promise.all(
    filesOfVisit(visit).map(async (file) => {
      const id = await importedId(siteId, visit.source, file.file);
      return stored.some((url) => url.includes(id)) ? [] : [file];
    }),
  );
  return files.flat();
}

function fileDifferences(files: readonly VisitFile[], task: StoredTask): VisitDifference[] {
  const photos = files.filter(({ kind }) => kind === 'photo').length;
  const pdf = files.find(({ kind }) => kind === 'pdf')?.file;
  return [
    ...(photos > 0
      ? [{ label: t('Photos'), before: String(task.urls.length), after: String(task.urls.length + photos) }]
      : []),
    ...(pdf === undefined ? [] : [{ label: t('PDF'), before: task.pdf === '' ? '' : fileName(task.pdf), after: pdf }]),
  ];
}

export interface VisitFile {
  file: string;
  kind: 'photo' | 'pdf';
}

/** The files that a visit names. */
export function filesOfVisit({ photos, pdf }: ImportedVisit): VisitFile[] {
  return [
    ...photos.map((file) => ({ file, kind: 'photo' as const })),
    ...(pdf === null ? [] : [{ file: pdf, kind: 'pdf' as const }]),
  ];
}
