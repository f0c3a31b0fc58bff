import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { allowConsole } from '../../../support/console.ts';
import { listedSite } from '../../../support/rows.ts';
import { server } from '../../../support/server.ts';
import { serveMaintable, tableUrl } from '../../sites/serve-maintable.ts';
import { openOverview } from './open-selection.ts';

beforeAll(() => import('../../../../src/features/overview/OverviewRoute.tsx'));

const site = (id: number, name: string, contract_until: string | null) => listedSite({ id, name, contract_until });

const some = () => [
  site(1, 'Amber', 'after 2 years'),
  site(2, 'Birch', '31 Dec 2028'),
  site(3, 'Cedar', 'until further notice'),
  site(4, 'Dune', null),
  site(5, 'Elm', '31 Febuary 2028'),
];

async function open(rows = some()) {
  const table = serveMaintable(...rows);
  const view = await openOverview(rows.map(({ name, contract_until }) => ({ name, contract_until })));
  await view.user.click(screen.getByRole('button', { name: /^\d+ contract ends? (?:is|are) not /u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Contract ends that are not dates' }));
  await dialog.findByLabelText('Amber');
  const press = (name: string | RegExp) => view.user.click(dialog.getByRole('button', { name }));
  const type = async (name: string, text: string) => {
    await view.user.clear(dialog.getByLabelText(name));
    if (text) await view.user.type(dialog.getByLabelText(name), text);
  };
  const ends = () => table.rows.map((row) => row.contract_until);
  return { ...view, ...table, dialog, press, type, ends };
}

const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name, 'u') }));

