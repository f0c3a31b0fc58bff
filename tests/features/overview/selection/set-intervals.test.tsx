import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { hold } from '../../../support/waiting.ts';
import { serveMaintable, tableUrl } from '../../sites/serve-maintable.ts';
import { openOverview } from './open-selection.ts';

beforeAll(() => import('../../../../src/features/overview/OverviewRoute.tsx'));

const site = (
  id: number,
  name: string,
  preventive_maintenance: string | null,
  visit_every_months: number | null = null,
) => listedSite({ id, name, preventive_maintenance, visit_every_months });

const some = () => [
  site(1, 'Amber', 'Monthly'),
  site(2, 'Birch', 'Quarterly'),
  site(3, 'Cedar', 'Bi-monthly'),
  site(4, 'Dune', 'Monthly', 2),
  site(5, 'Elm', '每月'),
];

/** Opens the dialog with all of these selected. */
async function open(rows = some(), isBroken = false) {
  const table = serveMaintable(...rows);
  if (isBroken)
    server.use(
      http.get(tableUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), { once: true }),
    );
  const view = await openOverview(
    rows.map(({ name, visit_every_months: months }) => ({ name, visit_every_months: months ?? null })),
  );
  await view.user.click(view.all());
  await view.user.click(view.bar().getByRole('button', { name: 'Set visit interval' }));
  const dialog = within(await screen.findByRole('dialog', { name: `Visit interval of ${rows.length} sites` }));
  if (isBroken) {
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error fetching data.');
    await view.user.click(dialog.getByRole('button', { name: 'Try again' }));
  }
  const choice = await dialog.findByLabelText('Visit interval');
  const press = (name: string | RegExp) => view.user.click(dialog.getByRole('button', { name }));
  const intervals = () => table.rows.map((row) => row.visit_every_months);
  const groups = () =>
    within(dialog.getByRole('list', { name: 'What will be set' }))
      .getAllByRole('group')
      .map(({ textContent }) => textContent);
  return { ...view, ...table, dialog, choice, press, intervals, groups };
}

/** Answers the save of a site with this. */
function answerSave(id: number, answer: () => Response | undefined | Promise<undefined>): void {
  server.use(
    http.patch(tableUrl, async ({ request }) =>
      new URL(request.url).searchParams.get('id') === `eq.${id}` ? await answer() : undefined,
    ),
  );
}
const refused = () => HttpResponse.json({ message: 'Down' }, { status: 500 });

describe('setting the visit interval of many sites', () => {
  it('sets the intervals that the texts suggest, leaves agreed or unclear ones, and can be undone', async () => {
    const { press, dialog, choice, groups, intervals, written } = await open();
    expect(choice).toHaveDisplayValue('As their texts suggest');
    expect(choice).toHaveFocus();
    expect(groups()).toEqual([
      '2 sites: every monthAmber: “Monthly”Elm: “每月”',
      '1 site: every 3 monthsBirch: “Quarterly”',
      '1 site with nothing to go by: left as they areCedar: “Bi-monthly”',
      '1 site: as agreed alreadyDune: every 2 months',
    ]);
    await press('Set 3 intervals');
    expect(await dialog.findByText('3 intervals are set.')).toBeVisible();
    expect(intervals()).toEqual([1, 3, null, 2, 1]);
    // only this column
    expect(written).toEqual([{ visit_every_months: 1 }, { visit_every_months: 3 }, { visit_every_months: 1 }]);
    await press('Undo');
    expect(await dialog.findByText('3 intervals are as before.')).toBeVisible();
    expect(intervals()).toEqual([null, null, null, 2, null]);
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('sets another interval for sites without a suggestion, or one for all, or none', async () => {
    const { user, press, dialog, choice, groups, intervals } = await open();
    await user.selectOptions(dialog.getByLabelText('The 1 site whose text suggests nothing'), 'Every 6 months');
    expect(groups()).toContain('1 site: every 6 monthsCedar');
    await user.selectOptions(choice, 'Every 2 months');
    expect(groups()).toEqual([
      '4 sites: every 2 monthsAmberBirchCedarElm',
      '1 site: as agreed alreadyDune: every 2 months',
    ]);
    await user.selectOptions(choice, 'No interval agreed');
    expect(groups()).toContain('1 site: no intervalDune, every 2 months now');
    await press('Set 1 interval');
    expect(await dialog.findByText('1 interval is set.')).toBeVisible();
    expect(intervals()).toEqual([null, null, null, null, null]);
  });

  it('asks for an interval if no text suggests one, once the sites could be read', async () => {
    const { user, dialog, choice } = await open([site(1, 'Cedar', null), site(2, 'Dune', 'Monthly', 2)], true);
    expect(choice).toHaveDisplayValue('Choose an interval');
    expect(dialog.getByRole('button', { name: 'Set intervals' })).toBeDisabled();
    await user.selectOptions(choice, 'Every 2 months');
    expect(dialog.getByRole('button', { name: 'Set 1 interval' })).toBeEnabled();
  });

  it('overwrites nothing that somebody else has changed meanwhile, but merges with what else they changed', async () => {
    const { press, dialog, rows, intervals } = await open();
    const change = (index: number, values: object) => Object.assign(rows[index] ?? {}, values, { revision: 2 });
    change(0, { address: 'Moved' });
    change(1, { visit_every_months: 6 });
    change(4, { preventive_maintenance: 'Quarterly' });
    await press('Set 3 intervals');
    expect(await dialog.findByText('1 interval is set.')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent('Somebody else has just changed 2 sites, which stayed so:');
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Birch: every 6 months',
      'Elm: no interval',
    ]);
    expect(intervals()).toEqual([1, 6, null, 2, null]);
    expect(rows[0]).toMatchObject({ address: 'Moved' });
  });

  it('lists the sites that could not be saved, and saves those again', async () => {
    allowConsole(/A site could not be saved/u);
    const { press, dialog, intervals } = await open();
    let broken = true;
    answerSave(1, () => (broken ? refused() : undefined));
    await press('Set 3 intervals');
    expect(await dialog.findByText('2 intervals are set.')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent('1 interval could not be saved:');
    expect(dialog.getByRole('listitem')).toHaveTextContent('Amber');
    // its answer may have been lost
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(dialog.getByText(/^It is not known yet whether all of these were saved/u)).toBeVisible();
    broken = false;
    await press('Try again');
    expect(await dialog.findByText('3 intervals are set.')).toBeVisible();
    await press('Undo');
    expect(await dialog.findByText('3 intervals are as before.')).toBeVisible();
    expect(intervals()).toEqual([null, null, null, 2, null]);
  });

  it('stops when it is cancelled, says where, and can be continued', async () => {
    const { user, press, dialog, intervals } = await open();
    const { held, release } = hold();
    answerSave(2, () => held.then(() => undefined));
    await press('Set 3 intervals');
    expect(await dialog.findByText('Site 2 of 3: Birch')).toBeVisible();
    // a stray key ends nothing
    await user.keyboard('{Escape}');
    await press('Cancel');
    release();
    expect(await dialog.findByText('Cancelled. 2 intervals are set.')).toBeVisible();
    expect(dialog.getByRole('listitem')).toHaveTextContent('Elm');
    expect(intervals()).toEqual([1, 3, null, 2, null]);
    await press('Go on');
    expect(await dialog.findByText('3 intervals are set.')).toBeVisible();
  });
});
