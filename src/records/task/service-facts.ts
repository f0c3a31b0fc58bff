import { said, t } from '../../lib/language/translate.ts';
import type { FaultNames } from '../fault/answers.ts';
import { momentText, siteStamp, siteTime } from '../time.ts';
import { statedFollow } from './follow-ups.ts';
import {
  labelledTexts,
  statedInstant,
  timeMemberNames,
  timeMembers,
  type OptionalMember,
  type TimeMember,
} from './optional-members.ts';
import { durationText } from './response-words.ts';
import { minutesToArrival } from './response.ts';

// What the optional members of a visit say without the faults that it answered, which a link does not show (`decisions §16`).

/** What a visit says in its optional members. */
export type TaskMembers = Partial<Record<OptionalMember, unknown>>;

export type SaidVisit = TaskMembers & {
  time: string;
  /** The names of the faults of its site. */
  names?: FaultNames | undefined;
};

export interface LabelledText {
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
export function serviceFacts(visit: SaidVisit): LabelledText[] {
  return [...labelledTexts(visit), ...labelledTimes(visit), ...labelledAnswer(visit)];
}

/** The recommendations of a visit as texts, in its order. */
export function recommendationsOf(visit: TaskMembers): string[] {
  return statedFollow(visit.follow).map(({ text }) => text);
}
