import { visitKindLabel } from '../../../src/records/task/visit.ts';
import { longDate, siteTime } from '../../../src/records/time.ts';
import { leftAt, technicianOf } from './call-outs.ts';
import { kindOfVisit, type DemoSite, type DemoTask } from './demo-data.ts';
import { factsOf, postsOfVisit } from './posts.ts';

type Reading = readonly [what: string, measured: string, limit: string, result: 'Pass' | 'Fail' | 'Attention'];

/** The content of a visit's service report. All of it comes from the records of the visit, its site and other visits to the site. */
export interface ServiceReport {
  siteId: number;
  /** SR-yyyy-mmdd, with -2 at the end for a site's second report of that day. */
  number: string;
  time: string;
  date: string;
  title: string;
  kind: string;
  client: string;
  address: string;
  posts: string;
  contract: string;
  technician: string;
  arrived: string;
  left: string;
  work: string;
  readings: readonly Reading[];
  checks: readonly (readonly [string, string, string])[];
  action: string;
  parts: string;
  next: string;
  accepted: string;
}

/** The pattern that finds a figure in texts of three languages, and the limits of a good figure. */
interface Measure {
  pattern: RegExp;
  what: (match: RegExpExecArray) => string;
  value: (match: RegExpExecArray) => string;
  unit: string;
  limit: string;
  isGood: (value: number) => boolean;
}

/** Makes a function that returns the text of a group of a match. */
const groupText =
  (number: number) =>
  (match: RegExpExecArray): string =>
    match[number] ?? '';

const measures: readonly Measure[] = [
  {
    pattern: /(?:(P\d|Post \d|Tower B)[:：][^:：]*?)?(?:(\d\.\d) s average|purata (\d\.\d) s|平均 (\d\.\d) 秒)/gu,
    what: (match) => `Cycle time, mean of 10${match[1] ? `, ${match[1]}` : ''}`,
    value: (match) => match[2] ?? match[3] ?? match[4] ?? '',
    unit: 's',
    limit: '2.5 to 4.0 s',
    isGood: (value) => value <= 4,
  },
  {
    pattern: /(?:Travel time|行程时间|恢复至) (\d\.\d) ?(?:s|秒)/gu,
    what: (match) => (match[0].startsWith('恢') ? 'Travel time after the work' : 'Travel time'),
    value: groupText(1),
    unit: 's',
    limit: '2.5 to 4.0 s',
    isGood: (value) => value <= 4,
  },
  {
    pattern: /(?:(L\d)[:：]? ?|电感 )(\d+) uH/gu,
    what: (match) => (match[1] ? `Loop ${match[1]} inductance` : 'Loop inductance, new loop'),
    value: groupText(2),
    unit: 'µH',
    limit: '50 to 1000 µH',
    isGood: (value) => value >= 50 && value <= 1000,
  },
  {
    pattern: /(?:对地绝缘 (\d\.\d) 兆欧|above (200) Mohm)/gu,
    what: (match) => `Loop insulation at 500 V DC${match[1] ? ', before the work' : ''}`,
    value: (match) => match[1] ?? match[2] ?? '',
    unit: 'Mohm',
    limit: 'over 10 Mohm',
    isGood: (value) => value > 10,
  },
  {
    pattern:
      /(?:(P\d|Post \d|Tower B)[:：][^。.]*?\d\.\d[^。]*?)?(?:read at|dibaca pada|读取距离) ?(\d\.\d) ?(?:m|米)/gu,
    what: (match) => `Read range, test tag${match[1] ? `, ${match[1]}` : ''}`,
    value: groupText(2),
    unit: 'm',
    limit: 'over 5.0 m',
    isGood: (value) => value > 5,
  },
  {
    pattern: /(entrance|exit) (\d\.\d) m/gu,
    what: (match) => `Read range at the bumper line, ${match[1] ?? ''}`,
    value: groupText(2),
    unit: 'm',
    limit: 'over 5.0 m',
    isGood: (value) => value > 5,
  },
  {
    pattern: /(下降|恢复)至 (\d\.\d) ?米/gu,
    what: (match) => `Read range ${match[1] === '下降' ? 'before' : 'after'} the work`,
    value: groupText(2),
    unit: 'm',
    limit: 'over 5.0 m',
    isGood: (value) => value > 5,
  },
  {
    pattern: /Earth resistance (\d\.\d) ohm/gu,
    what: () => 'Earth resistance at the cabinet bar',
    value: groupText(1),
    unit: 'ohm',
    limit: 'under 5 ohm',
    isGood: (value) => value < 5,
  },
  {
    pattern: /AVR (?:input (\d+) V|output (\d+) V)|, output (\d+) V/gu,
    what: (match) => (match[1] ? 'Supply before the AVR' : 'Supply after the AVR'),
    value: (match) => match[1] ?? match[2] ?? match[3] ?? '',
    unit: 'V',
    limit: '230 V ± 10 %',
    isGood: (value) => value >= 207 && value <= 253,
  },
];

/** The figures in a text, as rows of a table of readings. */
export function readingsIn(text: string): Reading[] {
  return measures.flatMap(({ pattern, what, value, unit, limit, isGood }) =>
    Array.from(text.matchAll(pattern), (match): Reading => {
      const measured = value(match);
      return [what(match), `${measured} ${unit}`, limit, isGood(Number(measured)) ? 'Pass' : 'Fail'];
    }),
  );
}

