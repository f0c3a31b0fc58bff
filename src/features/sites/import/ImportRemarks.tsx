import type { Defect } from '../../../records/import/import-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './ImportDialog.module.css';

/** The CSV has all of them. */
const maxShown = 100;

export function ImportRemarks({ remarks, onSave }: { remarks: readonly Defect[]; onSave: () => void }) {
  if (remarks.length === 0) return null;
  return (
    <div className={layout.tight}>
      <DataTable
        heads={['Where', 'What is wrong', 'What is done about it']}
        cardsBelow={720}
        className={styles.remarks}
        aria-label="Remarks"
      >
        {remarks.slice(0, maxShown).map(({ row, problem, remedy }) => (
          <tr key={`${row} ${problem}`}>
            <th scope="row">{row}</th>
            <td>{problem}</td>
            <td>{remedy}</td>
          </tr>
        ))}
      </DataTable>
      <div className={layout.row}>
        {remarks.length > maxShown && <p>{`The first ${maxShown} of ${remarks.length}.`}</p>}
        <Button onClick={onSave}>
          <Icon name="download" />
          Save the remarks (CSV)
        </Button>
      </div>
    </div>
  );
}
