import { afterEach, describe, expect, it } from 'vitest';
import type { PromiseHistory } from '../../../src/records/site/site-promise.ts';
import {
  callsUsed,
  callYear,
  hadNoCallOut,
  responseFigures,
  responseOf,
  type ClockedSite,
  type ReportedFault,
  type ResponseFigures,
} from '../../../src/records/task/response.ts';
import type { HiddenTask, Task } from '../../../src/records/task/task.ts';
import { task } from '../../support/rows.ts';

/** The time `2026-05-03 09:12` as tasks store it. */
const at = (time: string) => `${time.replace(' ', 'T')}${time.length === 16 ? ':00' : ''}+08:00`;

interface CallValues {
  id?: number;
  reported?: string;
  arrived?: string;
  left?: string;
  /** The time of the visit, if the visit has no `arrived`. */
  time?: string;
  kind?: string;
  answers?: number[];
}

/** An emergency call. */
function call({ reported, arrived, left, time, ...values }: CallValues): Task {
  return task({
    kind: 'emergency',
    time: at(arrived ?? time ?? '2026-05-03 11:22'),
    ...(reported !== undefined && { reported: at(reported) }),
    ...(arrived !== undefined && { arrived: at(arrived) }),
    ...(left !== undefined && { left: at(left) }),
    ...values,
  });
}

const stamp = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** An answered call with this response time in minutes. */
function took(minutes: number, id: number): Task {
  const start = Date.parse('2026-05-03T00:00:00+08:00') + id * 86_400_000;
  return call({ id, reported: stamp(start), arrived: stamp(start + minutes * 60_000) });
}

type Closing = NonNullable<ReportedFault['closed']>['as'];
const fault = (id: number, reported: string, closed?: [as: Closing, when: string]): ReportedFault => ({
  id,
  reported_at: at(reported),
  ...(closed && { closed: { as: closed[0], at: at(closed[1]) } }),
});

const hidden = ({ id, year, month }: Task): HiddenTask => ({ id, year, month, showing: 'False' });
const promise = (hours: number | null, calls: number | null = null): PromiseHistory => ({ hours, calls, before: [] });

interface Row extends Partial<Pick<ClockedSite, 'promises' | 'contractEnd' | 'faults' | 'visits'>> {
  name: string;
  year?: number;
  now?: string;
  expected: Partial<Omit<ResponseFigures, 'responses'>> & {
    /** The minutes of each response, in order. */
    minutes?: (number | null)[];
    states?: string[];
  };
}

const noon = '2026-11-22 12:00';

function figuresOf({ year = 2026, now = noon, expected, ...site }: Row) {
  const figures = responseFigures({
    promises: promise(3),
    contractEnd: null,
    faults: [],
    visits: [],
    ...site,
    days: { from: `${year}-01-01`, to: `${year}-12-31` },
    now: new Date(at(now)),
  });
  const { responses } = figures;
  const lists = { minutes: responses.map(({ minutes }) => minutes), states: responses.map(({ state }) => state) };
  const all = { ...figures, ...lists };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in expected));
}

const firstFault = fault(1, '2026-05-03 08:00');
const secondFault = fault(2, '2026-05-03 09:00');
const first = call({ id: 1, answers: [1], arrived: '2026-05-03 09:30' });
const returnVisit = call({ id: 2, answers: [1], arrived: '2026-05-04 10:00' });

