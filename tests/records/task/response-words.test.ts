import { afterEach, describe, expect, it } from 'vitest';
import { labelledFacts } from '../../../src/records/task/member-words.ts';
import { answeredText, durationText, responseSummary } from '../../../src/records/task/response-words.ts';
import { callsOfYear, clockOf, responseOf, type ReportedFault } from '../../../src/records/task/response.ts';
import type { Task } from '../../../src/records/task/task.ts';
import { noPromise, task } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => switchLanguage('en'));

describe('a duration', () => {
  it.each([
    [0, '0 min', '0 minit', '0 分钟'],
    [45, '45 min', '45 minit', '45 分钟'],
    [60, '1 h', '1 jam', '1 小时'],
    [110, '1 h 50 min', '1 jam 50 minit', '1 小时 50 分钟'],
    [540, '9 h', '9 jam', '9 小时'],
    // a report with a wrong year
    [525_600, '8760 h', '8760 jam', '8760 小时'],
  ])('of %i minutes is written in each language', (minutes, ...words) => {
    const codes = ['en', 'ms', 'zh'] as const;
    expect(
      codes.map((code) => {
        switchLanguage(code);
        return durationText(minutes);
      }),
    ).toEqual(words);
  });
});

const reported = '2026-05-03T09:12:00+08:00';
const arrived = '2026-05-03T11:22:00+08:00';
/** A call without times. */
const callWithoutTimes = (values: Partial<Task> = {}) => task({ kind: 'emergency', time: arrived, ...values });
const call = (values: Partial<Task> = {}) => callWithoutTimes({ reported, arrived, ...values });

const record = (hours: number | null, tasks2024: Task[]) => ({
  ...noPromise,
  response_hours: hours,
  contract_until: null as string | null,
  tasks2024,
});

/** The year report's text about the response of a visit. */
function answerOf(hours: number | null, visit: Task, contractEnd: string | null = null): string | null {
  const response = responseOf(visit, clockOf({ ...record(hours, [visit]), contract_until: contractEnd }, []));
  return response && answeredText(response);
}

describe('the words for a response', () => {
  it('are the response time, and the promise of that day', () => {
    expect(answerOf(3, call())).toBe('2 h 10 min, within 3 hours');
    expect(answerOf(2.5, call())).toBe('2 h 10 min, within 2.5 hours');
    expect(answerOf(2, call())).toBe('2 h 10 min, promised: 2 h');
    expect(answerOf(0.5, call())).toBe('2 h 10 min, promised: 30 min');
    expect(answerOf(null, call())).toBe('2 h 10 min');
    expect(answerOf(3, call(), '30 April 2026')).toBe('2 h 10 min');
    expect(answeredText({ minutes: 30, hours: 0.5, state: 'within' })).toBe('30 min, within 30 minutes');
  });

  it.each([
    [20, 'within'],
    [21, 'late'],
  ])('rounds a promise of 20 minutes, stored as 0.33 hours, to minutes: %s is %s', (minutes, state) => {
    const visit = call({ arrived: `2026-05-03T09:${12 + minutes}:00+08:00` });
    expect(responseOf(visit, clockOf(record(0.33, [visit]), []))?.state).toBe(state);
  });

  it('are the response time alone on a card or paper without the site, and for other kinds', () => {
    expect(labelledFacts(call()).at(-1)).toEqual({ label: 'Answered in', text: '2 h 10 min' });
    expect(labelledFacts(call({ kind: 'preventive' })).at(-1)?.text).toBe('2 h 10 min');
    expect(labelledFacts(callWithoutTimes({ arrived })).map(({ label }) => label)).toEqual(['Arrived']);
  });

  it('say that the response time is not recorded if one of the two times is missing', () => {
    expect(answerOf(3, callWithoutTimes({ arrived }))).toBe('time not recorded');
    expect(answerOf(3, callWithoutTimes({ reported }))).toBe('time not recorded');
    expect(answerOf(3, callWithoutTimes())).toBe('time not recorded');
    expect(answerOf(3, call({ kind: 'preventive' }))).toBeNull();
  });
});

const now = new Date('2026-11-22T12:00:00+08:00');

function summaryOf(
  hours: number | null,
  visits: Task[],
  faults: readonly ReportedFault[] | null = [],
  calls: number | null = null,
) {
  const site = clockOf({ ...record(hours, visits), emergency_calls_a_year: calls }, faults);
  return responseSummary(callsOfYear(site, 2026, now), 2026, now);
}

