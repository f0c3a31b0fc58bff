import { TaskTexts } from '../../../components/task/TaskMarks.tsx';
import { t, tIn } from '../../../lib/language/translate.ts';
import { plainList } from '../../../records/counted.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import { isArchived } from '../../../records/site/archive.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { visitKindLabel } from '../../../records/task/visit.ts';
import { longDate, siteTime } from '../../../records/time.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

const maxShown = 5;

/** The first visits as they will be saved. The month is a word in their dates, so that a wrong date order is seen at once. */
export function VisitPreview({ reading, sites }: { reading: TableReading; sites: readonly EditedSite[] }) {
  const visits = reading.rows.flatMap(({ visit, site, isTimed }) => (visit ? [{ ...visit, site, isTimed }] : []));
  if (visits.length === 0) return null;
  const shownVisits = visits.slice(0, maxShown);
  const archivedNames = new Set<string | null>(sites.filter(isArchived).map(({ name }) => name));
  const archivedVisits = visits.filter(({ site }) => archivedNames.has(site));
  return (
    <section className={layout.gap3} aria-labelledby="as-stored">
      <h3 id="as-stored">{t('As they will be stored')}</h3>
      <DataTable
        heads={[t('Row'), t('Site'), t('Date'), t('Time'), t('Kind'), t('Title'), t('Text')]}
        cardsBelow={1120}
        className={styles.rows}
        aria-labelledby="as-stored"
      >
        {shownVisits.map(({ row, site, isTimed, visit, photos, pdf }) => {
          const { clock } = siteTime(visit.time);
          const files = [
            photos.length > 0 && t('{count, plural, one {# photo} other {# photos}}', { count: photos.length }),
            pdf !== null && t('PDF'),
          ].filter((words) => words !== false);
          return (
            <tr key={row}>
              <th scope="row">{row}</th>
              <td>
                {site}
                {archivedNames.has(site) && <span className={texts.note}> {tIn('of a site', 'archived')}</span>}
              </td>
              <td>{longDate(visit.time)}</td>
              <td>{isTimed ? clock : <span className={texts.faint}>{t('no time')}</span>}</td>
              <td>{visitKindLabel(visit.kind) ?? <span className={texts.faint}>{t('Not specified')}</span>}</td>
              <td>
                <CardLabel>{t('Title')}</CardLabel>
                {visit.title}
                <TaskTexts task={visit} />
              </td>
              <td>
                <CardLabel>{t('Text')}</CardLabel>
                <span className={`${texts.clamp} ${styles.text}`}>{visit.tasks}</span>
                {files.length > 0 && <span className={texts.note}>{plainList(files)}</span>}
                {visit.showing === 'False' && <span className={texts.note}>{tIn('of a visit', 'hidden')}</span>}
              </td>
            </tr>
          );
        })}
      </DataTable>
      <p className={texts.note}>{rowCountText(shownVisits.length, visits.length)}</p>
      {archivedVisits.length > 0 && (
        <p>
          {t(
            '{count, plural, one {# visit is} other {# visits are}} of archived customers: {sites}. They are imported, and the sites stay archived.',
            {
              count: archivedVisits.length,
              sites: plainList([...new Set(archivedVisits.map(({ site }) => site ?? ''))]),
            },
          )}
        </p>
      )}
    </section>
  );
}

function rowCountText(shown: number, all: number): string {
  return shown === all
    ? t('{all, plural, one {# visit} other {# visits}}', { all })
    : t('{shown, number} of {all, plural, one {# visit} other {# visits}}', { shown, all });
}

/** The label of a cell where the rows are shown as cards. Screen readers say the column head instead. */
function CardLabel({ children }: { children: string }) {
  return (
    <span className={`${texts.note} ${styles.cardLabel}`} aria-hidden="true">
      {children}
    </span>
  );
}
