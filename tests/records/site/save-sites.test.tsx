import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { changesOfSites, undoChanges } from '../../../src/records/site/save-sites.ts';
import { editedSiteSchema, type EditedSite } from '../../../src/records/site/site-queries.ts';
import { listedSite } from '../../support/rows.ts';

const stored = v.parse(editedSiteSchema, listedSite());
const site = (values: Partial<EditedSite>): EditedSite => ({ ...stored, ...values });

/** A saved change of these columns. */
function saved(before: EditedSite, fields: Pick<Partial<EditedSite>, 'address' | 'capacity'>) {
  const seen = (['address', 'capacity'] as const).filter((column) => column in fields);
  return {
    change: { site: before, fields, seen },
    saved: { ...before, ...fields, revision: before.revision + 1 },
  };
}

const undone = (...done: ReturnType<typeof saved>[]) =>
  undoChanges({ done: changesOfSites(done) }).map(({ site: { revision }, fields }) => [revision, fields]);

describe('what was saved of a site in several steps', () => {
  const first = saved(site({ address: '1 Road', capacity: '10' }), { address: '2 Road' });

  it('is undone at once', () => {
    const second = saved(first.saved, { address: '3 Road', capacity: '20' });
    expect(undone(first, second)).toEqual([[3, { address: '1 Road', capacity: '10' }]]);
  });

  it.each([
    ['the same value in between', { address: '3 Road' }],
    ['a value that the later step does not set', { capacity: '20' }],
  ])('stays apart if somebody else has changed %s, so that it is not overwritten', (_, fields) => {
    const second = saved({ ...first.saved, address: 'Elsewhere', revision: 3 }, fields);
    expect(undone(first, second)).toEqual([
      [2, { address: '1 Road' }],
      [4, 'address' in fields ? { address: 'Elsewhere' } : { capacity: '10' }],
    ]);
  });

  it('is one change of each site', () => {
    const other = saved(site({ id: 2 }), { address: '2 Road' });
    expect(changesOfSites([first, other, saved(first.saved, { capacity: '20' })])).toHaveLength(2);
  });
});
