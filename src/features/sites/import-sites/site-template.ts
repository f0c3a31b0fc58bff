import { csvFile, csvOf } from '../../../lib/csv.ts';
import { said } from '../../../lib/language/translate.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { siteColumns } from '../../../records/site/site-columns.ts';

/** Saves a CSV file that has only the column heads of a table of sites, in the current language. */
export function saveSiteTemplate(): void {
  saveFile(csvFile(csvOf([siteColumns.map(({ label }) => said(label))])), 'sites.csv');
}
