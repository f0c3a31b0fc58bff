import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import type { FileColumn } from '../../../records/import/visit-columns.ts';
import { sentences } from '../../../records/sentences.ts';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

/** The most characters of a column's first cells that its hint shows. */
const maxSampleLength = 60;

interface ColumnRoleChoicesProps<Role extends string> {
  columns: readonly FileColumn[];
  /** The role of each column, by the column's index; a column without a role is not used. */
  roles: ReadonlyMap<number, Role>;
  /** The roles that a column can have, with their labels. */
  choices: readonly { value: Role; label: string }[];
  onChoose: (index: number, role: Role | null) => void;
  /** A sentence about what the chosen roles mean for the rows. */
  note?: string | null;
}

/** A choice of a role for each column of the file, and a list of the columns that have none. */
export function ColumnRoleChoices<Role extends string>({
  columns,
  roles,
  choices,
  onChoose,
  note = null,
}: ColumnRoleChoicesProps<Role>) {
  const unusedHeads = columns.filter(({ index }) => !roles.has(index)).map(({ head }) => head);
  const options = [{ value: '', label: t('Not used') }, ...choices];
  return (
    <section className={layout.gap3} aria-labelledby="columns-of-the-file">
      <h3 id="columns-of-the-file">{t('Columns')}</h3>
      <div className={styles.fields}>
        {columns.map(({ index, head, samples, isHidden }) => (
          <SelectField
            key={index}
            label={head}
            value={roles.get(index) ?? ''}
            options={options}
            hint={sentences(
              isHidden && t('Hidden in the file.'),
              samples.length > 0 ? samples.join(' · ').slice(0, maxSampleLength) : t('Empty'),
            )}
            onChange={(value) => onChoose(index, choices.find((candidate) => candidate.value === value)?.value ?? null)}
          />
        ))}
      </div>
      <p className={unusedHeads.length > 0 ? texts.warning : texts.note}>
        {unusedHeads.length > 0
          ? t('Not used: {columns}.', { columns: listedWords(unusedHeads) })
          : t('Every column is used.')}
      </p>
      {note !== null && <p className={texts.note}>{note}</p>}
    </section>
  );
}
