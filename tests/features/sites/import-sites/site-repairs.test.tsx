import { screen, within } from '@testing-library/react';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSiteImport, sitesFile, bare, north, park } from './open-site-import.ts';

beforeAll(() => import('../../../../src/features/sites/import-sites/SiteImportDialog.tsx'));

describe('a row that waits for a decision', () => {
  it('is repaired in place, cell by cell, and stops no other row', async () => {
    const { choose, press, dialog, user, written } = await openSiteImport(park());
    await choose(
      sitesFile(
        'Site,Contract End,Tel,Visit every (months)',
        'Bukit Damai,open,8123 4567,18',
        'Taman Sari,Dec 2028,0123456789,3',
        ',Dec 2028,,4',
      ),
    );
    expect(await dialog.findByText('1 new site. 2 rows wait for you below.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: '2 rows to repair' })).toBeVisible();
    await press('In Singapore: +65 81234567');
    const interval = dialog.getByRole('textbox', { name: 'Visit Every (Months) of row 2' });
    expect(interval).toHaveAccessibleDescription('Use a whole number from 1 to 12.');
    await user.clear(interval);
    await user.type(interval, '6{Enter}');
    await press('Import it as it is written');
    expect(await dialog.findByText('2 new sites. 1 row waits for you below.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: '1 row to repair' })).toHaveFocus();
    await press('Add 2 sites');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(written).toMatchObject([
      { name: 'Bukit Damai', contract_until: 'open', person_in_charge: 6581234567, visit_every_months: 6 },
      { name: 'Taman Sari', visit_every_months: 3 },
    ]);
    await press('Go on with 1 row that waits');
    await user.type(dialog.getByRole('textbox', { name: 'Name of row 4' }), 'Villa Indah{Enter}');
    await press('Add 1 site');
    expect(await dialog.findByText('3 sites are added.')).toBeVisible();
  });

  it('has nothing but a name, and may be a heading or a note', async () => {
    const { choose, press, dialog, user, cellsOf, rows } = await openSiteImport(park());
    await choose(
      sitesFile(
        'Site,Address,Contract end,Telephone',
        'SELANGOR,,,',
        'Bukit Damai,1 Road,Dec 2028,0123456789',
        'Selasih Park,,,',
        'Villa Indah,,,',
        '*Contract under renewal,,,',
        'Last updated 3 Nov 2026,,,',
      ),
    );
    expect(
      await dialog.findByText('1 new site. 1 site says so already. 4 rows have only a name and are left out.'),
    ).toBeVisible();
    expect(cellsOf('4 rows have only a name').map(([name]) => name)).toEqual([
      'SELANGOR',
      'Villa Indah',
      '*Contract under renewal',
      'Last updated 3 Nov 2026',
    ]);
    expect(dialog.getByRole('checkbox', { name: 'Add SELANGOR (row 2)' })).not.toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'Add Villa Indah (row 5)' }));
    await press('Add 2 sites');
    expect(await dialog.findByText('2 sites are added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).toEqual(['Selasih Park', 'Bukit Damai', 'Villa Indah']);
  });

  it('is repaired for all rows with one press', async () => {
    const { choose, press, dialog, cellsOf } = await openSiteImport(park());
    await choose(
      sitesFile(
        'Site,Contract End,Tel,Visit every (months)',
        'Bukit Damai,open,8123 4567,18',
        'Taman Sari,running,9123 4567,24',
      ),
    );
    await press('All 2 numbers are of Malaysia');
    await press('Import 2 ends as they are written');
    await press('Leave 2 cells empty');
    expect(cellsOf('2 new sites').map(([, values]) => values)).toEqual([
      'Contract End DateopenPerson In-charge081234567',
      'Contract End DaterunningPerson In-charge091234567',
    ]);
    expect(dialog.queryByRole('heading', { name: /to repair/u })).toBeNull();
  });

  it('is left out with one press if it has no name', async () => {
    const { choose, press, dialog } = await openSiteImport(park());
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road', ',2 Road', ',3 Road'));
    await press('Leave 2 rows without a name out');
    expect(dialog.getByText('1 new site.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: '0 rows to repair' })).toHaveFocus();
    expect(dialog.getByRole('checkbox', { name: 'Leave row 3 out' })).toBeChecked();
  });

  it('can be left out, and causes a question before the dialog closes', async () => {
    const { choose, press, dialog, user } = await openSiteImport(park());
    await choose(sitesFile('Site,Visit every (months)', 'Bukit Damai,18', 'Taman Sari,3'));
    await user.click(await dialog.findByRole('checkbox', { name: 'Leave row 2 out' }));
    expect(dialog.getByText('1 new site.')).toBeVisible();
    await press('Cancel');
    const asked = within(await screen.findByRole('dialog', { name: 'Close without importing?' }));
    await user.click(asked.getByRole('button', { name: 'Stay' }));
    expect(dialog.getByRole('button', { name: 'Add 1 site' })).toBeVisible();
    await press('Cancel');
    await user.click(
      within(screen.getByRole('dialog', { name: 'Close without importing?' })).getAllByRole('button', {
        name: 'Close',
      })[0] ?? document.body,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not given up without a question, whatever would give it up', async () => {
    const { choose, press, dialog, user } = await openSiteImport(park());
    const answer = async (title: string, name: string) => {
      const asked = within(await screen.findByRole('dialog', { name: title }));
      const [button] = asked.getAllByRole('button', { name });
      await user.click(button ?? document.body);
    };
    const repair = async () => {
      const field = await dialog.findByRole('textbox', { name: 'Visit Every (Months) of row 2' });
      await user.clear(field);
      await user.type(field, '24{Enter}');
    };
    const table = sitesFile('Site,Visit every (months)', 'Bukit Damai,18');
    await choose(table);
    await repair();
    // nothing could be saved now, but the repair would be lost
    await press('Cancel');
    await answer('Close without importing?', 'Stay');
    await choose(sitesFile('Site', 'Villa Indah'));
    await answer('Start again without importing?', 'Stay');
    expect(dialog.getByRole('textbox', { name: 'Visit Every (Months) of row 2' })).toHaveValue('24');
    await user.selectOptions(dialog.getByLabelText('Separator'), 'Semicolon');
    await answer('Start again without importing?', 'Stay');
    expect(dialog.getByLabelText('Separator')).toHaveDisplayValue('Comma');
    await choose(sitesFile('Site', 'Villa Indah'));
    await answer('Start again without importing?', 'Start again');
    // nothing is decided any more
    expect(await dialog.findByRole('button', { name: 'Add 1 site' })).toBeVisible();
    await choose(sitesFile('Item,Site', '1,Villa Indah'));
    await user.selectOptions(await dialog.findByLabelText('Item'), 'Capacity');
    await press('Cancel');
    await answer('Close without importing?', 'Close');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that is hidden, and was read on request, is not given up without a question', async () => {
    const { choose, press, dialog, user } = await openSiteImport(park());
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Customers',
          rows: [['Site'], ['Bukit Damai'], ['Villa Indah']],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
      ],
    });
    await choose(new File([new Uint8Array(bytes)], 'customers.xlsx'));
    expect(await dialog.findByRole('button', { name: 'Add 1 site' })).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Hidden rows'), 'Read too');
    expect(dialog.getByRole('button', { name: 'Add 2 sites' })).toBeVisible();
    await press('Cancel');
    const asked = within(screen.getByRole('dialog', { name: 'Close without importing?' }));
    await user.click(asked.getByRole('button', { name: 'Stay' }));
    await user.selectOptions(dialog.getByLabelText('Hidden rows'), 'Left out');
    await press('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has a name similar to another: it may be the same site, a new one, or a third', async () => {
    const { choose, press, dialog, cellsOf } = await openSiteImport(park(), north());
    await choose(
      sitesFile('Site,Tel', 'Selasih Prk,0123456789', 'Menara Kayangann,0123456780', 'Selasih Park 2,0123456781'),
    );
    expect(await dialog.findByText('1 new site. 2 rows wait for you below.')).toBeVisible();
    expect(dialog.getByRole('heading', { name: 'Is it the same site?' })).toBeVisible();
    await press('It is Selasih Park');
    expect(cellsOf('1 site that differs')[0]?.[0]).toBe('Selasih Park“Selasih Prk” in the file');
    await press('It is a new site');
    expect(cellsOf('2 new sites').map(([name]) => name)).toEqual(['Menara Kayangann', 'Selasih Park 2']);
    expect(dialog.getByRole('button', { name: 'Add 2 and change 1 site' })).toBeVisible();
  });

  it('has a name similar to that of an archived site: a customer who returns', async () => {
    const { choose, press, dialog, cellsOf } = await openSiteImport(
      park(),
      bare(2, 'Menara Kayangan', { archived_at: '2026-11-01T09:00:00+08:00' }),
    );
    await choose(sitesFile('Site,Tel', 'Menara Kayangann,0123456789'));
    expect(await dialog.findByText('Nothing to import. 1 row waits for you below.')).toBeVisible();
    await press('It is Menara Kayangan, which is archived');
    await press('Bring the site back, and take its row');
    expect(cellsOf('1 site that differs')[0]?.[0]).toBe('Menara Kayangan“Menara Kayangann” in the file');
  });

  it('has a name similar to that of an earlier row, which is not added twice without a question', async () => {
    const { choose, press, dialog, user, rows } = await openSiteImport(park());
    await choose(
      sitesFile(
        'Site,Address',
        'Bukit Damai,1 Road',
        'Bukit Damai Condominium,1 Road',
        'Vila Indah,2 Road',
        'Villa Indah,2 Road',
        'Taman Sari,3 Road',
        'Taman Seri,4 Road',
        'Block A,5 Road',
        'Block B,6 Road',
      ),
    );
    expect(await dialog.findByText('6 new sites. 2 rows wait for you below.')).toBeVisible();
    await press('It is Bukit Damai of row 2');
    expect(dialog.getByText('It is the same site as row 2.')).toBeVisible();
    await press('It is a new site');
    await press('Add 7 sites');
    expect(await dialog.findByText('7 sites are added.')).toBeVisible();
    expect(rows.map(({ name }) => name)).not.toContain('Bukit Damai Condominium');
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  });

  it('is answered for all similar names at once', async () => {
    const { choose, press, dialog } = await openSiteImport(park(), north());
    await choose(sitesFile('Site,Tel', 'Selasih Prk,0123456789', 'Menara Kayangann,0123456780'));
    await press('All 2 are the sites with these names');
    expect(await dialog.findByRole('button', { name: 'Change 2 sites' })).toBeVisible();
  });

  it('is left out if it names a site of an earlier row, until that row is left out itself', async () => {
    const { choose, dialog, user, cellsOf } = await openSiteImport(park());
    await choose(sitesFile('Site,Address', 'Bukit Damai,1 Road', 'bukit damai,2 Road', 'Total,2'));
    expect(await dialog.findByText('1 new site. 2 rows left out.')).toBeVisible();
    const remarks = within(dialog.getByRole('table', { name: 'Remarks' }));
    expect(
      remarks
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual([
      'row 4It is a row of totals.Left out.',
      'row 3It is the same site as row 2.Left out. Leave the other row out to import this one.',
    ]);
    await user.click(dialog.getByRole('checkbox', { name: 'Add Bukit Damai (row 2)' }));
    expect(cellsOf('2 new sites').map(([, values]) => values)).toEqual(['Address1 Road', 'Address2 Road']);
    expect(dialog.getByRole('button', { name: 'Add 1 site' })).toBeVisible();
  });

  it('is left out if it names an archived site, until the site is brought back; Undo archives it again', async () => {
    const { choose, press, dialog, cellsOf, rows, steps } = await openSiteImport(
      park(),
      bare(2, 'Menara Kayangan', { archived_at: '2026-11-01T09:00:00+08:00' }),
    );
    await choose(sitesFile('Site,Tel', 'Menara Kayangan,0123456789'));
    expect(await dialog.findByText('Nothing to import. 1 row left out.')).toBeVisible();
    expect(within(dialog.getByRole('table', { name: 'Remarks' })).getAllByRole('row')[1]).toHaveTextContent(
      'row 2The site is archived.Left out. Bring the site back first to change it.',
    );
    await press('Bring the site back, and take its row');
    expect(dialog.getByText('1 site to change.')).toHaveFocus();
    expect(cellsOf('1 site that differs')[0]?.[1]).toBe(
      'ArchiveArchived on 1 November 2026becomesbrought backPerson In-chargenothingbecomes0123456789',
    );
    await press('Change 1 site');
    expect(await dialog.findByText('1 site is changed.')).toBeVisible();
    expect(rows[1]).toMatchObject({ archived_at: null, person_in_charge: 123456789 });
    await press('Undo');
    expect(await dialog.findByText('1 site is as before.')).toBeVisible();
    expect(rows[1]).toMatchObject({ person_in_charge: null });
    expect(rows[1]?.archived_at).not.toBeNull();
    expect(steps).toEqual(['unarchive_site 2', 'archive_site 2']);
  });

  it('gets suggestions from its words, which are not applied automatically', async () => {
    const { choose, press, dialog, cellsOf } = await openSiteImport(
      bare(1, 'Selasih Park', { preventive_maintenance: 'Monthly', visit_every_months: 1 }),
    );
    await choose(
      sitesFile(
        'Site,PM,Emergency visits',
        'Selasih Park,Quarterly,',
        'Bukit Damai,setiap 3 bulan,"6 per year, within 3 hours"',
      ),
    );
    expect(await dialog.findByText('row 3: “setiap 3 bulan” suggests every 3 months')).toBeInTheDocument();
    expect(cellsOf('1 new site')[0]?.[1]).not.toContain('Visit Every');
    await press('Set the visit interval of 1 row');
    await press('Set the promise for emergency calls of 1 row');
    expect(cellsOf('1 new site')[0]?.[1]).toBe(
      'Preventive Maintenancesetiap 3 bulanVisit Every (Months)3Emergency Visits6 per year, within 3 hoursResponse Within (Hours)3Emergency Calls a Year6',
    );
    expect(dialog.queryByRole('heading', { name: 'What the words suggest' })).toBeNull();
  });

  it('says since when a changed promise holds', async () => {
    const { choose, press, dialog, user, written } = await openSiteImport(
      bare(1, 'Selasih Park', { response_hours: 4 }),
      bare(2, 'Menara Kayangan'),
    );
    await choose(sitesFile('Site,SLA', 'Selasih Park,2', 'Menara Kayangan,3'));
    const asked = await dialog.findByRole('group', { name: 'Since when does the new promise hold?' });
    expect(within(asked).getByRole('radio', { name: /^From today/u })).toBeChecked();
    await press('Change 2 sites');
    expect(await dialog.findByText('2 sites are changed.')).toBeVisible();
    expect(written).toMatchObject([
      { response_hours: 2, promised_before: [{ hours: 4, calls: null }] },
      { response_hours: 3 },
    ]);
    await press('Undo');
    expect(await dialog.findByText('2 sites are as before.')).toBeVisible();
    expect(written.slice(2)).toEqual([{ response_hours: 4, promised_before: null }, { response_hours: null }]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  });
});
