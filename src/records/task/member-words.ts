import { said, t } from '../../lib/language/translate.ts';
import { momentText, siteStamp, siteTime } from '../time.ts';
import { statedFollow } from './follow-ups.ts';
import {
  labelledTexts,
  listMembers,
  statedText,
  textLabels,
  textsOf,
  timeMemberNames,
  timeMembers,
  type OptionalMember,
  type TimeMember,
} from './optional-members.ts';

// What the optional members of a visit say, for screens, papers and files (`decisions §14`).

/** What a visit says in its optional members. */
export type TaskMembers = Partial<Record<OptionalMember, unknown>>;

/** The instant of a stored time in milliseconds; NaN where it says none. */
function statedInstant(stored: unknown): number {
  return Date.parse(statedText(stored));
}

const dayOf = (instant: Date) => siteStamp(instant).slice(0, 10);

/** The times that a visit says, as clock times; those of another day than the visit's with the day. */
export function labelledTimes(visit: TaskMembers & { time: string }): {
  member: TimeMember;
  label: string;
  text: string;
}[] {
  return timeMemberNames.flatMap((member) => {
    const instant = new Date(statedInstant(visit[member]));
    if (Number.isNaN(instant.getTime())) return [];
    const isOfVisit = dayOf(instant) === dayOf(new Date(visit.time));
    const text = isOfVisit ? siteTime(instant).clock : momentText(instant);
    return [{ member, label: said(timeMembers[member].label), text }];
  });
}

/** All that a visit says in a word or a time, with labels, for papers and lists. */
export function labelledMembers(visit: TaskMembers & { time: string }): { label: string; text: string }[] {
  return [...labelledTexts(visit), ...labelledTimes(visit)];
}

/** The recommendations of a visit as texts, in its order. */
export function recommendationsOf(visit: TaskMembers): string[] {
  return statedFollow(visit.follow).map(({ text }) => text);
}

/** How long it took from the report to the arrival, in whole minutes, cut off; null where one of the two is not said. */
function minutesToArrival(visit: TaskMembers): number | null {
  const minutes = Math.floor((statedInstant(visit.arrived) - statedInstant(visit.reported)) / 60_000);
  return minutes >= 0 ? minutes : null;
}

/** The heads of the columns of a table of visits. Newer ones come last, as people's own sheets count them. */
export function memberHeads(): string[] {
  return [
    ...textLabels(),
    ...timeMemberNames.map((member) => said(timeMembers[member].label)),
    t('Answered in (min)'),
    said(listMembers.follow.label),
  ];
}

/** The cells under `memberHeads`: days and times as `2026-05-03 09:12`, recommendations one a line. */
export function memberCells(visit: TaskMembers): (string | number)[] {
  const cell = (member: TimeMember) => {
    const instant = statedInstant(visit[member]);
    return Number.isNaN(instant) ? '' : siteStamp(new Date(instant)).slice(0, 16).replace('T', ' ');
  };
  return [
    ...textsOf(visit),
    ...timeMemberNames.map(cell),
    minutesToArrival(visit) ?? '',
    recommendationsOf(visit).join('\n'),
  ];
}