const settledFault: ReportedFault = {
  id: 1,
  reported_at: '2026-05-03T08:00:00+08:00',
  closed: { at: '2026-05-03T13:00:00+08:00', as: 'settled' },
};

/** What is said in January about the calls of a contract year that ends in June. */
function inJanuary(visits: Task[], calls: number | null) {
  const january = new Date('2027-01-10T12:00:00+08:00');
  const site = clockOf({ ...record(3, visits), contract_until: '2027-06-30', emergency_calls_a_year: calls }, []);
  return responseSummary(callsOfYear(site, 2027, january), 2027, january);
}

describe('the emergency calls of a year in words', () => {
  it('of a year without any say how many of the contract year are used, if a number is agreed', () => {
    const usedCalls = [
      call({ id: 1, time: '2026-08-03T11:22:00+08:00' }),
      call({ id: 2, time: '2026-12-03T11:22:00+08:00' }),
    ];
    expect(inJanuary(usedCalls, 6)).toBe('No emergency calls in 2027: 2 of 6 calls of this contract year');
    expect(inJanuary(usedCalls, null)).toBeNull();
    expect(inJanuary([], 6)).toBeNull();
  });

  it('are empty if nothing is known', () => {
    expect(summaryOf(3, [])).toBeNull();
    expect(summaryOf(3, [task()])).toBeNull();
  });

  it('say all that is known', () => {
    const two = [call({ id: 1 }), call({ id: 2, reported: '2026-05-03T07:12:00+08:00' })];
    expect(summaryOf(3, two)).toBe(
      '2 emergency calls in 2026: 1 of 2 within 3 hours; median 3 h 10 min, longest 4 h 10 min',
    );
    expect(summaryOf(1, [call()])).toBe('1 emergency call in 2026: 0 of 1 within 1 hour; answered in 2 h 10 min');
    const withoutArrival = callWithoutTimes({ id: 3, reported });
    expect(summaryOf(3, [...two, withoutArrival], [], 6)).toBe(
      '3 emergency calls in 2026: 1 of 2 within 3 hours; median 3 h 10 min, longest 4 h 10 min; 1 without times; 3 of 6 calls of 2026',
    );
    expect(summaryOf(3, [withoutArrival])).toBe('1 emergency call in 2026: 1 without times');
    expect(summaryOf(3, [call()], [settledFault])).toBe(
      '1 emergency call in 2026: 1 of 2 within 3 hours; answered in 2 h 10 min; late without a visit: 1; settled without a visit: 1',
    );
  });

  it('count faults that needed no visit or wait for one, and visits of any kind that answered some', () => {
    expect(summaryOf(3, [], [settledFault])).toBe(
      'Call-outs in 2026: 0 of 1 within 3 hours; late without a visit: 1; settled without a visit: 1',
    );
    const open = { id: 2, reported_at: '2026-11-22T07:00:00+08:00', closed: null };
    expect(summaryOf(3, [], [open])).toBe('Call-outs in 2026: 0 of 1 within 3 hours; late without a visit: 1');
    expect(summaryOf(3, [call({ kind: 'preventive', answers: [2] })], [{ ...open, reported_at: reported }])).toBe(
      '1 call-out in 2026: 1 of 1 within 3 hours; answered in 2 h 10 min',
    );
  });

  it('say that the faults are missing if they cannot be read, and judge no visit that answers some', () => {
    const two = [call({ id: 1 }), call({ id: 2, answers: [7] })];
    expect(summaryOf(3, two, null)).toBe(
      '1 emergency call in 2026: 1 of 1 within 3 hours; answered in 2 h 10 min; without the reported faults, which could not be read',
    );
    expect(summaryOf(3, [], null)).toBe('Call-outs in 2026: without the reported faults, which could not be read');
  });

  it('are written in each language', () => {
    switchLanguage('ms');
    expect(summaryOf(3, [call()], [], 6)).toBe(
      '1 panggilan kecemasan pada 2026: 1 daripada 1 dalam masa 3 jam; tiba dalam 2 jam 10 minit; 1 daripada 6 panggilan bagi 2026',
    );
    switchLanguage('zh');
    expect(summaryOf(3, [call()], [], 6)).toBe(
      '2026年紧急维修 1 次：1 次中有 1 次在 3 小时内到场；到场用时 2 小时 10 分钟；2026年约定的 6 次已用 1 次',
    );
  });
});
