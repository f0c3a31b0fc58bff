import type { CarriedOutLine, FollowLine } from '../../../src/records/task/follow-ups.ts';
import type { TextMember, TimeMember } from '../../../src/records/task/optional-members.ts';
import { siteStamp } from '../../../src/records/time.ts';
import type { DemoSite, DemoTask } from './demo-data.ts';
import { factsOf } from './posts.ts';

/*
 * The details of call-outs in the visits of the demo (decisions §14). The source of the demo is older than these members. As in an office
 * that starts to record them, the visits name the technician from a certain day on, and earlier visits do not.
 */

/** By site: the first day whose visits name the technician. Menara Kayangan has no agreement on emergency calls, and records nothing. */
const recordedSince: Partial<Record<number, string>> = { 1: '2026-03-01', 2: '2026-04-01' };

interface CallOut {
  ref: string;
  /** Minutes from the report to the arrival. */
  minutes: number;
}

/** The call-outs by site and task, with the same details as the texts of the visits. */
const callOuts: Partial<Record<number, Partial<Record<number, CallOut>>>> = {
  1: {
    89: { ref: 'J-2611', minutes: 130 },
    // at night, and later than the promised four hours
    103: { ref: 'J-2629', minutes: 315 },
    112: { ref: 'J-2641', minutes: 35 },
    118: { ref: 'J-2657', minutes: 105 },
  },
  2: { 32: { ref: 'J-2619', minutes: 210 } },
};

/** The recommendation of a visit, by site and task, in the words and the language of the visit's text. */
const recommendations: Partial<Record<number, Partial<Record<number, string>>>> = {
  1: {
    90: '检查其余三个车道的天线接头是否进水。',
    103: 'Have the tree over the lane of P2 Rear Gate trimmed.',
    112: 'Re-cut the loop of P4: since the resurfacing it lies 70 mm deep.',
  },
};

const carriedOut: Partial<Record<number, Partial<Record<number, CarriedOutLine[]>>>> = {
  1: { 93: [{ task: 90, line: 1 }] },
};

/** The technician of the visit, the same as in its report: in every third month the second of the site. */
export function technicianOf(site: DemoSite, { time }: Pick<DemoTask, 'time'>): string {
  return factsOf(site).technicians[Number(time.slice(5, 7)) % 3 === 0 ? 1 : 0];
}

const minutesLater = (time: string, minutes: number): string =>
  siteStamp(new Date(Date.parse(time) + minutes * 60_000));

/** The time at which the technician left, the same as in the report of the visit: invented, 45 to 104 minutes after the arrival. */
export function leftAt({ id, time }: Pick<DemoTask, 'id' | 'time'>): string {
  return minutesLater(time, 45 + ((id * 17) % 60));
}

export type CallOutMembers = Partial<
  Record<TextMember | TimeMember, string> & { follow: FollowLine[]; closes: CarriedOutLine[] }
>;

/** The members of a visit for the technician, the times and the recommended work. Members without a value are left out. */
export function callOutMembers(site: DemoSite, task: DemoTask): CallOutMembers {
  const since = recordedSince[site.id];
  const callOut = callOuts[site.id]?.[task.id];
  const text = recommendations[site.id]?.[task.id];
  const closes = carriedOut[site.id]?.[task.id];
  return {
    ...(callOut && { ref: callOut.ref }),
    ...(since !== undefined && task.time >= since && task.showing === 'True' && { by: technicianOf(site, task) }),
    ...(callOut && { reported: minutesLater(task.time, -callOut.minutes), arrived: task.time, left: leftAt(task) }),
    ...(text !== undefined && { follow: [{ line: 1, text }] }),
    ...(closes && { closes }),
  };
}
