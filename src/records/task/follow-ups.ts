import * as v from 'valibot';
import { wholeMonths } from '../../lib/calendar/day.ts';
import { sanitizedText, storedText, tooLongText } from '../../lib/text-rules.ts';
import { siteDayNumber, siteStamp } from '../time.ts';

/*
 * Recommendations of visits (`decisions §14`). A visit has its recommendations in `follow`, each a line with a number of its own. Another visit
 * lists in `closes` the lines that it carried out. An admin closes a line without a visit by a reason on the line. A stored list that does
 * not fit the schema counts as empty, and saves leave it as it is.
 */

export const followLimits = { lines: 5, number: 99, text: 300, closes: 10, reason: 300 } as const;

const isTime = (text: string) => !Number.isNaN(Date.parse(text));

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(followLimits.number));
const followLine = v.looseObject({
  line: lineNumber,
  text: v.string(),
  closed: v.exactOptional(v.looseObject({ at: v.pipe(v.string(), v.check(isTime, 'not a time')), reason: v.string() })),
});
const carriedOutLine = v.looseObject({ task: v.number(), line: lineNumber });

export type FollowLine = v.InferOutput<typeof followLine>;
/** A line that a visit carried out: `task` is the id of the visit that recommended it. */
export type CarriedOutLine = v.InferOutput<typeof carriedOutLine>;

export const followSchema = v.array(followLine);
export const closesSchema = v.array(carriedOutLine);

/** The recommendations of a visit; none when the stored value does not fit the schema. */
export function statedFollow(stored: unknown): FollowLine[] {
  const read = v.safeParse(followSchema, stored);
  return read.success ? read.output : [];
}

/** The lines that a visit carried out; none when the stored value does not fit the schema. */
export function statedCloses(stored: unknown): CarriedOutLine[] {
  const read = v.safeParse(closesSchema, stored);
  return read.success ? read.output : [];
}

/** The typed lines as they are stored: without empty ones, and unchanged where nothing was typed. */
export function storedFollow(typed: readonly FollowLine[]): FollowLine[] {
  return typed
    .map((line) => ({ ...line, text: storedText(sanitizedText(line.text, { lines: false }).text) }))
    .filter(({ text }) => text !== '');
}

/** The number of the first line that is too long; null when there is none. A stored line may stay too long while it is unchanged. */
export function longLine(typed: readonly FollowLine[], stored: readonly FollowLine[] = []): number | null {
  const isStored = (line: FollowLine) => stored.some((other) => other.line === line.line && other.text === line.text);
  return typed.find((line) => tooLongText(line.text, followLimits.text) !== null && !isStored(line))?.line ?? null;
}

/**
 * A new, empty line for a list. A visit never uses a number twice, because another visit may still name the line that had it.
 * @param before the lines that were removed, and those that other visits name (`namedLines`)
 */
export function nextLine(lines: readonly FollowLine[], before: readonly Pick<FollowLine, 'line'>[] = []): FollowLine {
  return { line: [...lines, ...before].reduce((highest, { line }) => Math.max(highest, line), 0) + 1, text: '' };
}

/** The lines of a visit that other visits carried out, including lines that were removed from the visit. */
export function namedLines(
  visits: readonly Pick<FollowedVisit, 'id' | 'closes'>[],
  visit: FollowedVisit['id'] | null,
): CarriedOutLine[] {
  return visits
    .filter(({ id }) => id !== visit)
    .flatMap(({ closes }) => statedCloses(closes))
    .filter(({ task }) => task === visit);
}

/** The part of a visit that decides on recommendations. */
export interface FollowedVisit {
  id: number;
  time: string;
  /** Anything but `True` is hidden. */
  showing: string;
  follow?: unknown;
  closes?: unknown;
}

/** The visit that carried a recommendation out, or when and why the office closed it without one. */
export type FollowUpEnd<Visit> = { by: 'visit'; visit: Visit } | { by: 'office'; at: string; reason: string };

export interface FollowUp<Visit> {
  /** The visit that recommended it. */
  visit: Visit;
  line: number;
  text: string;
  /** Null while it is open. */
  end: FollowUpEnd<Visit> | null;
}

/** A text that identifies a recommendation within its site. */
export function followKey({ task, line }: CarriedOutLine): string {
  return `${task}/${line}`;
}

const hasEntries = (stored: unknown) => Array.isArray(stored) && stored.length > 0;

/**
 * The recommendations of a site's shown visits, oldest first, and how each ended (`decisions §14`). No other code decides what is open.
 * - A recommendation was carried out by the earliest shown visit that names it, even if that visit is dated before the recommendation: somebody
 *   ticked it, and a date may be mistyped.
 * - A visit that carried it out counts more than a reason of the office.
 * - A hidden visit does not count, so hiding a visit opens again what it had carried out.
 * - A visit cannot close its own lines, the lines of a hidden visit, or lines that do not exist.
 * @param visits of one site; hidden ones may be among them
 */
