import { describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import { authorOf, canRestore, type Change } from '../../../src/records/change-log/change-log.ts';
import { changeRow, keyChange, loggedTask, postChange } from '../../support/rows.ts';

const words = (change: Change) => changeSentences(change, () => undefined);
const fields = (before: Change['before'], after: Change['after']) => words(changeRow({ before, after }));

describe('a change of a site', () => {
  it.each([
    [
      { contract_until: '2026-12-31' },
      { contract_until: '2027-12-31' },
      'Contract End Date changed from 31 December 2026 to 31 December 2027',
    ],
    [{ capacity: null }, { capacity: '640 vehicles' }, 'Capacity set to 640 vehicles'],
    [{ address: '7 Jalan Merbau' }, { address: null }, 'Address cleared, it was 7 Jalan Merbau'],
    [{ status: true }, { status: false }, 'Status changed from System Online to System Offline'],
    [{ status: null }, { status: true }, 'Status set to System Online'],
    [
      { person_in_charge: 100_000_001 },
      { person_in_charge: 123_456_789 },
      'Person In-charge changed from 0100000001 to 0123456789',
    ],
    [
      { contract_until: 'until further notice' },
      { contract_until: '  ' },
      'Contract End Date cleared, it was until further notice',
    ],
    [{ jmb_name: null }, { jmb_name: ' ' }, 'JMB In-charge changed'],
    [
      { equipment: { avr: '1 kVA', spd: 'Type 2' } },
      { equipment: { avr: '2 kVA', spd: 'Type 2' } },
      'Equipment, Voltage regulator (AVR) changed from 1 kVA to 2 kVA',
    ],
    [{ response_hours: null }, { response_hours: 3 }, 'Response Within (Hours) set to 3'],
    [
      { promised_before: null },
      { promised_before: [{ until: '2026-06-30', hours: 4, calls: 6 }] },
      'Promised before set to until 30 Jun 2026: 6 per year, within 4 hours',
    ],
    [
      { promised_before: [{ until: '2026-06-30', hours: null, calls: null }] },
      { promised_before: null },
      'Promised before cleared, it was until 30 Jun 2026: nothing agreed',
    ],
    [{ archived_at: null }, { archived_at: '2027-05-03T02:00:00+00:00' }, 'Archived: it is out of all lists'],
    [{ archived_at: '2027-05-03T02:00:00+00:00' }, { archived_at: null }, 'Brought back into all lists'],
    [{ equipment: null }, { equipment: { spd: 'Type 2' } }, 'Equipment, Surge protection (SPD) set to Type 2'],
    [{ equipment: { spd: 'Type 2' } }, { equipment: null }, 'Equipment, Surge protection (SPD) cleared, it was Type 2'],
  ])('%j -> %j: %s', (before, after, sentence) => {
    expect(fields(before, after)).toEqual([sentence]);
  });

  it('shows since when a site is archived, and nothing about it for a new site', () => {
    const change = changeRow({ before: { archived_at: null }, after: { archived_at: '2027-05-03T02:00:00+00:00' } });
    expect(changeGroups(change).groups).toEqual([
      { title: null, values: [{ label: 'Archived', before: null, after: '3 May 2027 at 10:00' }] },
    ]);
    const added = changeRow({ operation: 'INSERT', before: null, after: { name: 'Selasih Park', archived_at: null } });
    expect(words(added)).toEqual(['Site “Selasih Park” added']);
    expect(changeGroups(added).groups.flatMap(({ values }) => values.map(({ label }) => label))).toEqual(['Name']);
  });

  it('describes five fields in five sentences', () => {
    const before = { gate_numbers: '4', capacity: '9', address: 'A', name: 'S', jmb_name: 'J' };
    const after = { gate_numbers: '5', capacity: '10', address: 'B', name: 'T', jmb_name: 'K' };
    expect(fields(before, after)).toEqual([
      'Name changed from S to T',
      'Address changed from A to B',
      'Capacity changed from 9 to 10',
      'Gate Numbers changed from 4 to 5',
      'JMB In-charge changed from J to K',
    ]);
  });

  it('describes more fields in the order of the form: four of them, and how many others there are', () => {
    const before = { rfid_unit: '8', gate_numbers: '4', capacity: '9', address: 'A', name: 'S', jmb_name: 'J' };
    const after = { rfid_unit: '9', gate_numbers: '5', capacity: '10', address: 'B', name: 'T', jmb_name: 'K' };
    expect(fields(before, after)).toEqual([
      'Name changed from S to T',
      'Address changed from A to B',
      'Capacity changed from 9 to 10',
      'Gate Numbers changed from 4 to 5',
      'and 2 more changes',
    ]);
    expect(changeGroups(changeRow({ before, after })).groups[0]?.values).toHaveLength(6);
  });

  it('shortens a long value in the sentence and not in the fields', () => {
    const long = `18 Jalan\n${'Selasih '.repeat(40)}`.trim();
    expect(fields({ address: null }, { address: long })[0]).toMatch(/^Address set to 18 Jalan Selasih.{50,70}…$/u);
    const { groups } = changeGroups(changeRow({ before: { address: null }, after: { address: long } }));
    expect(groups).toEqual([{ title: null, values: [{ label: 'Address', before: null, after: long }] }]);
  });

  it('shows the given values of an added site, and the number of its tasks', () => {
    const after = {
      id: 4,
      name: 'Bayu Court',
      sitename: null,
      status: true,
      tasks2024: [loggedTask(), loggedTask({ id: 18 })],
    };
    const change = changeRow({ operation: 'INSERT', row_id: 4, before: { tasks2024: [] }, after });
    expect(words(change)).toEqual(['Site “Bayu Court” added with 2 visits']);
    expect(changeGroups(change).groups.map(({ title }) => title)).toEqual([
      null,
      'Visit 17: Monthly preventive maintenance',
      'Visit 18: Monthly preventive maintenance',
    ]);
    expect(changeGroups(change).groups[0]?.values).toEqual([
      { label: 'Name', before: null, after: 'Bayu Court' },
      { label: 'Status', before: null, after: 'System Online' },
    ]);
    expect(words(changeRow({ operation: 'INSERT', before: null, after: { name: 'Bayu Court' } }))).toEqual([
      'Site “Bayu Court” added',
    ]);
  });
});

describe('every change', () => {
  it('shows who made it', () => {
    expect(authorOf(changeRow())).toBe('Head office');
    expect(authorOf(changeRow({ access_label: null }))).toBe('Key 9');
    expect(authorOf(changeRow({ access_id: null, access_label: null }))).toBe('Owner of the database');
  });

  it('can be restored for changed sites and car posts, but not for new records or keys', () => {
    expect(canRestore(changeRow())).toBe(true);
    expect(canRestore(postChange({}, {}))).toBe(true);
    expect(canRestore(changeRow({ operation: 'INSERT' }))).toBe(false);
    expect(canRestore(keyChange({}, {}))).toBe(false);
  });
});
