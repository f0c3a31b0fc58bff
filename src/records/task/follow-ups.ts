import * as v from 'valibot';
import { wholeMonths } from '../../lib/calendar/day.ts';
import { sanitizedText, storedText, tooLongText } from '../../lib/text-rules.ts';
import { siteDayNumber, siteStamp } from '../time.ts';

/*
 * Recommendations of visits (`decisions §14`). A visit has them in `follow`, each with a number of its own; a later visit names those that
 * it carried out in `closes`, and an admin closes a line without a visit by a reason on the line. A stored list of another form says
 * nothing, and passes through saves as it is.
 */

export const followLimits = { lines: 5, number: 99, text: 300, closes: 10, reason: 300 } as const;

const isTime = (text: string) => !Number.isNaN(Date.parse(text));

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(followLimits.number));
const followLine = v.looseObject({
  line: lineNumber,
  text: v.string(),
  closed: v.exactOptional(v.looseObject({ at: v.pipe(v.string(), v.check(isTime, 'not a time')), reason: v.string() })),
});
const closedLine = v.looseObject({ task: v.number(), line: lineNumber });

export type FollowLine = v.InferOutput<typeof followLine>;
/** A line of another visit of the site. */
export type ClosedLine = v.InferOutput<typeof closedLine>;

export const followSchema = v.array(followLine);
export const closesSchema = v.array(closedLine);

/** The recommendations of a visit; none where it says nothing that can be read. */
export function statedFollow(stored: unknown): FollowLine[] {
  const read = v.safeParse(followSchema, stored);
  return read.success ? read.output : [];
}

/** The lines that a visit carried out. */
export function statedCloses(stored: unknown): ClosedLine[] {
  const read = v.safeParse(closesSchema, stored);
  return read.success ? read.output : [];
}

/** The typed lines as they are stored: without empty ones, and unchanged where nothing was typed. */
export function storedFollow(typed: readonly FollowLine[]): FollowLine[] {
  return typed
    .map((line) => ({ ...line, text: storedText(sanitizedText(line.text, { lines: false }).text) }))
    .filter(({ text }) => text !== '');
}

/** The number of the first line that is too long; null for none. What is stored may stay. */
export function longLine(typed: readonly FollowLine[], stored: readonly FollowLine[] = []): number | null {
  const isStored = (line: FollowLine) => stored.some((other) => other.line === line.line && other.text === line.text);
  return typed.find((line) => tooLongText(line.text, followLimits.text) !== null && !isStored(line))?.line ?? null;
}

/**
 * The next line of a list, which is empty. A number is never given twice in a visit: it may still be named elsewhere.
 * @param before lines that were there before, and those that other visits name (`namedLines`)
 */
export function nextLine(lines: readonly FollowLine[], before: readonly Pick<FollowLine, 'line'>[] = []): FollowLine {
  return { line: [...lines, ...before].reduce((highest, { line }) => Math.max(highest, line), 0) + 1, text: '' };
}

/** The lines of a visit that other visits say they carried out, whether they are still there or not. */
export function namedLines(
  visits: readonly Pick<FollowedVisit, 'id' | 'closes'>[],
  visit: FollowedVisit['id'] | null,
): ClosedLine[] {
  return visits
    .filter(({ id }) => id !== visit)
    .flatMap(({ closes }) => statedCloses(closes))
    .filter(({ task }) => task === visit);
}

/** What recommendations ask of a visit. */
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

/** Names a recommendation among all of its site. */
export function followKey({ task, line }: ClosedLine): string {
  return `${task}/${line}`;
}

const hasEntries = (stored: unknown) => Array.isArray(stored) && stored.length > 0;

/**
 * THE rule of what is open at a site (`decisions §14`): each recommendation of its shown visits, oldest first, and how it ended. The earliest
 * shown visit that says so carried it out, whatever its date: somebody has ticked it, and a date may be mistyped. What a visit did counts more
 * than what the office says. A hidden visit says nothing, so hiding it opens what it had carried out; what a visit says of itself, of a hidden visit
 * or of a line that is not there counts for nothing.
 * @param visits of one site; hidden ones may be among them
 */
export function followUps<Visit extends FollowedVisit>(visits: readonly Visit[]): FollowUp<Visit>[] {
  const shown = visits
    // most visits say nothing of recommendations, and a site may have thousands
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
    const ofVisit = byVisit.get(followUp.visit.id);
    if (ofVisit) ofVisit.push(followUp);
    else byVisit.set(followUp.visit.id, [followUp]);
  }
  return byVisit;
}

/** The recommendations that wait for a visit, oldest first. */
export function openFollowUps<Visit extends FollowedVisit>(visits: readonly Visit[]): FollowUp<Visit>[] {
  return followUps(visits).filter(({ end }) => end === null);
}

/** How many recommendations are open again where a visit is hidden or leaves its site: those that it alone carried out. */
export function openedWithout(visits: readonly FollowedVisit[], id: number): number {
  const keyOf = ({ visit, line }: FollowUp<FollowedVisit>) => followKey({ task: visit.id, line });
  const done = followUps(visits).filter(({ end }) => end?.by === 'visit' && end.visit.id === id);
  const keys = new Set(done.map(keyOf));
  return openFollowUps(visits.filter((visit) => visit.id !== id)).filter((open) => keys.has(keyOf(open))).length;
}

/** A visit that is typed: its time, null while it is half typed, and what it says it carried out. */
interface ClosingVisit {
  time: string | null;
  closes: readonly ClosedLine[];
}

/**
 * What a visit can say that it carried out, oldest first: what is open without it and recommended by its time, and what it says already.
 * `gone`: what it says of lines that are not there.
 * @param without what became of recommendations without this visit
 */
export function closableFollowUps<Visit extends FollowedVisit>(
  without: readonly FollowUp<Visit>[],
  { time, closes }: ClosingVisit,
): { offered: FollowUp<Visit>[]; gone: ClosedLine[] } {
  const said = new Set(closes.map(followKey));
  const all = without.map((found) => ({ found, key: followKey({ task: found.visit.id, line: found.line }) }));
  const isRecommended = ({ visit }: FollowUp<Visit>) => time === null || Date.parse(visit.time) <= Date.parse(time);
  const known = new Set(all.map(({ key }) => key));
  return {
    offered: all
      .filter(({ found, key }) => said.has(key) || (found.end === null && isRecommended(found)))
      .map(({ found }) => found),
    gone: closes.filter((named) => !known.has(followKey(named))),
  };
}

/** How long something has been open: whole months, and the days where it is less than one. */
export interface Age {
  months: number;
  days: number;
}

/** The age in days of Singapore of what is open since a stored time. */
export function ageSince(time: string, now: Date): Age {
  const since = new Date(time);
  return {
    months: wholeMonths(siteStamp(since).slice(0, 10), siteStamp(now).slice(0, 10)),
    days: Math.max(0, siteDayNumber(now) - siteDayNumber(since)),
  };
}
