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

// A second import of a file can update what the first one stored. Rule: what a row does not state stays, so a table
// with fewer columns removes nothing.

/** A value of a visit that would become another. */
interface VisitDifference {
  label: string;
  before: string;
  after: string;
}

/** A visit that was imported before and is another in the file. */
export interface VisitUpdate {
  /** Under the source by which it is known. */
  visit: ImportedVisit;
  task: StoredTask;
  state: KnownVisit['state'];
  /** The members that differ. */
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

/** The visits that are other in the file than stored, with what differs. */
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

/** The values that a row states of a stored visit. A title that was made from the text follows the new text. */
function statedValues(
  { visit, stated }: ImportedVisit,
  task: StoredTask,
): Partial<VisitText> & Pick<VisitText, 'time'> {
  if (!stated) return visit;
  const { title, tasks, showing, ...others } = visit;
  const { text } = stated;
  const isTitleMade = title === task.title || isBeginning(task.title, task.tasks);
  const words =
    text === null
      ? { title, ...(task.tasks === task.title && { tasks }) }
      : stated.title || isTitleMade
        ? { title, tasks }
        : { tasks: text };
  // without a time of day, the day may be another
  const time = stated.time ? visit.time : `${visit.time.slice(0, 10)}${siteStamp(new Date(task.time)).slice(10)}`;
  return { ...others, time, ...words, ...(stated.showing && { showing }) };
}

/** Whether a title is the first line of a text, perhaps shortened. */
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
  const isOther = ([member, value]: [string, unknown]): boolean => {
    if (member === 'time') return Date.parse(visit.time) !== Date.parse(task.time);
    // a table without that column shows every visit: only a visit that a person has hidden is offered to be shown again
    if (member === 'showing') return value !== task.showing && (value === 'False' || state === 'hidden');
    return value !== undefined && value !== stored[member];
  };
  const entries = Object.entries(visit).filter(isOther);
  // when it was and where it is filed belong together
  const isMoved = entries.some(([member]) => member === 'time' || member === 'year' || member === 'month');
  const { time, year, month } = visit;
  return { ...Object.fromEntries(entries), ...(isMoved && { time, year, month }) };
}

type Moments = { time: string } & Partial<Record<TimeMember, unknown>>;

/** As they are, where the row changes none of them. */
function storedMoments({ time, year, month, ...task }: StoredTask): Moments & Pick<StoredTask, 'year' | 'month'> {
  return { time, year, month, ...byTimeMember((member) => task[member]) };
}

/**
 * The visit's moment and the times of its call-out, as the row makes them of the stored ones by the rules of the form (`withTimes`). Null
 * where they then contradict each other: the database refuses that.
 */
function newTimes(stated: Partial<VisitText> & Pick<VisitText, 'time'>, task: StoredTask): Moments | null {
  const isSameMinute = visitMinute(stated.time) === visitMinute(task.time);
  const time = isSameMinute ? task.time : stated.time;
  const before = typedTimes(task);
  const given = typedTimes(stated);
  const values = Object.fromEntries(Object.entries(given).filter(([, typed]) => typed !== ''));
  const visit = { ...visitTime(task.time), ...before };
  const next: TypedTimes = isSameMinute
    ? { ...visit, ...values }
    : withTimes(visit, { ...visitTime(stated.time), ...values });
  const made = storedTimes(next, time);
  // as it was typed is as it is stored, except for the arrival, which is the visit's own moment
  const isAsStored = (member: TimeMember) =>
    next[member] === before[member] && (member !== 'arrived' || isSameMinute || next.arrived === '');
  const moments = { time, ...byTimeMember((member) => (isAsStored(member) ? task[member] : made[member])) };
  const isOther = timeMemberNames.some((member) => moments[member] !== task[member]) || !isSameMinute;
  return isOther && isOutOfOrder(moments) ? null : moments;
}

const visitMinute = (stamp: string) => Math.floor(Date.parse(stamp) / 60_000);

/** A remark for each row whose times contradict those that are stored of its visit; these stay. */
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
 * The recommendations of a row; one that is stored already stays as it is stored, with its number and how it was closed.
 * @param tasks all of the site
 */
function newFollow(stated: Partial<VisitText>, task: StoredTask, tasks: readonly StoredTask[]): { follow: unknown } {
  const texts = recommendationsOf(stated);
  const before = statedFollow(task.follow);
  const isSame = texts.join('\n') === before.map(({ text }) => text).join('\n');
  // a row without any changes none
  if (texts.length === 0 || isSame) return { follow: task.follow };
  const taken = [...before, ...namedLines(tasks, task.id)];
  const follow = texts.reduce<FollowLine[]>((lines, text) => {
    const stored = before.find((line) => line.text === text && !lines.includes(line));
    return [...lines, stored ?? { ...nextLine(lines, taken), text }];
  }, []);
  return { follow };
}

/** What a person reads of the values that differ. */
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
    // the month is said with the year
    if (member === 'month' || memberText(member, task) === memberText(member, values)) return [];
    if (member === 'year' && memberText('time', task) !== memberText('time', values)) return [];
    return [
      { label: label ? said(label) : member, before: memberText(member, task), after: memberText(member, values) },
    ];
  });
}

/** The files that the visit does not have yet, by the names that the import gives them. */
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
