import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { serveMaintable, tableUrl } from '../../sites/serve-maintable.ts';
import { openOverview } from './open-selection.ts';

beforeAll(() => import('../../../../src/features/overview/OverviewRoute.tsx'));

const site = (id: number, name: string, emergency_visit: string | null, values: object = {}) =>
  listedSite({ id, name, emergency_visit, ...values });

const some = () => [
  site(1, 'Amber', '6 per year, within 3 hours'),
  site(2, 'Birch', '每年6次，3小时内到场'),
  site(3, 'Cedar', 'tanpa had, tiba dalam 4 jam'),
  site(4, 'Dune', '6 per year, within 3 hours', { response_hours: 2 }),
  site(5, 'Elm', '24/7'),
  site(6, 'Fern', null),
];

/** Opens the dialog with all of these selected. */
async function open(rows = some()) {
  const table = serveMaintable(...rows);
  const view = await openOverview(rows.map(({ name }) => ({ name })));
  await view.user.click(view.all());
  await view.user.click(view.bar().getByRole('button', { name: 'Set promises' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Promise for emergency calls of \d sites?$/u }));
  const press = async (name: string | RegExp) => view.user.click(await dialog.findByRole('button', { name }));
  const promises = () => table.rows.map((row) => [row.response_hours, row.emergency_calls_a_year]);
  const groups = async () =>
    within(await dialog.findByRole('list', { name: 'What will be set' }))
      .getAllByRole('group')
      .map(({ textContent }) => textContent);
  return { ...view, ...table, dialog, press, promises, groups };
}

const before = [
  [null, null],
  [null, null],
  [null, null],
  [2, null],
  [null, null],
  [null, null],
];

describe('setting the promise of many sites', () => {
  it('sets the promises that the texts suggest, leaves agreed or unclear ones, and can be undone', async () => {
    const { press, dialog, groups, promises, written } = await open();
    expect(await groups()).toEqual([
      '2 sites: 6 per year, within 3 hoursAmber: “6 per year, within 3 hours”Birch: “每年6次，3小时内到场”',
      '1 site: within 4 hoursCedar: “tanpa had, tiba dalam 4 jam”',
      '2 sites with nothing to go by: left as they areElm: “24/7”Fern: no text',
      '1 site: as agreed alreadyDune: within 2 hours',
    ]);
    await press('Set 3 promises');
    expect(await dialog.findByText('3 promises are set.')).toBeVisible();
    expect(promises()).toEqual([
      [3, 6],
      [3, 6],
      [4, null],
      [2, null],
      [null, null],
      [null, null],
    ]);
    // only these columns
    expect(written[2]).toEqual({ response_hours: 4, emergency_calls_a_year: null });
    await press('Undo');
    expect(await dialog.findByText('3 promises are as before.')).toBeVisible();
    expect(promises()).toEqual(before);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names the promise of today if another starts later', async () => {
    const earlier = [{ until: '2099-12-30', hours: 4, calls: 6 }];
    const { groups } = await open([site(1, 'Dune', null, { response_hours: 2, promised_before: earlier })]);
    expect(await groups()).toContain('1 site: as agreed alreadyDune: 6 per year, within 4 hours');
  });

  it('has nothing to set if nothing is suggested', async () => {
    const { dialog } = await open([site(1, 'Elm', '24/7'), site(2, 'Fern', null)]);
    expect(await dialog.findByRole('button', { name: 'Nothing to set' })).toBeDisabled();
  });

  it('does not overwrite a promise that somebody else agreed meanwhile, nor one whose text has changed', async () => {
    const { press, dialog, rows, promises } = await open();
    await dialog.findByRole('button', { name: 'Set 3 promises' });
    const change = (index: number, values: object) => Object.assign(rows[index] ?? {}, values, { revision: 2 });
    change(0, { response_hours: 5 });
    change(2, { emergency_visit: 'Unlimited' });
    await press('Set 3 promises');
    expect(await dialog.findByText('1 promise is set.')).toBeVisible();
    expect(dialog.getByText('Somebody else has just changed 2 sites, which stayed so:')).toBeVisible();
    expect(dialog.getByText('Amber: within 5 hours')).toBeVisible();
    expect(dialog.getByText('Cedar: nothing agreed')).toBeVisible();
    expect(promises()).toEqual([
      [5, null],
      [3, 6],
      [null, null],
      [2, null],
      [null, null],
      [null, null],
    ]);
  });

  it('says which could not be saved, and tries them again', async () => {
    allowConsole(/A site could not be saved/u);
    const { press, dialog, promises } = await open();
    let isBroken = true;
    server.use(
      http.patch(tableUrl, () => (isBroken ? HttpResponse.json({ message: 'Down' }, { status: 500 }) : undefined)),
    );
    await press('Set 3 promises');
    expect(await dialog.findByText('3 promises could not be saved:')).toBeVisible();
    isBroken = false;
    await press('Try again');
    expect(await dialog.findByText('3 promises are set.')).toBeVisible();
    expect(promises().slice(0, 3)).toEqual([
      [3, 6],
      [3, 6],
      [4, null],
    ]);
  });
});
