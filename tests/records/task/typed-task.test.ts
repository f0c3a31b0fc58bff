import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  misfiledText,
  newTask,
  readTask,
  typedTask,
  typedTaskSchema,
  typedWith,
  untypedMembers,
  type TypedTask,
} from '../../../src/records/task/typed-task.ts';
import { task } from '../../support/rows.ts';

const typedVisit: TypedTask = {
  date: '2026-03-26',
  clock: '16:05',
  year: '2026',
  month: 'mar',
  kind: '',
  ...untypedMembers,
  title: ' Repair ',
  text: 'Line one\nLine two ',
};
const files = { photos: ['https://a.test/1.jpg'], pdf: '' };
const now = new Date('2026-11-22T10:00:00+08:00');
const problemsOf = (form: TypedTask, stored?: TypedTask) => readTask(form, now, stored).problems;
const byField = (form: TypedTask, stored?: TypedTask) => problemsOf(form, stored)?.byField ?? {};
const taskOf = (form: TypedTask) => {
  const { values } = readTask(form, now);
  return values && newTask(values, files);
};
const on = (date: string, clock = '16:05') => typedWith({ ...typedVisit, clock }, { date });

describe('what is typed', () => {
  it('is complete with date, time, year, month, title and text; a kind is optional', () => {
    expect(problemsOf(typedVisit)).toBeNull();
    const emptyForm = { ...typedVisit, date: '', clock: '', year: '', month: '', title: '', text: '' } as const;
    expect(Object.keys(byField(emptyForm))).toEqual(['date', 'clock', 'year', 'month', 'title', 'text']);
    expect(Object.keys(byField({ ...typedVisit, date: '2026-02-30', clock: '24:00' }))).toEqual(['date', 'clock']);
  });

  it.each([' ', '\n\t', '\u200B\uFEFF', '\u202E\u0007', '\u3164'])(
    'counts as missing if it is invisible: %j',
    (text) => {
      expect(Object.keys(byField({ ...typedVisit, text }))).toEqual(['text']);
      expect(taskOf({ ...typedVisit, text })).toBeNull();
    },
  );

  it('is stored with the minute of the visit, without spaces around it and without invisible characters', () => {
    const strange = { ...typedVisit, title: '\u202EArm\u0000 \u0007loose', text: 'a\nb\tc 天线 😀' };
    expect(taskOf(strange)).toEqual({
      time: '2026-03-26T16:05:00+08:00',
      year: '2026',
      month: 'mar',
      title: 'Arm loose',
      tasks: 'a\nb\tc 天线 😀',
      showing: 'True',
      pdf: '',
      urls: files.photos,
    });
    expect(taskOf({ ...typedVisit, kind: 'emergency' })).toMatchObject({ kind: 'emergency' });
  });

  it('is filled in from a stored task', () => {
    expect(typedTask(task({ time: '2026-03-26T23:59:41+08:00', kind: 'other' }))).toMatchObject({
      date: '2026-03-26',
      clock: '23:59',
      kind: 'other',
    });
    expect(typedTask(task()).kind).toBe('');
  });
});

describe('a job number', () => {
  it.each([
    [' J-1042 ', 'J-1042'],
    ['J\n1042\u202E', 'J 1042'],
    ['工单 7', '工单 7'],
  ])('%j is stored as %j', (ref, stored) => {
    expect(taskOf({ ...typedVisit, ref })).toHaveProperty('ref', stored);
  });

  it.each(['', ' ', '\u200B'])('%j means no job number', (ref) => {
    expect(taskOf({ ...typedVisit, ref })).not.toHaveProperty('ref');
  });

  it('of a stored visit is typed as it is stored, and empty if the visit has none', () => {
    expect(typedTask(task({ ref: 'J-1042' })).ref).toBe('J-1042');
    expect(typedTask(task()).ref).toBe('');
  });

  it('is empty in a draft of an older release', () => {
    const { ref: _, ...before } = typedVisit;
    expect(v.parse(typedTaskSchema, before)).toEqual(typedVisit);
  });
});

describe('date and month', () => {
  it('follow each other', () => {
    expect(typedWith(typedVisit, { date: '2025-12-31' })).toMatchObject({ year: '2025', month: 'dec', clock: '16:05' });
    expect(typedWith(typedVisit, { month: 'february' })).toMatchObject({ date: '2026-02-26', year: '2026' });
    expect(typedWith({ ...typedVisit, date: '2026-03-31' }, { month: 'february' }).date).toBe('2026-02-28');
    expect(typedWith(typedVisit, { year: '2024' })).toMatchObject({ date: '2024-03-26', month: 'mar' });
  });

  it.each([
    ['a half-typed date', { date: '' }, { year: '2026', month: 'mar' }],
    ['no year', { year: '' }, { date: '2026-03-26', month: 'mar' }],
    ['no month', { month: '' }, { date: '2026-03-26', year: '2026' }],
    ['another text', { text: 'x' }, { date: '2026-03-26', year: '2026', month: 'mar' }],
  ] as const)('stay as they are with %s', (_, values, expected) => {
    expect(typedWith(typedVisit, values)).toEqual({ ...typedVisit, ...expected, ...values });
  });

  it('do not set a date that nobody typed', () => {
    expect(typedWith({ ...typedVisit, date: '' }, { month: 'apr' }).date).toBe('');
  });

  it('leave the year to be chosen if tasks cannot have that year', () => {
    expect(typedWith(typedVisit, { date: '2021-03-26' })).toMatchObject({ year: '', month: 'mar' });
  });
});

