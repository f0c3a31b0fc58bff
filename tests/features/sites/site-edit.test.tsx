import { describe, expect, it } from 'vitest';
import {
  checkSite,
  nameTaken,
  changedSiteFields,
  conflictingFields,
  newSite,
  siteFields,
  storedFields,
  overlayTyped,
  typedSite,
} from '../../../src/features/sites/site-edit.ts';
import { type SiteFields } from '../../../src/records/site/site-columns.ts';

const site: SiteFields = {
  ...newSite,
  name: 'Selasih Park',
  sitename: 'Residensi Selasih Park',
  status: null,
  building_type: 'condominium',
  capacity: '1,250 vehicles',
  gate_numbers: '4',
  rfid_unit: '8',
  contract_until: '2028-12-31',
  preventive_maintenance: 'Monthly',
  visit_every_months: 1,
  person_in_charge: 100_000_001,
};
const typed = typedSite(site);

describe('the changes of a form', () => {
  it('are empty for an untouched form', () => {
    expect(changedSiteFields(site, typed)).toEqual([]);
    expect(changedSiteFields(newSite, typedSite(newSite))).toEqual([]);
  });

  it('exclude trailing spaces and another format of the same number', () => {
    const again = { ...typed, capacity: '1,250 vehicles ', person_in_charge: '010-000 0001', address: '  ' };
    expect(changedSiteFields(site, again)).toEqual([]);
  });

  it('include each field with another value, a cleared one as null', () => {
    const next = { ...typed, name: ' Selasih ', status: false, capacity: '', person_in_charge: '012-345 6789' };
    const changed = changedSiteFields(site, next);
    expect(changed).toEqual(['name', 'status', 'capacity', 'person_in_charge']);
    expect(storedFields(changed, next)).toEqual({
      name: 'Selasih',
      status: false,
      capacity: null,
      person_in_charge: 123_456_789,
    });
  });

  it('store a number of months as a number, and no interval as null', () => {
    const stored = (text: string) => storedFields(['visit_every_months'], { ...typed, visit_every_months: text });
    expect([stored(' 12 '), stored('03'), stored('')]).toEqual([
      { visit_every_months: 12 },
      { visit_every_months: 3 },
      { visit_every_months: null },
    ]);
    expect(changedSiteFields(site, { ...typed, visit_every_months: '01' })).toEqual([]);
  });

  it('include an invalid number, so that it is corrected', () => {
    const next = { ...typedSite({ ...site, person_in_charge: null }), person_in_charge: 'Ali' };
    expect(changedSiteFields({ ...site, person_in_charge: null }, next)).toEqual(['person_in_charge']);
  });
});

describe('a concurrent change by somebody else', () => {
  const mine = { capacity: '900', jmb_name: null };
  it('is no conflict in another field', () => {
    expect(conflictingFields(site, mine, { ...site, address: 'Elsewhere' })).toEqual([]);
  });
  it('is no conflict with the same value', () => {
    expect(conflictingFields(site, mine, { ...site, capacity: '900' })).toEqual([]);
  });
  it('is a conflict in the same field', () => {
    expect(conflictingFields(site, mine, { ...site, capacity: '1,000', address: 'Elsewhere' })).toEqual(['capacity']);
  });
  it('gives its values to the fields that were not typed here', () => {
    const theirs = { ...site, capacity: '1,000', address: 'Elsewhere' };
    const next = overlayTyped(theirs, { ...typed, capacity: '900' }, ['capacity']);
    expect(next).toEqual({ ...typed, address: 'Elsewhere', capacity: '900' });
  });
});

const check = (values: Partial<typeof typed>) => checkSite(siteFields, { ...typed, ...values }, ['Kingfisher Rise']);

describe('the check before the call', () => {
  it('accepts the values of the demo sites', () => expect(check({})).toEqual({}));

  it.each([
    [{ name: '  ' }, { name: 'Give the site a name.' }],
    [{ name: 'kingfisher rise ' }, { name: nameTaken }],
    [{ name: 'x'.repeat(121) }, { name: 'Use at most 120 characters. These are 121, 1 too many.' }],
    [{ capacity: '停'.repeat(81) }, { capacity: 'Use at most 80 characters. These are 81, 1 too many.' }],
    [{ capacity: '-5' }, { capacity: 'Use a whole number, 0 or more.' }],
    [{ gate_numbers: '4.5' }, { gate_numbers: 'Use a whole number, 0 or more.' }],
    [{ rfid_unit: '1,2' }, { rfid_unit: 'Use a whole number, 0 or more.' }],
    [{ contract_until: '0202-01-01' }, { contract_until: 'The year must be between 2000 and 2099.' }],
    [{ contract_until: '20266-01-01' }, { contract_until: 'The year must be between 2000 and 2099.' }],
    [
      { sitename: 'A\u202Eb' },
      { sitename: 'This contains a character that cannot be shown. Type the text instead of pasting it.' },
    ],
    [{ visit_every_months: '0' }, { visit_every_months: 'Use a whole number from 1 to 12.' }],
    [{ visit_every_months: '13' }, { visit_every_months: 'Use a whole number from 1 to 12.' }],
    [{ visit_every_months: '1.5' }, { visit_every_months: 'Use a whole number from 1 to 12.' }],
    [{ visit_every_months: '1e1' }, { visit_every_months: 'Use a whole number from 1 to 12.' }],
    [{ visit_every_months: 'monthly' }, { visit_every_months: 'Use a whole number from 1 to 12.' }],
    [{ person_in_charge: '12' }, { person_in_charge: 'A telephone number has 6 to 15 digits.' }],
  ])('refuses %j', (values, errors) => {
    expect(check(values)).toEqual(errors);
  });

  it.each([
    { gate_numbers: '4 and a barrier' },
    { gate_numbers: '0' },
    { capacity: '1,250' },
    { contract_until: 'until further notice' },
    { sitename: '🚗'.repeat(200) },
    { address: '18 Jalan Selasih\n47620 Subang Jaya' },
  ])('accepts %j', (values) => {
    expect(check(values)).toEqual({});
  });
});
