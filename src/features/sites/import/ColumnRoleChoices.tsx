import { said, t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { visitColumns } from '../../../records/import/visit-columns.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import { sentences } from '../../../records/sentences.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

const options = () => [
  { value: '', label: t('Not used') },
  ...visitColumns.map(({ value, label }) => ({ value, label: said(label) })),
];

/** The roles of the file's columns, each of which can be chosen, and the columns that have none. */
export function ColumnRoleChoices({
  reading,
  decideTable,
}: { reading: TableReading } & Pick<ImportState, 'decideTable'>) {
  const { columns, roles } = reading;
  const unused = columns.filter(({ index }) => !roles.has(index)).map(({ head }) => head);
  const isTimeless = ![...roles.values()].some((role) => role === 'time' || role === 'arrived');
  return (
    <section className={layout.gap3} aria-labelledby="columns-of-the-file">
      <h3 id="columns-of-the-file">{t('Columns')}</h3>
      <div className={styles.fields}>
        {columns.map(({ index, head, samples, isHidden }) => (
          <SelectField
            key={index}
            label={head}
            value={roles.get(index) ?? ''}
            options={options()}
            hint={sentences(
              isHidden && t('Hidden in the file.'),
              samples.length > 0 ? samples.join(' · ').slice(0, 60) : t('Empty'),
            )}
            onChange={(value) =>
              decideTable({ role: [index, visitColumns.find((candidate) => candidate.value === value)?.value ?? null] })
            }
          />
        ))}
      </div>
      <p className={unused.length > 0 ? texts.warning : texts.note}>
        {unused.length > 0 ? t('Not used: {columns}.', { columns: listedWords(unused) }) : t('Every column is used.')}
      </p>
      {isTimeless && <p className={texts.note}>{t('A visit without a time is stored at 00:00.')}</p>}
    </section>
  );
}
