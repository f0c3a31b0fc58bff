import { said, t } from '../../lib/language/translate.ts';
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

// The texts of a visit's optional members, without the faults that the visit answered, because a public link to visits does not show faults
// (`decisions §16`). `member-words.ts` adds the faults.

/** The stored values of a visit's optional members. */
export type TaskMembers = Partial<Record<OptionalMember, unknown>>;

/** A visit whose optional members are put into words. */
export type DescribedVisit = TaskMembers & { time: string };

export interface LabelledText {
  label: string;
  text: string;
}

const dayOf = (instant: Date) => siteStamp(instant).slice(0, 10);

/** A call-out time of a visit as a clock time, with the day if it is not the day of the visit. Null when the visit has no such time. */
export function timeText(visit: DescribedVisit, member: TimeMember): string | null {
  const instant = new Date(statedInstant(visit[member]));
  if (Number.isNaN(instant.getTime())) return null;
  return dayOf(instant) === dayOf(new Date(visit.time)) ? siteTime(instant).clock : momentText(instant);
}

function labelledTimes(visit: DescribedVisit): LabelledText[] {
  return timeMemberNames.flatMap((member) => {
    const text = timeText(visit, member);
    return text === null ? [] : [{ label: said(timeMembers[member].label), text }];
  });
}

/** The time from the report to the arrival, without a comparison with the promised response time. */
function labelledResponse(visit: DescribedVisit): LabelledText[] {
  const minutes = minutesToArrival(visit);
  return minutes === null ? [] : [{ label: t('Answered in'), text: durationText(minutes) }];
}

/** Who came, the job number, the times and the response time; a member that the visit does not have is left out. */
export function serviceFacts(visit: DescribedVisit): LabelledText[] {
  return [...labelledTexts(visit), ...labelledTimes(visit), ...labelledResponse(visit)];
}

/** The texts of a visit's recommendations, in the order of the visit. */
export function recommendationsOf(visit: TaskMembers): string[] {
  return statedFollow(visit.follow).map(({ text }) => text);
}