/** The monthly checks of a lane: the name of the check, its details, and the result. */
const checks = [
  ['Visual inspection', 'Arm straight, housing, lock and seal dry; anchor bolts and signs in order', 'Pass'],
  ['Gate cycle test', '10 cycles, no noise; limits and rubber stopper; manual release', 'Pass'],
  ['Spring balance', 'Power off, clutch released: arm stays at 45 degrees', 'Pass'],
  ['RFID reader test', 'LED state, test tag at the stop line, no cross-read', 'Pass'],
  ['Loop detector test', 'LED follows the vehicle, arm reverses over the safety loop', 'Pass'],
] as const;

/** The fitted parts, by patterns in the title and the text of a visit. */
const partsFitted: readonly (readonly [RegExp, string])[] = [
  [/spring .*(?:snapped|fatigue)|spring patah/iu, 'Counterbalance spring, 1 pair'],
  [/New 4\.5 m arm/u, 'Octagonal arm 4.5 m, reflective tape, edge rubber, spring set'],
  [/重新切缝/u, 'Loop wire 1.5 mm² 30 m, loop sealant 2 cartridges'],
  [/线缆/u, 'Antenna cable 3 m, N plug 2 pc, self-sealing tape'],
  [/vent filter|Penapis udara|通风滤网/iu, 'Vent filter 1 pc'],
  [/headlamp type/u, 'Headlamp tag 2 pc'],
  [/tag baharu/u, 'Windscreen tag 12 pc'],
  [/RJ45/u, 'RJ45 plug 2 pc'],
  [/RS-485 ke TCP/u, 'RS-485 to TCP/IP converter 1 pc, resistor 120 ohm 2 pc'],
  [/电源线/u, 'Power cable 2.5 mm² 18 m'],
  [/控制板/u, 'Control board 1 pc, cabinet seal 1 pc, heating foil 1 pc'],
  [/reflective tape renewed|pita pemantul|反光贴/u, 'Reflective tape 2 m'],
];

const actions: readonly (readonly [RegExp, string])[] = [
  [/trim the tree/u, 'The management has the tree over the lane trimmed before the rain season.'],
  [/Thermal cut-out/u, 'Watch the noon traffic of the lane; a drive of the next size if the alarm comes again.'],
  [/metallic film/u, 'Tell new residents of the guide before they fit their tags.'],
  [/ant nest/u, 'Look into the photocell at each visit.'],
  [/天线线缆/u, 'Check the plugs of the other lanes before the rain season.'],
  [/storm/iu, 'Test the surge protection at the next quarterly visit.'],
  [/Limit cam/u, 'Check the mark on the limit cam at the next visit.'],
];

const firstMatch = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** The numbers of a site's reports by the id of the visit, in the order of the visits. */
export function reportNumbers(site: DemoSite): Map<number, string> {
  const counts = new Map<string, number>();
  const numbers = new Map<number, string>();
  for (const { id, time, pdf } of site.tasks2024.toSorted((a, b) => (a.time < b.time ? -1 : 1))) {
    if (pdf === '') continue;
    const number = `SR-${time.slice(0, 4)}-${time.slice(5, 7)}${time.slice(8, 10)}`;
    const count = (counts.get(number) ?? 0) + 1;
    counts.set(number, count);
    numbers.set(id, count === 1 ? number : `${number}-${count}`);
  }
  return numbers;
}

/** The day of the next planned visit to the same posts. */
function dayOfNextVisit(site: DemoSite, task: DemoTask): string {
  const posts = postsOfVisit(site, task);
  const [next] = site.tasks2024
    .filter(
      (other) =>
        other.time > task.time &&
        other.showing === 'True' &&
        kindOfVisit(other) === 'preventive' &&
        postsOfVisit(site, other).some((post) => posts.includes(post)),
    )
    .toSorted((a, b) => (a.time < b.time ? -1 : 1));
  if (next) return longDate(next.time);
  return site.contract_until < '2026-12' ? 'Not agreed: the contract ends on 31 August 2026' : 'December 2026';
}

function reportOf(site: DemoSite, task: DemoTask, number: string): ServiceReport {
  const { client, contract, accepted } = factsOf(site);
  const text = `${task.title}\n${task.tasks}`;
  const readings = readingsIn(task.tasks);
  const kind = kindOfVisit(task);
  return {
    siteId: site.id,
    number,
    time: task.time,
    date: longDate(task.time),
    title: task.title,
    kind: visitKindLabel(kind) ?? '',
    client,
    address: site.address,
    posts: postsOfVisit(site, task).join(', '),
    contract,
    technician: technicianOf(site, task),
    arrived: siteTime(task.time).clock,
    left: siteTime(leftAt(task)).clock,
    work: task.tasks,
    readings,
    checks: /^Monthly|bulanan|每月/u.test(task.title) ? checks : [],
    action: firstMatch(actions, text) ?? 'None.',
    parts: firstMatch(partsFitted, text) ?? 'None',
    next: dayOfNextVisit(site, task),
    accepted,
  };
}

/** Every service report of the demo. */
export const listReports = (sites: readonly DemoSite[]): ServiceReport[] =>
  sites.flatMap((site) => {
    const numbers = reportNumbers(site);
    return site.tasks2024.flatMap((task) => {
      const number = numbers.get(task.id);
      return number === undefined ? [] : [reportOf(site, task, number)];
    });
  });
