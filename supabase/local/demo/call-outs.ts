import type { ClosedLine, FollowLine } from '../../../src/records/task/follow-ups.ts';
import type { TextMember, TimeMember } from '../../../src/records/task/optional-members.ts';
import { siteStamp } from '../../../src/records/time.ts';
import type { DemoSite, DemoTask } from './demo-data.ts';
import { factsOf } from './posts.ts';

/*
 * What the visits of the demo say of call-outs (decisions §14). Its source predates these members: as in an office that begins to note
 * them, the visits from a day on say who came, and those before say nothing.
 */

/** Menara Kayangan never agreed on emergency calls, and its office notes nothing. */
const notedSince: Partial<Record<number, string>> = { 1: '2026-03-01', 2: '2026-04-01' };

interface Called {
  ref: string;
  /** Minutes from the report to the arrival. */
  minutes: number;
}

/** By site and task. What the texts of the visits say of it is the same. */
const calls: Partial<Record<number, Partial<Record<number, Called>>>> = {
  1: {
    89: { ref: 'J-2611', minutes: 130 },
    // at night, and longer than the four hours that are promised
    103: { ref: 'J-2629', minutes: 315 },
    112: { ref: 'J-2641', minutes: 35 },
    118: { ref: 'J-2657', minutes: 105 },
  },
  2: { 32: { ref: 'J-2619', minutes: 210 } },
};

/** What a visit recommends, by site and task, in the words and the language of its text. */
const recommended: Partial<Record<number, Partial<Record<number, string>>>> = {
  1: {
    90: '检查其余三个车道的天线接头是否进水。',
    103: 'Have the tree over the lane of P2 Rear Gate trimmed.',
    112: 'Re-cut the loop of P4: since the resurfacing it lies 70 mm deep.',
  },
};

const carriedOut: Partial<Record<number, Partial<Record<number, ClosedLine[]>>>> = {
  1: { 93: [{ task: 90, line: 1 }] },
};

/** Who came, as the report of the visit says it. */
export function technicianOf(site: DemoSite, { time }: Pick<DemoTask, 'time'>): string {
  return factsOf(site).technicians[Number(time.slice(5, 7)) % 3 === 0 ? 1 : 0];
}

const minutesLater = (time: string, minutes: number): string =>
  siteStamp(new Date(Date.parse(time) + minutes * 60_000));

/** When the technician left, as the report of the visit says it. */
export function leftAt({ id, time }: Pick<DemoTask, 'id' | 'time'>): string {
  return minutesLater(time, 45 + ((id * 17) % 60));
}

export type CallOutMembers = Partial<
  Record<TextMember | TimeMember, string> & { follow: FollowLine[]; closes: ClosedLine[] }
>;

/** The members of a visit that say who came, when, and what should be done next; none that the visit does not say. */
export function callOutMembers(site: DemoSite, task: DemoTask): CallOutMembers {
  const since = notedSince[site.id];
  const called = calls[site.id]?.[task.id];
  const text = recommended[site.id]?.[task.id];
  const closes = carriedOut[site.id]?.[task.id];
  return {
    ...(called && { ref: called.ref }),
    ...(since !== undefined && task.time >= since && task.showing === 'True' && { by: technicianOf(site, task) }),
    ...(called && { reported: minutesLater(task.time, -called.minutes), arrived: task.time, left: leftAt(task) }),
    ...(text !== undefined && { follow: [{ line: 1, text }] }),
    ...(closes && { closes }),
  };
}
