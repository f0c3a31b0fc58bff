import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { siteValues } from '../../../src/features/change-log/change-log-site.ts';
import { siteFields } from '../../../src/features/sites/site-edit.ts';
import { storeDraft } from '../../../src/lib/device/drafts.ts';
import { setSession } from '../../../src/lib/device/session.ts';
import { storedMessage } from '../../../src/lib/language/stored-message.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import type { SiteColumn } from '../../../src/records/site/site-columns.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { changeRow, listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { closeToasts, field, openForm, save, saved } from './open-site.ts';
import { serveMaintable, tableUrl } from './serve-maintable.ts';

// everything that follows from a column is tested with a column that only this list contains
vi.mock('../../../src/records/site/site-columns.ts', async (load) => {
  const original = await load<{ siteColumns: readonly SiteColumn[] }>();
  const addedColumn = {
    column: 'added_in_test',
    label: 'Added in a test',
    kind: 'text',
    limit: 5,
    group: 'building',
    card: { position: 99, fallback: 'None known' },
    hint: 'How many there are.',
  };
  return { ...original, siteColumns: [...original.siteColumns, addedColumn] };
});

const added: string = 'added_in_test';
const withColumn = (value: string | null) => ({ ...listedSite(), added_in_test: value });

beforeEach(() => queryClient.clear());
afterEach(closeToasts);

describe('a new column of the sites', () => {
  it('can be edited, and is checked, marked and saved by the editor', async () => {
    const { user, rows, written } = await openForm(withColumn('4'));
    expect(screen.getByRole('group', { name: 'Building and gates' })).toContainElement(field('Added in a test'));
    expect(field('Added in a test')).toHaveValue('4');
    expect(screen.getByText('How many there are.')).toBeVisible();
    await user.clear(field('Added in a test'));
    await user.type(field('Added in a test'), 'too many');
    await user.click(save());
    expect(screen.getByText('Use at most 5 characters. These are 8, 3 too many.')).toBeVisible();
    await user.clear(field('Added in a test'));
    await user.type(field('Added in a test'), '6');
    expect(screen.getByText('Not saved: Added in a test')).toBeVisible();
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect([written, rows[0]]).toEqual([[{ added_in_test: '6' }], expect.objectContaining({ added_in_test: '6' })]);
  });

  it('is empty in a draft from before the column, and neither draft nor stored value is lost', async () => {
    const { rows, written } = serveMaintable(withColumn('4'));
    setSession(adminSession);
    const typed = Object.fromEntries(siteFields.filter((name) => name !== added).map((name) => [name, '']));
    storeDraft('site/1', storedMessage('Site Selasih Park'), {
      base: {
        ...listedSite(),
        ...Object.fromEntries(Object.keys(typed).map((name) => [name, null])),
        name: 'Selasih Park',
      },
      typed: { ...typed, name: 'Selasih Park', status: null, address: '2 New Road' },
    });
    const { user } = renderRoute('/DataEditor/sites?site=Selasih+Park', adminSession);
    expect(await screen.findByDisplayValue('2 New Road')).toBeVisible();
    expect(field('Added in a test')).toHaveValue('');
    await user.click(save());
    expect(await saved()).toBeVisible();
    expect([written, rows[0]]).toEqual([[{ address: '2 New Road' }], expect.objectContaining({ added_in_test: '4' })]);
  });

  it('is in the select parameter of the sites', async () => {
    const asked: string[] = [];
    server.use(
      http.get(tableUrl, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('select') ?? '');
        return HttpResponse.json([withColumn('4')]);
      }),
    );
    const { sitesQuery } = await import('../../../src/records/site/site-queries.ts');
    expect(await queryClient.fetchQuery(sitesQuery)).toEqual([expect.objectContaining({ added_in_test: '4' })]);
    expect(asked[0]?.split(',')).toContain('added_in_test');
  });

  it.each([
    ['4', '4'],
    [null, 'None known'],
  ])('is the last card of the profile: %s is shown as %s', async (lifts, shown) => {
    serveSites({ ...siteRow(), added_in_test: lifts });
    const { container } = renderRoute('/profile');
    await screen.findByText('Added in a test');
    expect(container.querySelector('dl[aria-label="Site details"] > :last-child')).toHaveTextContent(
      `Added in a test${shown}`,
    );
  });

  it('is read by the import of sites, under its label', async () => {
    const { readSites, siteCsv } = await import('./import-sites/table-of-sites.ts');
    const { typed, problems } = await readSites(siteCsv('Name,Added in a Test', 'A,4', 'B,too many'));
    expect(typed).toEqual([{ name: 'A', added_in_test: '4' }, { name: 'B' }]);
    expect(problems).toEqual(['row 3 added_in_test: Use at most 5 characters. These are 8, 3 too many.']);
  });

  it('is shown by the change log', () => {
    expect(siteValues(changeRow({ before: { added_in_test: '4' }, after: { added_in_test: null } }))).toEqual([
      { label: 'Added in a test', before: '4', after: null },
    ]);
  });

  it('is required in the response of the server', async () => {
    const { added_in_test: _, ...without } = withColumn('4');
    server.use(http.get(tableUrl, () => HttpResponse.json([without])));
    const { sitesQuery } = await import('../../../src/records/site/site-queries.ts');
    await expect(queryClient.fetchQuery({ ...sitesQuery, retry: false })).rejects.toThrow('added_in_test');
  });
});
