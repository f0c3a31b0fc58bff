import { expect, type Page } from '@playwright/test';
import { press, type Shown } from './screens.ts';

const siteList = { path: '/DataEditor/sites', ready: 'Menara Kayangan' };

/** Opens a dialog and chooses a table in it. */
const importTable = (opener: string, rows: readonly string[]) => async (page: Page) => {
  await press(opener)(page);
  const table = { name: 'table.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.getByRole('dialog').getByLabel('Choose a table').setInputFiles(table);
};

/** Values that a person would type, each of which needs a choice or a repair. */
const siteRows = [
  'LIST OF CUSTOMERS',
  'No.,Building,Alamat,Contract Expiry,Tel No.,PM Frequency,SLA (hours)',
  '1,Selasih Prak,,31 Dec 2028,,,',
  '2,Angsana Court,2 Jalan Besar,renewing,8123 4567,Quarterly,3',
  '3,KINGFISHER RISE,,31 Dec 2029,,,',
  '4,Bayu Villas,4 Jalan Besar,2029,6123 4567,Quarterly,soon',
  'Total,4',
];
const visitRows = [
  'No.,Condo,Date,Type,Subject,Work Done,Time In,Time Out',
  '1,Selasih Prak,3/4/2026,PM,Gate 3,Arm levelled,0900,1030',
  '2,Nowhere Court,17/3/2026,CM,Loop,Loop repaired,9.00,8.00',
  '3,Kingfisher Rise,31 Feb 2026,??,Reader,,,',
];
const wordsOf = (rows: readonly string[]) => rows.flatMap((row) => row.split(',')).filter((word) => word !== '');

/** The imports with their questions and repairs. Nothing is saved. */
export const importScreens: readonly Omit<Shown, 'key'>[] = [
  {
    name: 'sites, importing',
    ...siteList,
    act: importTable('Import sites', siteRows),
    after: 'Angsana Court',
    written: wordsOf(siteRows),
  },
  {
    name: 'visits, importing',
    ...siteList,
    act: importTable('Import visits', visitRows),
    after: 'Nowhere Court',
    written: wordsOf(visitRows),
  },
  {
    name: 'site, archiving',
    path: '/DataEditor/sites?site=Selasih+Park',
    ready: 'Guard house',
    act: press('Archive…'),
  },
  {
    name: 'go to',
    ...siteList,
    act: async (page) => {
      await press('Go to…')(page);
      const search = page.getByRole('dialog').getByRole('combobox');
      await search.fill('menara');
      await expect(search).toHaveAttribute('aria-activedescendant');
    },
    written: ['menara'],
  },
];
