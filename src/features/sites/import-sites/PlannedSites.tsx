import { useId, useRef, useState } from 'react';
import { message, said, t } from '../../../lib/language/translate.ts';
import { pageOf } from '../../../lib/screen/list-pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { Differences } from '../import/Differences.tsx';
import type { PlannedRow, PlannedSite } from './plan-sites.ts';
import type { SiteImportState } from './use-site-import.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../import/ImportDialog.module.css';

/** Sites per page. */
const pageSize = 25;

/** The lists. `named` has new sites whose rows have only a name, and so may be headings or notes. */
const kinds = {
  added: { values: message('What is stored of it'), box: message('Add') },
  named: { values: message('What is stored of it'), box: message('Add') },
  changed: { values: message('Stored, and in the file'), box: message('Change') },
};

interface PlannedSitesProps extends Pick<SiteImportState, 'setLeftOut'> {
  kind: keyof typeof kinds;
  planned: readonly PlannedSite[];
}

/** Lists the sites that would be added or changed, page by page. Each can be left out. */
export function PlannedSites({ kind, planned, setLeftOut }: PlannedSitesProps) {
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  const [requestedPage, setRequestedPage] = useState(1);
  if (planned.length === 0) return null;
  const page = pageOf(planned, requestedPage, pageSize);
  const chosenCount = planned.filter(({ isLeftOut }) => !isLeftOut).length;
  const allNumbers = planned.map(({ row }) => row.number);
  return (
    <section ref={section} tabIndex={-1} className={layout.gap3} aria-labelledby={heading}>
      <h3 id={heading}>
        {kind === 'added'
          ? t('{sites, plural, one {# new site} other {# new sites}}', { sites: planned.length })
          : kind === 'named'
            ? t('{rows, plural, one {# row has only a name} other {# rows have only a name}}', { rows: planned.length })
            : t('{sites, plural, one {# site that differs} other {# sites that differ}}', { sites: planned.length })}
      </h3>
      {kind === 'named' && (
        <p className={texts.note}>
          {t('The other rows say more, so these may be headings or notes of the table. Take those that are sites.')}
        </p>
      )}
      <div className={layout.row}>
        {planned.length > 1 && (
          <>
            <Button onClick={() => setLeftOut(allNumbers, false)}>{t('Take all')}</Button>
            <Button onClick={() => setLeftOut(allNumbers, true)}>{t('Leave all out')}</Button>
          </>
        )}
        <p role="status" className={texts.note}>
          {t('{chosen, number} of {all, number} chosen', { chosen: chosenCount, all: planned.length })}
        </p>
      </div>
      <DataTable
        heads={[t('Row'), t('Site'), said(kinds[kind].values), said(kinds[kind].box)]}
        cardsBelow={720}
        className={styles.rows}
        aria-labelledby={heading}
      >
        {page.rows.map((site) => (
          <PlannedSiteRow key={site.row.number} kind={kind} {...site} setLeftOut={setLeftOut} />
        ))}
      </DataTable>
      <Pager
        page={page}
        onPage={(next) => {
          setRequestedPage(next);
          section.current?.scrollIntoView({ block: 'start' });
          section.current?.focus();
        }}
      />
    </section>
  );
}

type PlannedSiteRowProps = PlannedSite & Pick<PlannedSitesProps, 'kind' | 'setLeftOut'>;

function PlannedSiteRow({ kind, row, name, change, differences, isLeftOut, setLeftOut }: PlannedSiteRowProps) {
  const siteName = change.site.name;
  return (
    <tr>
      <th scope="row">{row.row}</th>
      <td>
        <div className={layout.gap1}>
          <span className={texts.bold}>{siteName}</span>
          {siteName !== name && <span className={texts.note}>{t('“{name}” in the file', { name })}</span>}
        </div>
      </td>
      <td className={styles.broad}>
        {kind === 'changed' ? (
          <Differences differences={differences} />
        ) : (
          <dl className={styles.values}>
            {differences.map(({ field, label, after }) => (
              <div key={field}>
                <dt className={texts.note}>{label}</dt>
                <dd>{after}</dd>
              </div>
            ))}
          </dl>
        )}
      </td>
      <td>
        <label className={`${layout.target} ${styles.anyway}`}>
          <input
            type="checkbox"
            aria-label={
              kind !== 'changed'
                ? t('Add {site} ({row})', { site: siteName, row: row.row })
                : t('Change {site} ({row})', { site: siteName, row: row.row })
            }
            checked={!isLeftOut}
            onChange={({ target }) => setLeftOut([row.number], !target.checked)}
          />
          <span className={layout.onPhone}>{said(kinds[kind].box)}</span>
        </label>
      </td>
    </tr>
  );
}

/** The sites that already have the values of the file. Their names are shown when the element is opened. */
export function SameSites({ planned }: { planned: readonly PlannedRow[] }) {
  if (planned.length === 0) return null;
  return (
    <details>
      <summary>
        {t('{sites, plural, one {# site says so already} other {# sites say so already}}', { sites: planned.length })}
      </summary>
      <ul className={`${texts.note} ${styles.words}`}>
        {planned.map(({ row, name }) => (
          <li key={row.number}>{t('{site} ({row})', { site: name, row: row.row })}</li>
        ))}
      </ul>
    </details>
  );
}
