import { counted } from '../../../records/counted.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import type { CheckedVisits } from './check-visits.ts';
import type { ImportState } from './use-import.ts';
import styles from './ImportDialog.module.css';
import { t } from '../../../lib/language/translate.ts';

/** More of them are chosen all together. */
const maxShown = 100;

interface SameDayVisitsProps extends Pick<ImportState, 'anyway' | 'setAnyway'> {
  checked: CheckedVisits;
}

/** Visits that seem to be there already, on their day at another time: left out, unless a person says otherwise. */
export function SameDayVisits({ checked: { sameDay }, anyway, setAnyway }: SameDayVisitsProps) {
  if (sameDay.length === 0) return null;
  const all = new Set(sameDay.map(({ row }) => row));
  const added = sameDay.filter(({ row }) => anyway.has(row)).length;
  return (
    <section className={layout.tight} aria-labelledby="same-day">
      <h3 id="same-day">{`${counted(sameDay.length, 'visit')} may be there already`}</h3>
      <p className={texts.measure}>
        {t(
          'The site has a visit with the same or a similar title on the same day. These rows are left out, unless you add them anyway.',
        )}
      </p>
      <div className={layout.row}>
        <Button onClick={() => setAnyway(all)}>{t('Add all anyway')}</Button>
        <Button onClick={() => setAnyway(new Set())}>{t('Leave all out')}</Button>
        <p role="status" className={texts.note}>{`${added} of ${sameDay.length} added anyway`}</p>
      </div>
      <DataTable
        heads={['Row', 'In the file', 'There already', 'Add anyway']}
        cardsBelow={720}
        className={styles.rows}
        aria-labelledby="same-day"
      >
        {sameDay.slice(0, maxShown).map(({ row, site, visit, there }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>
              <span>{`${site}, ${momentText(visit.time)}: ${visit.title}`}</span>
            </td>
            <td>
              <span>{`${momentText(there.time)}: ${there.title}`}</span>
            </td>
            <td>
              <label className={`${layout.target} ${styles.anyway}`}>
                <input
                  type="checkbox"
                  aria-label={`Add ${row} anyway`}
                  checked={anyway.has(row)}
                  onChange={({ target }) => {
                    const next = new Set(anyway);
                    if (target.checked) next.add(row);
                    else next.delete(row);
                    setAnyway(next);
                  }}
                />
                <span className={layout.onPhone}>{t('Add anyway')}</span>
              </label>
            </td>
          </tr>
        ))}
      </DataTable>
      {sameDay.length > maxShown && <p>{`The first ${maxShown} of ${sameDay.length}.`}</p>}
    </section>
  );
}
