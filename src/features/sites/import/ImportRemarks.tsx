import { csvFile, csvOf } from '../../../lib/csv.ts';
import { fileStemOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { saveFile } from '../../../lib/save-file.ts';
import type { Defect } from '../../../records/import/import-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './ImportDialog.module.css';

/** How many remarks the screen shows; the saved CSV has all. */
const maxShown = 100;
const remarkHeads = () => [t('Where'), t('What is wrong'), t('What is done about it')];

interface ImportRemarksProps {
  /** The remarks to show. */
  remarks: readonly Defect[];
  /** The remarks to save as a file: those to show, and those of rows that can be repaired in another part of the dialog. */
  allRemarks: readonly Defect[];
  /** The name of the imported file. */
  name: string;
}

/** Lists what is wrong in the rows and what is done about it, and saves the whole list as a CSV. */
export function ImportRemarks({ remarks, allRemarks: all, name }: ImportRemarksProps) {
  if (all.length === 0) return null;
  const save = () => {
    const csv = csvOf([remarkHeads(), ...all.map(({ row, problem, remedy }) => [row, problem, remedy])]);
    saveFile(csvFile(csv), `${fileStemOf(name.replace(/\.[a-z]+$/iu, ''), 'remarks')}.csv`);
  };
  return (
    <div className={layout.gap3}>
      {remarks.length > 0 && (
        <DataTable heads={remarkHeads()} cardsBelow={720} className={styles.rows} aria-label={t('Remarks')}>
          {remarks.slice(0, maxShown).map(({ row, problem, remedy }) => (
            <tr key={`${row} ${problem}`}>
              <th scope="row">{row}</th>
              <td>{problem}</td>
              <td>{remedy}</td>
            </tr>
          ))}
        </DataTable>
      )}
      <div className={layout.row}>
        {remarks.length > maxShown && (
          <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: remarks.length })}</p>
        )}
        <Button onClick={save}>
          <Icon name="download" />
          {t('Save the remarks (CSV)')}
        </Button>
      </div>
    </div>
  );
}