/** A row for each case. Other tests below have 18, 24 and 25. */
const cases: Row[] = [
  {
    name: '1 nothing',
    expected: {
      minutes: [],
      within: 0,
      promised: 0,
      hours: null,
      unrecorded: 0,
      median: null,
      longest: null,
      calls: 0,
    },
  },
  {
    name: '2 an emergency without times',
    visits: [call({})],
    expected: { states: ['unrecorded'], unrecorded: 1, within: 0, late: 0, promised: 0, calls: 1, recorded: 0 },
  },
  {
    name: '3 reported 09:12, arrived 11:22, within 3 hours',
    visits: [call({ reported: '2026-05-03 09:12', arrived: '2026-05-03 11:22' })],
    expected: { within: 1, promised: 1, hours: 3, minutes: [130], median: 130, longest: 130, late: 0, unrecorded: 0 },
  },
  {
    name: '4 exactly 3 hours',
    visits: [call({ reported: '2026-05-03 09:00', arrived: '2026-05-03 12:00' })],
    expected: { within: 1, promised: 1, minutes: [180] },
  },
  {
    name: '5 3 hours and 59 seconds',
    visits: [call({ reported: '2026-05-03 09:00', arrived: '2026-05-03 12:00:59' })],
    expected: { within: 1, late: 0, minutes: [180] },
  },
  {
    name: '6 3 hours and a minute',
    visits: [call({ reported: '2026-05-03 09:00', arrived: '2026-05-03 12:01' })],
    expected: { within: 0, late: 1, promised: 1, minutes: [181], states: ['late'] },
  },
  {
    name: '7 no arrival: the time of the visit does not count, as old visits have the time of the typing',
    visits: [call({ reported: '2026-05-03 09:00', time: '2026-05-03 10:00' })],
    expected: { unrecorded: 1, within: 0, minutes: [null], calls: 1 },
  },
  {
    name: '8 a fault of 08:00, a visit that says no report',
    faults: [firstFault],
    visits: [call({ answers: [1], arrived: '2026-05-03 09:00' })],
    expected: { minutes: [60], within: 1 },
  },
  {
    name: '9 a fault of 08:00, a typed report of 08:30: the earlier one',
    faults: [firstFault],
    visits: [call({ answers: [1], reported: '2026-05-03 08:30', arrived: '2026-05-03 09:00' })],
    expected: { minutes: [60] },
  },
  {
    name: '10 there at 14:00, the guard reports at 14:05',
    faults: [fault(1, '2026-05-03 14:05')],
    visits: [call({ answers: [1], arrived: '2026-05-03 14:00' })],
    expected: { states: ['unrecorded'], unrecorded: 1, within: 0, minutes: [null], recorded: 0 },
  },
  {
    name: '11 faults of 08:00 and 09:00, one visit at 10:00',
    faults: [secondFault, firstFault],
    visits: [call({ answers: [2, 1], arrived: '2026-05-03 10:00' })],
    expected: { minutes: [120], calls: 1 },
  },
  {
    name: '12 one fault, two visits',
    faults: [firstFault],
    visits: [returnVisit, first],
    expected: { minutes: [90], calls: 1, unrecorded: 0 },
  },
  {
    name: '13 the second visit answers an old and a new fault',
    faults: [firstFault, fault(3, '2026-05-04 09:00')],
    visits: [first, { ...returnVisit, answers: [1, 3] }],
    expected: { minutes: [90, 60], calls: 2 },
  },
  {
    name: '14 a preventive visit answers a fault',
    faults: [firstFault],
    visits: [call({ kind: 'preventive', answers: [1], arrived: '2026-05-03 09:00' })],
    expected: { minutes: [60], within: 1, calls: 0 },
  },
  {
    name: '15 reported on 31 December at 23:50, arrived at 00:40: of the new year',
    year: 2027,
    now: '2027-02-01 12:00',
    visits: [call({ reported: '2026-12-31 23:50', arrived: '2027-01-01 00:40' })],
    expected: { minutes: [50], calls: 1 },
  },
  {
    name: '15 reported on 31 December at 23:50, arrived at 00:40: not of the old year',
    now: '2027-02-01 12:00',
    visits: [call({ reported: '2026-12-31 23:50', arrived: '2027-01-01 00:40' })],
    expected: { minutes: [], calls: 0 },
  },
  {
    name: '16 arrived at 23:50, left at 00:30: of the day of the arrival',
    visits: [call({ reported: '2026-12-31 23:00', arrived: '2026-12-31 23:50', left: '2027-01-01 00:30' })],
    expected: { minutes: [50], calls: 1 },
  },
  {
    name: '17 over the end of February in a leap year',
    year: 2028,
    now: '2028-06-01 12:00',
    visits: [call({ reported: '2028-02-28 23:00', arrived: '2028-02-29 01:00' })],
    expected: { minutes: [120] },
  },
  {
    name: '19 the contract ended on 31 August, a call of 2 September',
    contractEnd: '31 Aug 2026',
    visits: [call({ reported: '2026-09-02 09:00', arrived: '2026-09-02 10:00' })],
    expected: { states: ['no-contract'], noContract: 1, promised: 0, within: 0, late: 0, calls: 0, hours: null },
  },
  {
    name: '20 the contract ends today, a call at 22:00',
    contractEnd: '2026-11-22',
    now: '2026-11-22 23:30',
    visits: [call({ reported: '2026-11-22 22:00', arrived: '2026-11-22 23:00' })],
    expected: { within: 1, calls: 1, noContract: 0 },
  },
  {
    name: '21 4 hours until 30 June, then 3; 3 h 30 each',
    promises: { ...promise(3), before: [{ until: '2026-06-30', hours: 4, calls: null }] },
    visits: [
      call({ id: 1, reported: '2026-06-30 23:00', arrived: '2026-07-01 02:30' }),
      call({ id: 2, reported: '2026-07-01 00:10', arrived: '2026-07-01 03:40' }),
    ],
    expected: { states: ['within', 'late'], within: 1, late: 1, promised: 2, hours: null },
  },
  {
    name: '22 the earlier promise was wrong: 3 hours for all of the past',
    promises: promise(3),
    visits: [call({ reported: '2026-01-30 23:00', arrived: '2026-01-31 02:30' })],
    expected: { late: 1, promised: 1, hours: 3 },
  },
  {
    name: '23 no promise',
    promises: promise(null),
    visits: [took(40, 1), took(60, 2)],
    expected: {
      median: 50,
      longest: 60,
      promised: 0,
      within: 0,
      late: 0,
      hours: null,
      states: ['no-promise', 'no-promise'],
    },
  },
  {
    name: '26 the visit is hidden: the fault is open, the call gone',
    faults: [fault(1, '2026-11-22 08:00')],
    visits: [hidden(first)],
    expected: { minutes: [], calls: 0, late: 1, promised: 1, within: 0 },
  },
  {
    name: '26 the visit is restored: as before',
    faults: [fault(1, '2026-11-22 08:00')],
    visits: [call({ answers: [1], arrived: '2026-11-22 09:00' })],
    expected: { minutes: [60], calls: 1, late: 0, within: 1 },
  },
  {
    name: '27 the visit was moved: it counts there, and answers nothing there',
    faults: [],
    visits: [call({ answers: [1], reported: '2026-05-03 09:00', arrived: '2026-05-03 10:00' })],
    expected: { minutes: [60], calls: 1 },
  },
  {
    name: '27 the visit was moved: at its former site the fault is open',
    faults: [fault(1, '2026-11-22 08:00')],
    visits: [],
    expected: { minutes: [], calls: 0, late: 1 },
  },
  {
    name: '28 open for 5 hours, 3 promised',
    faults: [fault(1, '2026-11-22 07:00')],
    expected: { late: 1, promised: 1, within: 0, minutes: [], median: null },
  },
  {
    name: '28 answered later: its minutes, still one',
    faults: [fault(1, '2026-11-22 07:00')],
    visits: [call({ answers: [1], arrived: '2026-11-22 13:00' })],
    now: '2026-11-22 18:00',
    expected: { late: 1, promised: 1, minutes: [360] },
  },
  {
    name: '29 settled and not ours within 2 hours',
    faults: [
      fault(1, '2026-05-03 08:00', ['settled', '2026-05-03 10:00']),
      fault(2, '2026-05-03 08:00', ['not-ours', '2026-05-03 10:00']),
    ],
    expected: { settled: 2, late: 0, promised: 0, calls: 0, minutes: [] },
  },
  {
    name: '29 settled after 5 hours',
    faults: [fault(1, '2026-05-03 08:00', ['settled', '2026-05-03 13:00'])],
    expected: { settled: 1, late: 1, within: 0, calls: 0, minutes: [] },
  },
  {
    name: '30 reported twice, not a fault',
    faults: [
      fault(1, '2026-05-03 08:00', ['double', '2026-05-03 18:00']),
      fault(2, '2026-05-03 08:00', ['not-a-fault', '2026-05-03 18:00']),
    ],
    expected: { settled: 0, late: 0, promised: 0, calls: 0, minutes: [] },
  },
  {
    name: '30 reported twice, and answered all the same',
    faults: [fault(1, '2026-05-03 08:00', ['double', '2026-05-03 09:00'])],
    visits: [call({ answers: [1], arrived: '2026-05-03 10:00' })],
    expected: { settled: 0, late: 0, within: 1, promised: 1, calls: 1, minutes: [120] },
  },
  { name: '31 10, 20, 31, 40', visits: [10, 20, 31, 40].map(took), expected: { median: 25, longest: 40, recorded: 4 } },
  {
    name: '32 one recorded, four not',
    visits: [took(50, 1), ...[2, 3, 4, 5].map((id) => call({ id }))],
    expected: { median: 50, recorded: 1, unrecorded: 4, calls: 5, within: 1, promised: 1 },
  },
  {
    name: '32 the later one was saved first: by the arrival',
    faults: [firstFault],
    visits: [
      call({ id: 1, answers: [1], arrived: '2026-05-03 12:00' }),
      call({ id: 2, answers: [1], arrived: '2026-05-03 09:00' }),
    ],
    expected: { minutes: [60], calls: 1 },
  },
  {
    name: '33 noticed at 08:00, received at 09:30, arrived at 10:00',
    faults: [{ ...fault(1, '2026-05-03 09:30'), noticed_at: at('2026-05-03 08:00') }],
    visits: [call({ answers: [1], arrived: '2026-05-03 10:00' })],
    expected: { minutes: [30] },
  },
  {
    name: '34 a report that is a year wrong is never dropped',
    visits: [call({ reported: '2025-05-03 11:22', arrived: '2026-05-03 11:22' }), took(60, 2)],
    expected: { minutes: [8_760 * 60, 60], longest: 8_760 * 60, late: 1, within: 1 },
  },
  // cases without a number
  {
    name: 'times that cannot be read are not recorded',
    visits: [
      { ...call({ id: 1, arrived: '2026-05-03 10:00' }), reported: 'nine' },
      { ...call({ id: 2, reported: '2026-05-03 09:00' }), arrived: 42 },
      // a time without a zone, which each device would read differently
      { ...call({ id: 3, arrived: '2026-05-03 10:00' }), reported: '2026-05-03T09:00:00' },
      { ...call({ id: 4, arrived: '2026-05-03 10:00' }), reported: '' },
    ],
    expected: { unrecorded: 4, minutes: [null, null, null, null], calls: 4 },
  },
  {
    name: 'an arrival before the report is not recorded',
    visits: [call({ reported: '2026-05-03 10:00', arrived: '2026-05-03 09:59' })],
    expected: { states: ['unrecorded'], minutes: [null] },
  },
  {
    name: 'arrived in the moment of the report',
    visits: [call({ reported: '2026-05-03 10:00', arrived: '2026-05-03 10:00' })],
    expected: { states: ['within'], minutes: [0], median: 0, longest: 0 },
  },
  {
    name: 'visits of other kinds are no responses, with times or not',
    visits: [
      call({ kind: 'preventive', reported: '2026-05-03 09:00', arrived: '2026-05-03 10:00' }),
      call({ kind: 'other' }),
      task(),
    ],
    expected: { minutes: [], calls: 0, unrecorded: 0 },
  },
  {
    name: 'a call after the contract without times says that only',
    contractEnd: '2026-04-30',
    visits: [call({})],
    expected: { noContract: 1, unrecorded: 0, calls: 0 },
  },
  {
    name: 'reported on the last day of the contract, answered after it',
    contractEnd: '2026-08-31',
    visits: [call({ reported: '2026-08-31 23:30', arrived: '2026-09-01 00:30' })],
    expected: { within: 1, calls: 1, noContract: 0 },
  },
  {
    name: 'an end of the contract that is no date ends nothing',
    contractEnd: 'until further notice',
    visits: [took(60, 1)],
    expected: { within: 1, calls: 1, noContract: 0 },
  },
  {
    name: 'calls after the contract have times too',
    contractEnd: '2026-04-30',
    visits: [took(60, 1)],
    expected: { noContract: 1, median: 60, recorded: 1 },
  },
  {
    name: 'an open fault is as far from late as a visit that comes now',
    faults: [fault(1, '2026-11-22 09:00')],
    now: '2026-11-22 12:00:59',
    expected: { late: 0, promised: 0 },
  },
  {
    name: 'an open fault is late with the next minute',
    faults: [fault(1, '2026-11-22 09:00')],
    now: '2026-11-22 12:01',
    expected: { late: 1, promised: 1, hours: 3 },
  },
  {
    name: 'an open fault counts today, not in the year of its report',
    faults: [fault(1, '2025-11-22 09:00')],
    year: 2025,
    expected: { late: 0, promised: 0 },
  },
  {
    name: 'an open fault after the contract is not late',
    contractEnd: '2026-11-21',
    faults: [fault(1, '2026-11-22 00:10')],
    expected: { late: 0, promised: 0 },
  },
  {
    name: 'a fault that was closed and answered is answered',
    faults: [fault(1, '2026-05-03 08:00', ['settled', '2026-05-03 13:00'])],
    visits: [call({ answers: [1], arrived: '2026-05-03 09:00' })],
    expected: { settled: 0, late: 0, within: 1 },
  },
  {
    name: 'a fault is of the day of its closing',
    faults: [fault(1, '2025-12-31 23:00', ['settled', '2026-01-01 00:30'])],
    expected: { settled: 1, late: 0 },
  },
  {
    name: 'an emergency that answers only what was none counts from its own report',
    faults: [fault(1, '2026-05-03 08:00', ['not-a-fault', '2026-05-03 18:00'])],
    visits: [call({ answers: [1], reported: '2026-05-03 09:00', arrived: '2026-05-03 10:00' })],
    expected: { minutes: [60], calls: 1 },
  },
  {
    name: 'a visit that cannot say what it answers answers nothing',
    faults: [firstFault],
    visits: [{ ...call({ reported: '2026-05-03 09:00', arrived: '2026-05-03 10:00' }), answers: 'a' }],
    expected: { minutes: [60] },
  },
  {
    name: 'late faults are told apart from late visits',
    faults: [
      fault(1, '2026-05-03 08:00', ['settled', '2026-05-03 13:00']),
      fault(2, '2026-11-22 07:00'),
      fault(3, '2026-11-22 11:00'),
    ],
    visits: [took(181, 9)],
    expected: { late: 3, lateFaults: 2, promised: 3, withoutFaults: false },
  },
  {
    name: 'without the faults, visits that answer some are not judged',
    faults: null,
    visits: [took(60, 1), call({ id: 2, answers: [1], reported: '2026-05-03 09:00', arrived: '2026-05-03 10:00' })],
    expected: { minutes: [60], calls: 1, settled: 0, late: 0, withoutFaults: true },
  },
  {
    name: 'of an odd number the median is the middle one',
    visits: [100, 10, 31].map(took),
    expected: { median: 31, longest: 100 },
  },
  {
    name: 'a promise of a quarter of an hour',
    promises: promise(0.25),
    visits: [took(15, 1), took(16, 2)],
    expected: { within: 1, late: 1, promised: 2, hours: 0.25 },
  },
  {
    name: 'late, with and without a promise: only what was promised is judged',
    promises: { ...promise(null), before: [{ until: '2026-06-30', hours: 3, calls: null }] },
    visits: [
      call({ id: 1, reported: '2026-06-30 10:00', arrived: '2026-06-30 16:00' }),
      call({ id: 2, reported: '2026-07-01 10:00', arrived: '2026-07-01 16:00' }),
    ],
    expected: { states: ['late', 'no-promise'], promised: 1, late: 1, hours: 3, recorded: 2 },
  },
];