describe('a problem', () => {
  it('is not found in a visit of the past, or of the next day in another time zone', () => {
    for (const date of ['2022-01-01', '2026-11-22']) expect(byField(on(date))).toEqual({});
    expect(byField(on('2026-11-23', '10:00'))).toEqual({});
  });

  it('is a visit more than a day ahead', () => {
    const problems = byField(on('2026-11-23', '10:01'));
    expect(problems).toEqual({ date: 'The visit date cannot be in the future. Today is 22 November 2026.' });
    expect(taskOf(on('2026-11-23', '10:01'))).toBeNull();
    expect(problemsOf(on('2026-11-23', '10:01'))?.text).toBe('Please correct the visit date.');
  });

  it.each(['2021-12-31', '2031-01-01', '20266-03-26', '0202-03-26'])(
    'is a year that visits cannot have: %s',
    (date) => {
      const year = 'The year must be between 2022 and 2030.';
      expect(byField(on(date)).date).toBe(year);
      expect(taskOf(on(date))).toBeNull();
      expect(problemsOf(on(date), on(date))).toBeNull();
    },
  );

  it('is a date that contradicts year and month', () => {
    const wrongMonth = { ...typedVisit, month: 'apr' } as const;
    expect(byField(wrongMonth)).toEqual({
      date: 'Filed under April 2026, dated 26 March 2026. Both must be of one month.',
    });
    expect(taskOf(wrongMonth)).toBeNull();
  });

  it('is not a value that was already stored', () => {
    const before: TypedTask = { ...typedVisit, year: '2023', date: '2027-11-22' };
    expect(byField({ ...before, title: 'New' }, before)).toEqual({});
    expect(byField({ ...before, title: '' }, before)).toEqual({ title: 'Enter a title.' });
    expect(byField({ ...before, clock: '09:00' }, before)).toHaveProperty('date');
  });

  it.each<[string, Partial<TypedTask>]>([
    ['an empty title', { title: '' }],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['a title of characters that nobody sees', { title: '\u200B' }],
    ['an empty text', { text: '' }],
    ['a text of 10,001 characters', { text: 'x'.repeat(10_001) }],
    ['a job number of 41 characters', { ref: 'x'.repeat(41) }],
    ['no year that can be chosen', { year: '' }],
    ['no month', { month: '' }],
    ['a date in the future', { date: '2099-03-26', year: '2030' }],
  ])('is %s if it is typed, but not if it was stored', (_, values) => {
    const stored: TypedTask = { ...typedVisit, ...values };
    expect(byField(stored)).not.toEqual({});
    expect(byField(stored, stored)).toEqual({});
    expect(byField({ ...stored, kind: 'other' }, stored)).toEqual({});
    expect(problemsOf(stored, stored)).toBeNull();
    expect(byField(stored, typedVisit)).not.toEqual({});
  });

  it('is a job number that is too long, which the form names between title and text', () => {
    const tooLong = { ...typedVisit, ref: 'x'.repeat(41), text: 'x'.repeat(10_001) };
    expect(byField(tooLong)).toEqual({
      ref: 'Use at most 40 characters. These are 41, 1 too many.',
      text: 'Use at most 10000 characters. These are 10001, 1 too many.',
    });
    expect(problemsOf(tooLong)?.first).toBe('ref');
    expect(problemsOf(tooLong)?.text).toBe('Please shorten what is too long.');
    expect(taskOf({ ...typedVisit, ref: 'x'.repeat(41) })).toBeNull();
  });

  it('is reported by the form, starting with what is missing', () => {
    const missing = { ...typedVisit, year: '', title: ' ' };
    expect(byField(missing)).toEqual({ year: 'Choose a year.', title: 'Enter a title.' });
    expect(problemsOf(missing)?.first).toBe('year');
    expect(problemsOf(missing)?.text).toBe('Please fill in all fields.');
    expect(problemsOf(typedVisit)).toBeNull();
  });
});

it('a misfiled entry is described by its month and its date', () => {
  const old = { year: '2023', month: 'mar', time: '2026-11-22T10:00:00+08:00' } as const;
  expect(misfiledText(old)).toBe('Filed under March 2023, dated 22 November 2026');
});
