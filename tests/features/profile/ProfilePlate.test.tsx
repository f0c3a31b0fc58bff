import * as v from 'valibot';
import { expect, it } from 'vitest';
import { capitalise, siteCards } from '../../../src/features/profile/ProfileRoute.tsx';
import { siteColumns } from '../../../src/records/site/site-columns.ts';
import { siteRecordSchema } from '../../../src/records/site/site-queries.ts';

const empty = v.parse(siteRecordSchema, {
  ...Object.fromEntries(siteColumns.map(({ column }) => [column, null])),
  id: 1,
  name: 'x',
  tasks2024: [],
});

it('has its cards, each with its own text for a missing value', () => {
  const shown = siteCards(empty).map(({ label, value, fallback }) => [label, value ?? fallback]);
  expect(shown).toEqual([
    ['Site Name', 'Not specified'],
    ['Building Type', 'Not specified'],
    ['Capacity', 'Not specified'],
    ['Address', 'Not provided'],
    ['Gate Numbers', 'Not specified'],
    ['RFID Reader Units', 'Not specified'],
    ['JMB In-charge', 'Not assigned'],
    ['Contract End Date', 'Not specified'],
    ['Preventive Maintenance', 'Not scheduled'],
    ['Emergency Visits', 'Not available'],
    ['Person In-charge', 'Not assigned'],
  ]);
});

it('treats blanks as missing and zero as a value', () => {
  const cards = siteCards({ ...empty, capacity: '  ', gate_numbers: '0', person_in_charge: 0 });
  const value = (label: string) => cards.find((card) => card.label === label)?.value;
  expect([value('Capacity'), value('Gate Numbers'), value('Person In-charge')]).toEqual([null, '0', '00']);
});

it('shows the telephone number with its leading zero', () => {
  const cards = siteCards({ ...empty, person_in_charge: 100_000_001 });
  expect(cards.find(({ label }) => label === 'Person In-charge')?.value).toBe('0100000001');
});

it('capitalises each word, and keeps existing capitals', () => {
  const typed = ['condominium', 'residential (MCST)', 'office tower (strata)', 'école'];
  expect(typed.map(capitalise)).toEqual(['Condominium', 'Residential (MCST)', 'Office Tower (Strata)', 'École']);
});

it('refuses a row that is not a site record', () => {
  expect(v.is(siteRecordSchema, { ...empty, status: 'yes' })).toBe(false);
  expect(v.is(siteRecordSchema, { ...empty, tasks2024: {} })).toBe(false);
  expect(v.is(siteRecordSchema, empty)).toBe(true);
});
