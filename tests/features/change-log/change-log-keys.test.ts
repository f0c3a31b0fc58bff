import { describe, expect, it } from 'vitest';
import { changeGroups, changeSentences } from '../../../src/features/change-log/change-log-text.ts';
import type { Change } from '../../../src/records/change-log/change-log.ts';
import { issuedKey, keyChange } from '../../support/rows.ts';

const words = (change: Change) => changeSentences(change, (id) => (id === 5 ? 'Front desk' : undefined));

describe('a change of keys', () => {
  const inWeek = '2026-11-28T02:15:00+00:00';
  // a tenth of a second after the change
  const now = '2026-11-21T02:15:00.1+00:00';
  it.each<[Change, string]>([
    [keyChange(null, issuedKey, { operation: 'INSERT' }), 'Key “Front desk” issued for Selasih Park'],
    [
      keyChange(
        null,
        { ...issuedKey, role: 'admin', site_id: null },
        { operation: 'INSERT', site_id: null, site_name: null },
      ),
      'Key “Front desk” issued for an admin',
    ],
    [
      keyChange(
        null,
        { ...issuedKey, role: 'technician', site_id: null, site_ids: null },
        { operation: 'INSERT', site_id: null, site_name: null },
      ),
      'Key “Front desk” issued for a technician (all sites)',
    ],
    [
      keyChange(null, { ...issuedKey, site_id: null }, { operation: 'INSERT', site_id: null, site_name: null }),
      'Key “Front desk” issued for no site',
    ],
    [keyChange({ revoked_at: null }, { revoked_at: now }), 'Key “Front desk” revoked'],
    [keyChange({ revoked_at: null }, { revoked_at: now }, { row_id: 6 }), 'Key 6 revoked'],
    [
      keyChange({ expires_at: null }, { expires_at: inWeek }),
      'Key “Front desk” rotated: the old one works until 28 November 2026 at 10:15',
    ],
    [keyChange({ expires_at: null }, { expires_at: now }), 'Key “Front desk” rotated: the old one ended at once'],
    [
      keyChange({ expires_at: null }, { expires_at: inWeek }, { access_id: null }),
      'Key “Front desk” now ends on 28 November 2026 at 10:15',
    ],
    [
      keyChange({ expires_at: inWeek }, { expires_at: null }, { access_id: null }),
      'Key “Front desk” no longer has an end date',
    ],
    [
      keyChange({ expires_at: null, end_reason: null }, { expires_at: inWeek, end_reason: 'rotated' }),
      'Key “Front desk” rotated: the old one works until 28 November 2026 at 10:15',
    ],
    [
      keyChange({ expires_at: null, end_reason: null }, { expires_at: now, end_reason: 'rotated' }),
      'Key “Front desk” rotated: the old one ended at once',
    ],
    [
      keyChange({ end_reason: null }, { end_reason: 'rotated' }),
      'Key “Front desk” rotated: the old one ends when it would have',
    ],
    [
      keyChange({ expires_at: null, end_set_at: null }, { expires_at: inWeek, end_set_at: now }),
      'Key “Front desk” now ends on 28 November 2026 at 10:15',
    ],
    [
      keyChange({ expires_at: inWeek, end_set_at: null }, { expires_at: null, end_set_at: now }),
      'Key “Front desk” no longer has an end date',
    ],
    [
      keyChange(
        { expires_at: inWeek, end_reason: 'inherited' },
        { expires_at: null, end_reason: null, end_set_at: now },
      ),
      'Key “Front desk” has no end any more: it had that of the key that it replaced',
    ],
    [
      keyChange(
        { expires_at: now, end_reason: 'inherited' },
        { expires_at: inWeek, end_reason: null, end_set_at: now },
      ),
      'Key “Front desk” now ends on 28 November 2026 at 10:15, not with the key that it replaced',
    ],
    [
      keyChange({ end_reason: 'inherited', end_set_at: null }, { end_reason: null, end_set_at: now }),
      'Key “Front desk”: an admin confirmed its end, that of the key that it replaced',
    ],
    [
      keyChange(
        null,
        { ...issuedKey, role: 'technician', site_id: null, site_ids: [1, 2] },
        { operation: 'INSERT', site_id: null, site_name: null },
      ),
      'Key “Front desk” issued for a technician (2 sites)',
    ],
    [
      keyChange(
        null,
        { ...issuedKey, role: 'technician', site_id: null, site_ids: [1, 2], successor_of: 5 },
        { operation: 'INSERT', site_id: null, site_name: null },
      ),
      'Key “Front desk” issued for a technician (2 sites), as the successor of “Front desk”',
    ],
    [
      keyChange(
        null,
        { ...issuedKey, role: 'admin', site_id: null, successor_of: 6 },
        { operation: 'INSERT', site_id: null, site_name: null },
      ),
      'Key “Front desk” issued for an admin, as the successor of key 6',
    ],
    [keyChange({ site_ids: null }, { site_ids: [1] }), 'Key “Front desk” now opens 1 site'],
    [keyChange({ site_ids: [1] }, { site_ids: null }), 'Key “Front desk” now opens all sites'],
    [keyChange({ label: 'Desk' }, { label: 'Front desk' }), 'Key “Front desk” was labelled “Desk” before'],
    [keyChange({ site_id: 2 }, { site_id: 1 }), 'Key “Front desk” changed'],
  ])('is described: %#', (change, sentence) => {
    expect(words(change)).toEqual([sentence]);
  });

  it('shows the known details', () => {
    const issued = keyChange(null, { ...issuedKey, expires_at: inWeek }, { operation: 'INSERT' });
    expect(changeGroups(issued).groups[0]?.values.map(({ label, after }) => `${label}: ${after}`)).toEqual([
      'Label: Front desk',
      'Opens: One site',
      'Site: Selasih Park',
      'Issued: 21 November 2026 at 10:15',
      'Ends: 28 November 2026 at 10:15',
    ]);
    expect(changeGroups(keyChange(null, { role: 'technician' }, { operation: 'INSERT' })).groups[0]?.values).toEqual([
      { label: 'Opens', before: null, after: 'The sites of a technician' },
    ]);
    expect(changeGroups(keyChange({ site_id: 2 }, { site_id: 1 })).groups[0]?.values).toEqual([
      { label: 'Site', before: 'Site 2', after: 'Selasih Park' },
    ]);
  });

  it('names the sites of a technician before and after', () => {
    const names = new Map([
      [1, 'Selasih Park'],
      [2, 'Park Royal'],
    ]);
    const valuesOf = (before: Change['before'], after: Change['after']) =>
      changeGroups(keyChange(before, after), (id) => names.get(id)).groups[0]?.values;
    expect(valuesOf({ site_ids: [1, 2, 9] }, { site_ids: null })).toEqual([
      { label: 'Sites', before: 'Selasih Park, Park Royal and Site 9', after: 'All sites' },
    ]);
    const issued = { ...issuedKey, role: 'technician', site_id: null, site_ids: [2] };
    expect(valuesOf(null, issued)).toContainEqual({ label: 'Sites', before: null, after: 'Park Royal' });
    expect(valuesOf(null, { ...issuedKey, site_ids: null })?.map(({ label }) => label)).not.toContain('Sites');
  });
});
