import { describe, expect, it } from 'vitest';
import { endOfDay } from '../../../src/features/access-keys/key-ends.ts';
import { checkKeyRequest, type KeyRequest } from '../../../src/features/access-keys/key-request.ts';

// half past midnight of the 22nd in Singapore
const now = new Date('2026-11-21T16:30:00Z');
const valid: KeyRequest = { role: 'user', site: '2', sites: [], label: 'Front desk', lastDay: '' };
const check = (values: Partial<KeyRequest>, unfinished = false) =>
  checkKeyRequest({ ...valid, ...values }, unfinished, now);

describe('a key to issue', () => {
  it.each([
    [[], 'Choose at least one site, or all.'],
    [[2], undefined],
    [null, undefined],
  ])('needs a site, or all of them, for a technician: %j', (sites, expected) => {
    expect(check({ role: 'technician', site: '', sites }).sites).toBe(expected);
  });

  it('needs a site and a label, and nothing else', () => {
    expect(check({})).toEqual({});
    expect(check({ site: '', label: ' ' })).toEqual({
      site: 'Select the site that the key opens.',
      label: 'Write who gets the key, for example “Front desk”.',
    });
  });

  it('needs no site for an admin', () => {
    expect(check({ role: 'admin', site: '' })).toEqual({});
  });

  it.each([
    ['120 characters', '😀'.repeat(120), undefined],
    ['120 characters and spaces around', ` ${'x'.repeat(120)} `, undefined],
    ['121 characters', 'x'.repeat(121), 'Use at most 120 characters. These are 121, 1 too many.'],
    ['a line break', 'Front\ndesk', 'Use ordinary characters only.'],
    ['a change of text direction', 'Front\u202Edesk', 'Use ordinary characters only.'],
    ['another script', '管理处 · நிர்வாகம்', undefined],
  ])('is checked for its label: %s', (_, label, error) => {
    expect(check({ label }).label).toBe(error);
  });

  it.each([
    ['a line break', 'Front\ndesk', 'Use ordinary characters only.'],
    ['121 characters', 'x'.repeat(121), 'Use at most 120 characters. These are 122, 2 too many.'],
  ])('may have the saved label with %s, but no longer once it is changed', (_, label, error) => {
    const errorOf = (typed: string) => checkKeyRequest({ ...valid, label: typed }, false, now, label).label;
    expect(errorOf(label)).toBeUndefined();
    expect(errorOf(`${label}!`)).toBe(error);
  });

  it.each([
    ['today in Singapore', '2026-11-22', undefined],
    ['yesterday in Singapore', '2026-11-21', 'Choose today or a later day.'],
    ['the last day that is accepted', '2099-12-31', undefined],
    ['a day too far away', '2100-01-01', 'Choose a day before the year 2100.'],
    ['a year of six digits', '202611-11-22', 'Choose a day before the year 2100.'],
    ['text that is not a date', 'soon', 'Choose a day before the year 2100.'],
  ])('is checked for its last day: %s', (_, lastDay, error) => {
    expect(check({ lastDay }).lastDay).toBe(error);
  });

  it('is refused with an incomplete date', () => {
    expect(check({}, true)).toEqual({ lastDay: 'Finish the date, or empty the field.' });
  });

  it('works until the end of its last day in Singapore', () => {
    expect(new Date(endOfDay('2026-12-31')).toISOString()).toBe('2026-12-31T15:59:59.000Z');
  });
});