export function followUps<Visit extends FollowedVisit>(visits: readonly Visit[]): FollowUp<Visit>[] {
  const shown = visits
    // first leaves out the visits without recommendations: a site may have thousands of them
    .filter(({ showing, follow, closes }) => showing === 'True' && (hasEntries(follow) || hasEntries(closes)))
    .map((visit) => ({ visit, at: Date.parse(visit.time) }))
    .toSorted((a, b) => a.at - b.at || a.visit.id - b.visit.id)
    .map(({ visit }) => visit);
  const doneBy = new Map<string, Visit>();
  for (const visit of shown)
    for (const named of statedCloses(visit.closes)) {
      const key = followKey(named);
      if (named.task !== visit.id && !doneBy.has(key)) doneBy.set(key, visit);
    }
  return shown.flatMap((visit) => {
    // a Map keeps the last line of each number; the two reversals make it the first line, in the original order
    const lines = new Map(
      statedFollow(visit.follow)
        .toReversed()
        .map((line) => [line.line, line]),
    );
    return [...lines.values()].toReversed().map(({ line, text, closed }) => {
      const done = doneBy.get(followKey({ task: visit.id, line }));
      const office = closed ? ({ by: 'office', at: closed.at, reason: closed.reason } as const) : null;
      return { visit, line, text, end: done ? ({ by: 'visit', visit: done } as const) : office };
    });
  });
}

/** The recommendations of each visit that has some, by its id. */
export function followUpsByVisit<Visit extends FollowedVisit>(
  visits: readonly Visit[],
): ReadonlyMap<number, readonly FollowUp<Visit>[]> {
  const byVisit = new Map<number, FollowUp<Visit>[]>();
  for (const followUp of followUps(visits)) {
    const listOfVisit = byVisit.get(followUp.visit.id);
    if (listOfVisit) listOfVisit.push(followUp);
    else byVisit.set(followUp.visit.id, [followUp]);
  }
  return byVisit;
}

/** The recommendations that wait for a visit, oldest first. */
export function openFollowUps<Visit extends FollowedVisit>(visits: readonly Visit[]): FollowUp<Visit>[] {
  return followUps(visits).filter(({ end }) => end === null);
}

/** How many recommendations open again when a visit is hidden or moved to another site: those that no other visit carried out. */
export function openedWithout(visits: readonly FollowedVisit[], id: number): number {
  const keyOf = ({ visit, line }: FollowUp<FollowedVisit>) => followKey({ task: visit.id, line });
  const done = followUps(visits).filter(({ end }) => end?.by === 'visit' && end.visit.id === id);
  const keys = new Set(done.map(keyOf));
  return openFollowUps(visits.filter((visit) => visit.id !== id)).filter((open) => keys.has(keyOf(open))).length;
}

/** A visit that is being typed. */
interface ClosingVisit {
  /** Null while the date or the time is incomplete. */
  time: string | null;
  closes: readonly CarriedOutLine[];
}

/**
 * The recommendations that a visit can tick as carried out, oldest first. `offered`: the recommendations that are open without this visit and
 * not later than it, and those that it has ticked already. `gone`: ticked lines that no other shown visit has any more.
 * @param followUpsOfOthers the recommendations of the site, computed without this visit
 */
export function closableFollowUps<Visit extends FollowedVisit>(
  followUpsOfOthers: readonly FollowUp<Visit>[],
  { time, closes }: ClosingVisit,
): { offered: FollowUp<Visit>[]; gone: CarriedOutLine[] } {
  const ticked = new Set(closes.map(followKey));
  const all = followUpsOfOthers.map((found) => ({ found, key: followKey({ task: found.visit.id, line: found.line }) }));
  const isRecommended = ({ visit }: FollowUp<Visit>) => time === null || Date.parse(visit.time) <= Date.parse(time);
  const known = new Set(all.map(({ key }) => key));
  return {
    offered: all
      .filter(({ found, key }) => ticked.has(key) || (found.end === null && isRecommended(found)))
      .map(({ found }) => found),
    gone: closes.filter((named) => !known.has(followKey(named))),
  };
}

/** How long something has been open. */
export interface Age {
  /** Whole months. */
  months: number;
  /** All days, shown when it is less than a month. */
  days: number;
}

/** The age of something that is open since a stored time, counted in days of Singapore. */
export function ageSince(time: string, now: Date): Age {
  const since = new Date(time);
  return {
    months: wholeMonths(siteStamp(since).slice(0, 10), siteStamp(now).slice(0, 10)),
    days: Math.max(0, siteDayNumber(now) - siteDayNumber(since)),
  };
}
