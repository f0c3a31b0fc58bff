import { describe, expect, it } from 'vitest';
import { isOutOfOrder, storedMoment, timeProblems, typedTimes } from '../../../src/records/task/call-out-times.ts';
import { typedWith, type TypedTask } from '../../../src/records/task/typed-task.ts';
import { typedCall as visit } from '../../support/rows.ts';

const now = new Date('2026-11-22T10:00:00+08:00');
/** The times after these changes, made one after another. */
const after = (...changes: Partial<TypedTask>[]) => {
  const { date, clock, year, month, reported, arrived, left } = changes.reduce<TypedTask>(typedWith, visit);
  return { at: `${date} ${clock}`, filed: `${month} ${year}`, reported, arrived, left };
};

describe('the times of an emergency call while they are typed', () => {
  it('treat the time of the visit and the arrival as one value, from either side', () => {
    expect(after({ arrived: '2026-05-04T09:00' })).toMatchObject({
      at: '2026-05-04 09:00',
      arrived: '2026-05-04T09:00',
    });
    expect(after({ arrived: '2026-06-01T00:10' })).toMatchObject({ filed: 'june 2026' });
    expect(after({ arrived: '2026-05-03T09:00' }, { clock: '09:30' })).toMatchObject({ arrived: '2026-05-03T09:30' });
    expect(after({ arrived: '2026-05-03T09:00' }, { date: '2026-04-30' })).toMatchObject({
      arrived: '2026-04-30T09:00',
    });
    expect(after({ arrived: '2026-05-03T09:00' }, { arrived: '' })).toMatchObject({
      at: '2026-05-03 09:00',
      arrived: '',
    });
    expect(after({ clock: '12:00' })).toMatchObject({ arrived: '' });
  });

  it('move with the day and the month of the visit', () => {
    const times = { reported: '2026-05-02T23:50', arrived: '2026-05-03T00:40', left: '2026-05-03T02:00' };
    expect(after(times, { date: '2026-05-10' })).toMatchObject({
      reported: '2026-05-09T23:50',
      arrived: '2026-05-10T00:40',
      left: '2026-05-10T02:00',
    });
    expect(after(times, { month: 'mar' })).toMatchObject({ at: '2026-03-03 00:40', reported: '2026-03-02T23:50' });
    expect(after(times, { date: '' }, { date: '2026-05-03' })).toMatchObject({ arrived: '2026-05-03T00:40' });
  });

  it('stay in order: a report later than the arrival is on the day before, leaving earlier is on the day after', () => {
    expect(after({ reported: '2026-05-03T23:50' }, { arrived: '2026-05-03T00:40' })).toMatchObject({
      reported: '2026-05-02T23:50',
    });
    expect(
      after({ arrived: '2026-05-03T23:50' }, { left: '2026-05-04T00:30' }, { arrived: '2026-05-03T22:00' }),
    ).toMatchObject({
      left: '2026-05-04T00:30',
    });
    // a day that was chosen by hand stays
    expect(after({ reported: '2026-04-30T23:50' }, { arrived: '2026-05-03T00:40' })).toMatchObject({
      reported: '2026-04-30T23:50',
    });
  });
});

describe('the problems of typed times', () => {
  it.each([
    ['nothing', {}, {}],
    [
      'all in order, to the minute',
      { reported: '2026-05-03T11:22', arrived: '2026-05-03T11:22', left: '2026-05-03T11:22' },
      {},
    ],
    [
      'a report after the arrival',
      { reported: '2026-05-03T11:23', arrived: '2026-05-03T11:22' },
      { reported: /later than the arrival/u },
    ],
    [
      'leaving before the arrival',
      { arrived: '2026-05-03T11:22', left: '2026-05-03T11:21' },
      { left: /before he arrives/u },
    ],
    [
      'leaving before the report',
      { reported: '2026-05-03T11:22', left: '2026-05-03T11:21' },
      { left: /before it is reported/u },
    ],
    ['half a report', { reported: '2026-05-03T' }, { reported: /or neither/u }],
    ['half an arrival', { arrived: 'T09:00' }, { arrived: /or neither/u }],
    ['a day that is none', { reported: '2026-02-30T09:00' }, { reported: /or neither/u }],
    ['tomorrow, as the author may be in another zone', { left: '2026-11-23T09:59' }, {}],
    ['the day after tomorrow', { left: '2026-11-24T09:59' }, { left: /cannot be in the future/u }],
  ])('of %s', (_, times, expected) => {
    const problems = timeProblems({ reported: '', arrived: '', left: '', ...times }, now);
    expect(Object.keys(problems)).toEqual(Object.keys(expected));
    for (const [field, pattern] of Object.entries(expected))
      expect(problems).toHaveProperty(field, expect.stringMatching(pattern));
  });
});

it('reads stored times in Singapore, whatever zone they were stored in', () => {
  expect(typedTimes({ reported: '2026-05-03T01:12:30Z', arrived: 5, left: 'soon' })).toEqual({
    reported: '2026-05-03T09:12',
    arrived: '',
    left: '',
  });
  expect(storedMoment('2026-05-03T09:12')).toBe('2026-05-03T09:12:00+08:00');
});

it('notices times that contradict each other', () => {
  const task = { time: '2026-05-03T09:00:00+08:00', arrived: '2026-05-03T01:00:00Z' };
  expect(isOutOfOrder(task)).toBe(false);
  expect(isOutOfOrder({ ...task, time: '2026-05-03T09:01:00+08:00' })).toBe(true);
  expect(isOutOfOrder({ ...task, reported: '2026-05-03T09:01:00+08:00' })).toBe(true);
  expect(
    isOutOfOrder({ time: task.time, reported: '2026-05-03T09:01:00+08:00', left: '2026-05-03T09:00:00+08:00' }),
  ).toBe(true);
});
