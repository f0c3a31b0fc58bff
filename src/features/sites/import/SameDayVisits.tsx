import { t } from '../../../lib/language/translate.ts';
import { momentText } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { CheckedVisits } from './check-visits.ts';
import type { ImportState } from './use-import.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

/** How many visits are listed. If there are more, the buttons above the list still apply to all of them. */
const maxShown = 100;

interface SameDayVisitsProps extends Pick<ImportState, 'addedAnyway' | 'setAddedAnyway'> {
  checked: CheckedVisits;
}

/** Rows that seem to be saved already, judged by their day or minute. They are left out, unless a person adds them anyway. */
export function SameDayVisits({ checked: { sameDay }, addedAnyway, setAddedAnyway }: SameDayVisitsProps) {
  if (sameDay.length === 0) return null;
  const allRows = new Set(sameDay.map(({ row }) => row));
  const addedCount = sameDay.filter(({ row }) => addedAnyway.has(row)).length;
  return (
    <section className={layout.gap3} aria-labelledby="same-day">
      <h3 id="same-day">
        {t('{visits, plural, one {# visit may be there already} other {# visits may be there already}}', {
          visits: sameDay.length,
        })}
      </h3>
      <p className={texts.measure}>
        {t(
          'The site has a visit with the same or a similar title on the same day, or one at the same minute. These rows are left out, unless you add them anyway.',
        )}
      </p>
      <div className={layout.row}>
        <Button onClick={() => setAddedAnyway(allRows)}>{t('Add all anyway')}</Button>
        <Button onClick={() => setAddedAnyway(new Set())}>{t('Leave all out')}</Button>
        <p role="status" className={texts.note}>
          {t('{added, number} of {all, number} added anyway', { added: addedCount, all: sameDay.length })}
        </p>
      </div>
      <DataTable
        heads={[t('Row'), t('In the file'), t('There already'), t('Add anyway')]}
        cardsBelow={720}
        className={styles.rows}
        aria-labelledby="same-day"
      >
        {sameDay.slice(0, maxShown).map(({ row, site, visit, existing }) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            <td>
              <span>{t('{site}, {time}: {title}', { site, time: momentText(visit.time), title: visit.title })}</span>
            </td>
            <td>
              <span>{t('{time}: {title}', { time: momentText(existing.time), title: existing.title })}</span>
            </td>
            <td>
              <label className={`${layout.target} ${styles.anyway}`}>
                <input
                  type="checkbox"
                  aria-label={t('Add {row} anyway', { row })}
                  checked={addedAnyway.has(row)}
                  onChange={({ target }) => {
                    const next = new Set(addedAnyway);
                    if (target.checked) next.add(row);
                    else next.delete(row);
                    setAddedAnyway(next);
                  }}
                />
                <span className={layout.onPhone}>{t('Add anyway')}</span>
              </label>
            </td>
          </tr>
        ))}
      </DataTable>
      {sameDay.length > maxShown && (
        <p>{t('The first {shown, number} of {all, number}.', { shown: maxShown, all: sameDay.length })}</p>
      )}
    </section>
  );
}
