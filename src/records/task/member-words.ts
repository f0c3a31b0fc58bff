import { said, t } from '../../lib/language/translate.ts';
import { momentText, siteStamp, siteTime } from '../time.ts';
import { statedFollow } from './follow-ups.ts';
import {
  labelledTexts,
  listMembers,
  statedInstant,
  textLabels,
  textsOf,
  timeMemberNames,
  timeMembers,
  type OptionalMember,
  type TimeMember,
} from './optional-members.ts';
import { durationText } from './response-words.ts';
import { minutesToArrival } from './response.ts';

// What the optional members of a visit say, for screens, papers and files (`decisions §14`).

/** What a visit says in its optional members. */
export type TaskMembers = Partial<Record<OptionalMember, unknown>>;

export type SaidVisit = TaskMembers & { time: string };

interface LabelledText {
  label: string;
  text: string;
}

const dayOf = (instant: Date) => siteStamp(instant).slice(0, 10);

/** A time that a visit says, as a clock time; of another day than the visit's with the day. Null where it says none. */
export function timeText(visit: SaidVisit, member: TimeMember): string | null {
  const instant = new Date(statedInstant(visit[member]));
  if (Number.isNaN(instant.getTime())) return null;
  return dayOf(instant) === dayOf(new Date(visit.time)) ? siteTime(instant).clock : momentText(instant);
}

function labelledTimes(visit: SaidVisit): LabelledText[] {
  return timeMemberNames.flatMap((member) => {
    const text = timeText(visit, member);
    return text === null ? [] : [{ label: said(timeMembers[member].label), text }];
  });
}

/** How fast somebody came: how long it took, whatever is promised. */
function labelledAnswer(visit: SaidVisit): LabelledText[] {
  const minutes = minutesToArrival(visit);
  return minutes === null ? [] : [{ label: t('Answered in'), text: durationText(minutes) }];
}

/** Who came, the job number, the times and how fast somebody came, as far as a visit says them. */
export function labelledFacts(visit: SaidVisit): LabelledText[] {
  return [...labelledTexts(visit), ...labelledTimes(visit), ...labelledAnswer(visit)];
}

/** All that a visit says: the facts, then each recommendation. */
export function labelledMembers(visit: SaidVisit): LabelledText[] {
  return [...labelledFacts(visit), ...labelledFollow(visit)];
}

function labelledFollow(visit: TaskMembers): LabelledText[] {
  return recommendationsOf(visit).map((text) => ({ label: said(listMembers.follow.label), text }));
}

/** The text of a visit on paper: what was done, and what should be done next. */
export function textOnPaper(visit: TaskMembers & { tasks: string }): string {
  return [visit.tasks.trim(), ...labelledFollow(visit).map((follow) => t('{label}: {text}', follow))]
    .filter(Boolean)
    .join('\n');
}

/** The recommendations of a visit as texts, in its order. */
export function recommendationsOf(visit: TaskMembers): string[] {
  return statedFollow(visit.follow).map(({ text }) => text);
}

/** What people wrote in a visit: a paper asks which letters it needs. */
export function writtenTexts(visit: TaskMembers & { title: string; tasks: string }): string[] {
  return [visit.title, visit.tasks, ...textsOf(visit), ...recommendationsOf(visit)];
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

/** The cells under `memberHeads`: days and times as `2026-05-03 09:12`, recommendations in a line each. */
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
