import { csvFile, csvOf } from '../../../lib/csv.ts';
import { said } from '../../../lib/language/translate.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { siteColumns } from '../../../records/site/site-columns.ts';

/** Saves a CSV without rows: the columns of a site, in the reader's language. */
export function saveSiteTemplate(): void {
  saveFile(csvFile(csvOf([siteColumns.map(({ label }) => said(label))])), 'sites.csv');
}
