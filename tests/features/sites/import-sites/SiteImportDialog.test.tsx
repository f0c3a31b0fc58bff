import { screen, within } from '@testing-library/react';
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as saving from '../../../../src/lib/save-file.ts';
import { allowConsole } from '../../../support/console.ts';
import { switchLanguage } from '../../../support/speak-in.ts';
import { serveImport } from '../import/serve-import.ts';
import { empty, north, openSiteImport, park, sitesFile } from './open-site-import.ts';

beforeAll(() => import('../../../../src/features/sites/import-sites/SiteImportDialog.tsx'));
afterEach(() => switchLanguage('en'));

describe('the import of sites', () => {
  it('shows what would be added and changed, writes after confirmation, and is undone with one press', async () => {
    const { user, choose, press, dialog, written, writes, cellsOf, rows, steps } = await openSiteImport(
      park(),
      north(),
    );
    await choose(
      sitesFile(
        'Site,Address,Contract End,Tel,Remarks',
        'SELASIH  PARK.,,31/12/2027,012-345 6789,x',
        'Menara Kayangan,"1 Jalan Kerinchi",,,',
        'Bukit Damai,5 Jalan Damai,Dec 2028,+65 8123 4567,',
      ),
    );
    expect(await dialog.findByText('1 new site. 1 site to change. 1 site says so already.')).toBeVisible();
    expect(dialog.getByText('Not used: Remarks.')).toBeVisible();
    expect(dialog.getByText('An empty cell erases nothing that is stored, and no site is renamed.')).toBeVisible();
    expect(cellsOf('1 site that differs')).toEqual([
      ['Selasih Park“SELASIH PARK.” in the file', 'Person In-chargenothingbecomes0123456789', 'Change'],
    ]);
    expect(cellsOf('1 new site')).toEqual([
      [
        'Bukit Damai',
        'Address5 Jalan DamaiContract End DateDec 2028 (31 December 2028)Person In-charge+65 81234567',
        'Add',
      ],
    ]);
    expect(dialog.getByText('1 site says so already')).toBeVisible();
    expect(written).toEqual([]);

    await press('Add 1 and change 1 site');
    expect(await dialog.findByText('1 site is added. 1 site is changed.')).toBeVisible();
    expect(written).toEqual([
      {
        ...empty,
        name: 'Bukit Damai',
        status: true,
        address: '5 Jalan Damai',
        contract_until: 'Dec 2028',
        person_in_charge: 6581234567,
      },
      { person_in_charge: 123456789 },
    ]);
    expect(new Set(writes.map(({ batch }) => batch)).size).toBe(1);
    expect(writes[0]?.batch).toMatch(/^[0-9a-f-]{36}$/u);
    expect(new Set(writes.map(({ attempt }) => attempt)).size).toBe(2);

    await press('Undo');
    expect(await dialog.findByText('1 added site is archived. 1 site is as before.')).toBeVisible();
    expect(rows[0]).toMatchObject({ person_in_charge: null, address: '18 Jalan Selasih' });
    expect(steps).toEqual(['archive_site 3']);
    const [first, , third, fourth] = writes;
    expect([third?.batch === fourth?.batch, third?.batch === first?.batch]).toEqual([true, false]);
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fills a portal that has no site yet', async () => {
    const { choose, press, dialog, rows } = await openSiteImport();
    await choose(sitesFile('Nama;Alamat', 'Park;1 Jalan', 'Kayangan;2 Jalan'));
    await press('Add 2 sites');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).toEqual(['Park', 'Kayangan']);
  });

  it('offers an empty table with the columns in the reader’s language', async () => {
    const save = vi.spyOn(saving, 'saveFile').mockReturnValue();
    const { press } = await openSiteImport(park());
    switchLanguage('ms');
    await press('Save an empty table');
    const [file, name] = save.mock.calls[0] ?? [];
    expect(name).toBe('sites.csv');
    expect(await file?.text()).toMatch(/^Nama,Nama tapak,Alamat,Status,Jenis bangunan,Kapasiti,.*\r\n$/u);
  });

  it('hands a table of visits over to the import of visits, and back', async () => {
    serveImport();
    const { choose, press, dialog, user } = await openSiteImport(park());
    await choose(sitesFile('Site,Date,Time,Title,Text', 'Selasih Park,2025-03-17,10:05,Monthly,Tested'));
    expect(await dialog.findByText('These columns are those of visits, not of sites.')).toBeVisible();
    await press('Import visits instead');
    const visits = within(await screen.findByRole('dialog', { name: 'Import visits' }));
    expect(visits.getByText('customers.csv')).toBeVisible();
    await user.upload(
      visits.getByLabelText('Choose another table'),
      sitesFile('Site,Address,Contract End,Tel', 'Bukit Damai,5 Jalan Damai,Dec 2028,0123456789'),
    );
    await user.click(await visits.findByRole('button', { name: 'Import sites instead' }));
    const sites = within(await screen.findByRole('dialog', { name: 'Import sites' }));
    expect(await sites.findByRole('button', { name: 'Add 1 site' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Import visits' })).toBeNull();
  });

  it('names files that are no table, or have no row', async () => {
    const { choose, dialog } = await openSiteImport(park());
    await choose(new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'photo.csv'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('This is a photo, not a table.');
    await choose(new File(['\r\n'], 'blank.csv'));
    expect(await dialog.findByText('There is no row in it.')).toBeVisible();
    await choose(sitesFile('Item,Price', 'Arm,12'));
    expect(await dialog.findByText('No column names the site. Choose above which one does.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Add/u })).toBeNull();
  });

  it('says that the file could not be opened, and opens it at the next press', async () => {
    allowConsole(/could not be opened/u);
    const { choose, press, dialog } = await openSiteImport(park());
    const file = sitesFile('Site', 'Bukit Damai');
    vi.spyOn(file, 'arrayBuffer').mockRejectedValueOnce(new Error('gone'));
    await choose(file);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Error fetching data.');
    await press('Try again');
    expect(await dialog.findByRole('button', { name: 'Add 1 site' })).toBeVisible();
  });

  it('accepts another column for a value, and reads the dates in another order', async () => {
    const { choose, dialog, user, cellsOf } = await openSiteImport(park());
    await choose(sitesFile('Item,Until', 'Bukit Damai,01/02/2028', 'Taman Sari,03/04/2028'));
    await user.selectOptions(await dialog.findByLabelText('Item'), 'Name');
    await user.selectOptions(dialog.getByLabelText('Until'), 'Contract End Date');
    expect(cellsOf('2 new sites').map(([, values]) => values)).toEqual([
      'Contract End Date01/02/2028 (1 February 2028)',
      'Contract End Date03/04/2028 (3 April 2028)',
    ]);
    await user.selectOptions(dialog.getByLabelText('Dates'), 'Month first: 2 January 2028');
    expect(cellsOf('2 new sites').map(([, values]) => values)).toEqual([
      'Contract End Date2 January 2028',
      'Contract End Date4 March 2028',
    ]);
    await user.selectOptions(dialog.getByLabelText('Until'), 'Not used');
    expect(dialog.getByText('Not used: Until.')).toBeVisible();
  });

  it('shows hundreds of sites page by page', async () => {
    const { choose, press, dialog, user, cellsOf } = await openSiteImport(park());
    const names = Array.from({ length: 300 }, (_, index) => `Site ${String(index + 1).padStart(3, '0')}`);
    await choose(sitesFile('Site,Address', ...names.map((name) => `${name},Road of ${name}`)));
    expect(await dialog.findByText('300 new sites.')).toBeVisible();
    expect(cellsOf('300 new sites')).toHaveLength(25);
    expect(dialog.getByText('1 to 25 of 300')).toBeVisible();
    await press('Next page');
    expect(cellsOf('300 new sites')[0]?.[0]).toBe('Site 026');
    await press('Leave all out');
    expect(dialog.getByText('0 of 300 chosen')).toBeVisible();
    expect(dialog.queryByRole('button', { name: /^Add \d/u })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Add Site 026 (row 27)' }));
    expect(dialog.getByRole('button', { name: 'Add 1 site' })).toBeVisible();
    await press('Take all');
    expect(dialog.getByRole('button', { name: 'Add 300 sites' })).toBeVisible();
  });

  it('continues with another sheet, and undoes both', async () => {
    const { choose, press, dialog, steps } = await openSiteImport(park());
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'North',
          rows: [
            ['Site', 'Address'],
            ['Bukit Damai', '5 Jalan'],
          ],
        },
        {
          name: 'South',
          rows: [
            ['Site', 'Address', 'Tel'],
            ['Taman Sari', '6 Jalan', 123456789],
          ],
        },
      ],
    });
    await choose(new File([new Uint8Array(bytes)], 'customers.xlsx'));
    expect(await dialog.findByText('Not read: “South” (1 row).')).toBeVisible();
    await press('Add 1 site');
    await press('Go on with the sheet “South” (1 row)');
    await press('Add 1 site');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    await press('Undo');
    expect(await dialog.findByText('2 added sites are archived.')).toBeVisible();
    expect(steps).toEqual(['archive_site 2', 'archive_site 3']);
  });
});