describe('contract ends that are not dates', () => {
  it('are counted, shown and named in the overview', async () => {
    const rows = some();
    serveMaintable(...rows);
    await openOverview(rows.map(({ name, contract_until }) => ({ name, contract_until })));
    expect(screen.getByRole('button', { name: '3 contract ends are not dates' })).toBeVisible();
    // its column says so, and nothing else of the row
    expect(row('Amber').queryByText('Contract end is not a date')).toBeNull();
    expect(row('Amber').getByRole('cell', { name: /after 2 years\s*Not a date/u })).toBeVisible();
    expect(row('Birch').getByText('31 Dec 2028')).toBeVisible();
  });

  it('are not mentioned if all are dates, whatever their notation', async () => {
    const ends = [
      '2028-12-31',
      '31-Oct-26',
      '15.6.2027',
      'Dec 2027',
      '31 Disember 2026',
      '2026年12月31日',
      // 31 December 2026 as Excel stores it
      '46387',
      null,
    ];
    const rows = ends.map((end, index) => site(index + 1, `Site ${index}`, end));
    serveMaintable(...rows);
    await openOverview(rows.map(({ name, contract_until }) => ({ name, contract_until })));
    expect(screen.queryByRole('button', { name: /not (?:a date|dates)$/u })).toBeNull();
  });

  it('are corrected in the dialog, as many as are typed, and can be undone', async () => {
    const { dialog, press, type, ends, written } = await open();
    expect(dialog.getAllByRole('textbox')).toHaveLength(3);
    expect(dialog.getByLabelText('Amber')).toHaveValue('after 2 years');
    expect(dialog.getByRole('button', { name: 'Nothing to save' })).toBeDisabled();
    await type('Amber', '30 Jun 2028');
    expect(dialog.getByLabelText('Amber')).toHaveAccessibleDescription('Ends on 30 June 2028');
    await type('Cedar', '');
    expect(dialog.getByLabelText('Cedar')).toHaveAccessibleDescription(
      '“until further notice” is taken away: no end is agreed.',
    );
    await type('Elm', 'end of 30');
    expect(dialog.getByLabelText('Elm')).toHaveAccessibleDescription(/^This is not a date/u);
    await press('Save 2 ends');
    expect(await dialog.findByText('2 contract ends are saved.')).toBeVisible();
    expect(ends()).toEqual(['30 Jun 2028', '31 Dec 2028', null, null, '31 Febuary 2028']);
    // only this column
    expect(written).toEqual([{ contract_until: '30 Jun 2028' }, { contract_until: null }]);
    await press('Undo');
    expect(await dialog.findByText('2 contract ends are as before.')).toBeVisible();
    expect(ends()).toEqual(some().map(({ contract_until }) => contract_until));
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that were undone are offered again with their current text, and saved and undone once more', async () => {
    const { dialog, press, type, ends, rows } = await open();
    await type('Amber', '30 Jun 2028');
    await press('Save 1 end');
    await dialog.findByText('1 contract end is saved.');
    await type('Cedar', '31/1/2029');
    await press('Save 1 end');
    await dialog.findByText('2 contract ends are saved.');
    await press('Undo');
    expect(await dialog.findByText('2 contract ends are as before.')).toBeVisible();
    expect(dialog.getByText('3 contract ends are not dates yet:')).toBeVisible();
    expect(dialog.getAllByRole('textbox').map((field) => field.getAttribute('value'))).toEqual([
      'after 2 years',
      'until further notice',
      '31 Febuary 2028',
    ]);
    expect(dialog.getByRole('button', { name: 'Nothing to save' })).toBeDisabled();
    await type('Amber', '31 Jul 2028');
    expect(dialog.getByLabelText('Amber')).toHaveAccessibleDescription('Ends on 31 July 2028');
    await press('Save 1 end');
    expect(await dialog.findByText('1 contract end is saved.')).toBeVisible();
    expect(ends()[0]).toBe('31 Jul 2028');
    expect(dialog.getAllByRole('textbox')).toHaveLength(2);
    await press('Undo');
    expect(await dialog.findByText('1 contract end is as before.')).toBeVisible();
    expect(dialog.getAllByRole('textbox')).toHaveLength(3);
    expect(ends()).toEqual(some().map(({ contract_until }) => contract_until));
    expect(rows[0]).toMatchObject({ contract_until: 'after 2 years' });
  });

  it('that somebody else mended are not offered again with those that were taken back', async () => {
    const { dialog, press, type, rows } = await open();
    Object.assign(rows[0] ?? {}, { contract_until: '2027-01-31', revision: 2 });
    await type('Amber', '30 Jun 2028');
    await type('Cedar', '31/1/2029');
    await press('Save 2 ends');
    await dialog.findByText('1 contract end is saved.');
    await press('Undo');
    await dialog.findByText('1 contract end is as before.');
    expect(dialog.getAllByRole('textbox').map((field) => field.getAttribute('value'))).toEqual([
      'until further notice',
      '31 Febuary 2028',
    ]);
  });

  it('say if only the year is impossible for a contract', async () => {
    const { dialog, type } = await open([site(1, 'Amber', '31/12/2126'), site(2, 'Birch', 'after 2 years')]);
    expect(
      row('Amber').getByRole('cell', { name: /31\/12\/2126\s*The year must be between 2000 and 2099/u }),
    ).toBeVisible();
    expect(dialog.getByLabelText('Amber')).toHaveAccessibleDescription('The year must be between 2000 and 2099');
    expect(dialog.getByLabelText('Birch')).toHaveAccessibleDescription('Not a date');
    await type('Birch', '31 Dec 1026');
    expect(dialog.getByLabelText('Birch')).toHaveAccessibleDescription('The year must be between 2000 and 2099.');
  });

  it('that are still no dates keep their input, and are saved later with the others', async () => {
    const { dialog, press, type, ends } = await open();
    await type('Amber', '30 Jun 2028');
    await type('Elm', 'end of 30');
    await press('Save 1 end');
    expect(await dialog.findByText('1 contract end is saved.')).toBeVisible();
    expect(dialog.getByText('2 contract ends are not dates yet:')).toBeVisible();
    expect(dialog.queryByLabelText('Amber')).toBeNull();
    expect(dialog.getByLabelText('Cedar')).toHaveValue('until further notice');
    expect(dialog.getByLabelText('Elm')).toHaveValue('end of 30');
    expect(dialog.getByRole('button', { name: 'Nothing to save' })).toBeDisabled();
    await type('Elm', 'end of June 2030');
    expect(dialog.getByLabelText('Elm')).toHaveAccessibleDescription('Ends on 30 June 2030');
    await press('Save 1 end');
    expect(await dialog.findByText('2 contract ends are saved.')).toBeVisible();
    expect(dialog.getByText('1 contract end is not a date yet:')).toBeVisible();
    expect(ends()).toEqual(['30 Jun 2028', '31 Dec 2028', 'until further notice', null, 'end of June 2030']);
    await press('Undo');
    expect(await dialog.findByText('2 contract ends are as before.')).toBeVisible();
    expect(ends()).toEqual(some().map(({ contract_until }) => contract_until));
  });

  it('of which nobody knows whether they were saved are tried again before anything is taken back', async () => {
    allowConsole(/A site could not be saved/u);
    const { dialog, press, type, ends } = await open();
    server.use(http.patch(tableUrl, () => new HttpResponse('Gateway timeout', { status: 504 }), { once: true }));
    await type('Amber', '30 Jun 2028');
    await type('Cedar', '31/1/2029');
    await press('Save 2 ends');
    expect(await dialog.findByText('1 contract end is saved.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
    await press('Try again');
    expect(await dialog.findByText('2 contract ends are saved.')).toBeVisible();
    await press('Undo');
    expect(await dialog.findByText('2 contract ends are as before.')).toBeVisible();
    expect(ends()).toEqual(some().map(({ contract_until }) => contract_until));
  });

  it('that could not be saved are tried again with those that were typed since', async () => {
    allowConsole(/A site could not be saved/u);
    const { dialog, press, type, ends } = await open();
    server.use(
      http.patch(tableUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), { once: true }),
    );
    await type('Amber', '30 Jun 2028');
    await press('Save 1 end');
    expect(await dialog.findByRole('alert')).toHaveTextContent('1 contract end could not be saved:');
    await type('Elm', 'Feb 2028');
    await press('Try again');
    expect(await dialog.findByText('2 contract ends are saved.')).toBeVisible();
    expect(ends()).toEqual(['30 Jun 2028', '31 Dec 2028', 'until further notice', null, 'Feb 2028']);
  });

  it('that somebody else has mended meanwhile stay so', async () => {
    const { dialog, press, type, ends, rows } = await open();
    Object.assign(rows[0] ?? {}, { contract_until: '2027-01-31', revision: 2 });
    Object.assign(rows[2] ?? {}, { address: 'Moved', revision: 2 });
    await type('Amber', '30 Jun 2028');
    await type('Cedar', '31/1/2029');
    await press('Save 2 ends');
    expect(await dialog.findByText('1 contract end is saved.')).toBeVisible();
    expect(dialog.getByRole('alert')).toHaveTextContent('Somebody else has just changed 1 site, which stayed so:');
    expect(dialog.getByRole('listitem')).toHaveTextContent('Amber: 31 January 2027');
    expect(ends()).toEqual(['2027-01-31', '31 Dec 2028', '31/1/2029', null, '31 Febuary 2028']);
    expect(rows[2]).toMatchObject({ address: 'Moved' });
  });

  it('that could not be saved are listed, and saved again', async () => {
    allowConsole(/A site could not be saved/u);
    const { dialog, press, type, ends } = await open();
    server.use(
      http.patch(tableUrl, () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 }), { once: true }),
    );
    await type('Amber', '30 Jun 2028');
    await press('Save 1 end');
    expect(await dialog.findByRole('alert')).toHaveTextContent('1 contract end could not be saved:');
    await press('Try again');
    expect(await dialog.findByText('1 contract end is saved.')).toBeVisible();
    expect(ends()[0]).toBe('30 Jun 2028');
  });
});
