import { csvOf } from '../../../lib/csv.ts';
import { t } from '../../../lib/language/translate.ts';
import { isDatePart, visitColumns } from '../../../records/import/visit-columns.ts';

/** A CSV to fill in: the columns, and two visits as examples. */
export function visitTemplate(): string {
  return csvOf([
    // the example has the whole date in one column, so it needs no columns of day, month and year
    visitColumns.map(({ value }) => value).filter((column) => !isDatePart(column)),
    [
      'Selasih Park',
      '2025-03-17',
      '10:05',
      t('Monthly maintenance'),
      t('Loop detectors tested at all posts.'),
      'preventive',
      'gate-1.jpg; gate-2.jpg',
      'report-march.pdf',
      'yes',
      'V-1001',
      'Aziz',
      '',
      '10:05',
      '11:30',
      t('Replace the spring of P2 within three months.'),
    ],
    [
      'Selasih Park',
      '21/03/2025',
      '8:40 pm',
      t('Arm hit by a lorry'),
      t('Arm and spring replaced at P2.'),
      'emergency',
      '',
      '',
      'yes',
      'V-1002',
      'Aziz, Wei Jie',
      '7:15 pm',
      '8:40 pm',
      '10:05 pm',
      '',
    ],
  ]);
}