const zone = process.env['TZ'];

function inZone(timeZone: string | undefined) {
  if (timeZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = timeZone;
}

afterEach(() => inZone(zone));

it('had no call if nothing was reported and nobody came', () => {
  const site = { promises: promise(3), contractEnd: null, visits: [] };
  const hadNone = (faults: ClockedSite['faults']) =>
    hadNoCallOut(
      responseFigures({ ...site, faults, days: { from: '2026-01-01', to: '2026-12-31' }, now: new Date(at(noon)) }),
    );
  expect(hadNone([])).toBe(true);
  expect(hadNone([fault(1, '2026-11-22 11:00')])).toBe(true);
  expect(hadNone([fault(1, '2026-11-22 07:00')])).toBe(false);
  expect(hadNone([fault(1, '2026-11-22 07:00', ['settled', '2026-11-22 08:00'])])).toBe(false);
  expect(hadNone(null)).toBe(false);
});

describe('the response times of emergency calls', () => {
  it.each(cases)('$name', (row) => expect(figuresOf(row)).toEqual(row.expected));

  // case 18: the first two zones change to summer time
  it.each(['Australia/Sydney', 'America/New_York', 'Asia/Singapore'])('18 has the same result in %s', (timeZone) => {
    inZone(timeZone);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZone);
    for (const row of cases) expect(figuresOf(row), row.name).toEqual(row.expected);
  });

  it('24, 25: counts the used calls, and says how many are agreed', () => {
    const visits = [1, 2, 3, 4, 5, 6, 7].map((id) => took(60, id));
    const usedCalls = (promises: PromiseHistory) =>
      callsUsed({ promises, contractEnd: null, faults: [], visits, year: 2026, now: new Date(at(noon)) });
    expect(usedCalls(promise(3, 6))).toMatchObject({ used: 7, agreed: 6 });
    expect(usedCalls(promise(3, null))).toMatchObject({ used: 7, agreed: null });
    const before = [{ until: '2026-12-31', hours: 3, calls: 8 }];
    expect(usedCalls({ ...promise(3, 6), before })).toMatchObject({ used: 7, agreed: 8 });
  });

  it('33: says when a fault was noticed that waited to be sent', () => {
    const noticedFault = { ...fault(1, '2026-05-03 09:30'), noticed_at: at('2026-05-03 08:00') };
    const visit = call({ answers: [1], arrived: '2026-05-03 10:00' });
    const response = responseOf(visit, {
      promises: promise(3),
      contractEnd: null,
      faults: [noticedFault],
      visits: [visit],
    });
    expect(response).toMatchObject({
      start: at('2026-05-03 09:30'),
      noticed: at('2026-05-03 08:00'),
      minutes: 30,
      hours: 3,
    });
  });

  it('has the response of a single visit, and none for a return visit', () => {
    const site = { promises: promise(1), contractEnd: null, faults: [firstFault], visits: [first, returnVisit] };
    expect(responseOf(first, site)).toMatchObject({ state: 'late', minutes: 90, hours: 1, isCall: true });
    expect(responseOf(returnVisit, site)).toBeNull();
    expect(responseOf(task({ id: 9 }), site)).toBeNull();
  });
});

describe('the year of the agreed calls', () => {
  const years: [end: string | null, year: number, today: string, from: string, to: string][] = [
    // the current contract year contains today
    ['2027-08-31', 2026, '2026-11-22', '2026-09-01', '2027-08-31'],
    ['2027-08-31', 2026, '2026-08-31', '2025-09-01', '2026-08-31'],
    ['2027-08-31', 2026, '2026-09-01', '2026-09-01', '2027-08-31'],
    ['31 Dec 2027', 2026, '2026-11-22', '2026-01-01', '2026-12-31'],
    ['15 March 2028', 2026, '2026-03-15', '2025-03-16', '2026-03-15'],
    ['15 March 2028', 2026, '2026-03-16', '2026-03-16', '2027-03-15'],
    // of another year: the contract year that ended in it
    ['2027-08-31', 2025, '2026-11-22', '2024-09-01', '2025-08-31'],
    ['2027-08-31', 2027, '2026-11-22', '2026-09-01', '2027-08-31'],
    // a contract that has ended
    ['2026-08-31', 2026, '2026-11-22', '2025-09-01', '2026-08-31'],
    ['2026-08-31', 2025, '2026-11-22', '2024-09-01', '2025-08-31'],
    ['2026-11-22', 2026, '2026-11-22', '2025-11-23', '2026-11-22'],
    // whole months end with the month, in leap years too
    ['29 Feb 2028', 2027, '2026-11-22', '2026-03-01', '2027-02-28'],
    ['29 Feb 2028', 2028, '2026-11-22', '2027-03-01', '2028-02-29'],
    ['Feb 2027', 2024, '2026-11-22', '2023-03-01', '2024-02-29'],
    ['28 Feb 2028', 2024, '2026-11-22', '2023-03-01', '2024-02-28'],
    ['28 Feb 2028', 2025, '2026-11-22', '2024-02-29', '2025-02-28'],
  ];

  it.each(years)('is found for an end on %s and the year %i, on %s', (end, year, today, from, to) => {
    expect(callYear(end, year, new Date(at(`${today} 23:59`)))).toEqual({ from, to, isContract: true });
    inZone('America/New_York');
    expect(callYear(end, year, new Date(at(`${today} 00:00`)))).toEqual({ from, to, isContract: true });
  });

  it.each([null, '', 'yearly', '2026'])('is the calendar year with the end %j', (end) => {
    const year = { from: '2026-01-01', to: '2026-12-31', isContract: false };
    expect(callYear(end, 2026, new Date(at(noon)))).toEqual(year);
  });

  it('is none after the contract', () => {
    expect(callYear('2025-08-31', 2026, new Date(at(noon)))).toBeNull();
    expect(callYear('2026-08-31', 2027, new Date('2027-02-01T12:00:00+08:00'))).toBeNull();
  });

  it('counts the calls on its days, with the number that was agreed on its last day', () => {
    const visits = [
      call({ id: 1, time: '2025-08-31 23:59' }),
      call({ id: 2, time: '2025-09-01 00:00' }),
      call({ id: 3, time: '2026-08-31 23:59' }),
      call({ id: 4, time: '2026-09-01 00:00' }),
      call({ id: 5, time: '2026-10-01 00:00' }),
    ];
    const promises = { ...promise(3, 6), before: [{ until: '2026-08-31', hours: 3, calls: 4 }] };
    const usedCalls = (year: number, now: string) =>
      callsUsed({ promises, contractEnd: '2027-08-31', faults: [], visits, year, now: new Date(at(now)) });
    expect(usedCalls(2026, noon)).toMatchObject({ used: 2, agreed: 6 });
    expect(usedCalls(2026, '2026-08-31 20:00')).toMatchObject({ used: 2, agreed: 4 });
    expect(usedCalls(2025, noon)).toMatchObject({ used: 1, agreed: 4 });
  });
});
