import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { FaultReports } from '../../../components/fault-record/FaultReports.tsx';
import { PhoneReportDialog } from '../../../components/fault-report/PhoneReportDialog.tsx';
import { ReportDialog, type SiteToReport } from '../../../components/fault-report/ReportDialog.tsx';
import { useRight } from '../../../components/use-right.ts';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { useNow } from '../../../lib/screen/pace.ts';
import { faultEnd, faultEndText, faultMoment } from '../../../records/fault/fault-end.ts';
import { endedFaultsQuery, openFaultsQuery } from '../../../records/fault/fault-queries.ts';
import { faultTitle, minutesOver, minutesSince, spanText } from '../../../records/fault/fault-words.ts';
import type { Fault } from '../../../records/fault/fault.ts';
import { toFaults, toVisit } from '../../../records/portal-links.ts';
import { siteTitle } from '../../../records/site/site-columns.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LoadFailure } from '../../../ui/message/Loaded.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { WaitingReports } from './WaitingReports.tsx';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './FaultRows.module.css';

/** How many open faults are shown before a button shows all. */
const maxShown = 2;
/** How long (ms) an ended fault is shown: 14 days. */
const endedShownMs = 14 * 24 * 3_600_000;

interface FaultRowsProps {
  record: SiteRecord;
  posts: readonly string[];
  /** The site an admin picked; null for a client. */
  site: string | null;
}

/**
 * The faults of the site, directly below its name (`decisions §15`): the open faults, those that ended recently, and the button *Report a
 * fault*, which is always the last. For the office, the button enters a report by phone.
 */
export function FaultRows({ record, posts, site }: FaultRowsProps) {
  // updates the ages of the faults every 30 seconds
  const now = useNow(30_000);
  const openQuery = useQuery(openFaultsQuery(record.id));
  const endedQuery = useQuery(endedFaultsQuery(record.id));
  const canReport = useRight('reportFaults');
  const [showsAll, setShowsAll] = useState(false);
  // the fault that a dialog adds a report to, or `new` for a new fault
  const [reportTarget, setReportTarget] = useState<Fault | 'new' | null>(null);
  const focusAfter = useFocusAfter();

  const faults = openQuery.data ?? [];
  const shownFaults = showsAll ? faults : faults.slice(0, maxShown);
  const recentFaults = (endedQuery.data?.faults ?? []).filter((fault) => isRecent(fault, now));
  // without an open fault, the fault that ended last takes the place of the first row, so that nothing moves when it loads
  const newestEnded = openQuery.data?.length === 0 ? recentFaults[0] : undefined;
  // the office enters a new report in a form of its own
  const isNewByPhone = reportTarget === 'new' && site !== null;
  const siteToReport: SiteToReport = { id: record.id, title: siteTitle(record), posts };
  return (
    <section aria-labelledby="faults-now" className={styles.faults}>
      <h2 id="faults-now" className={layout.visuallyHidden}>
        {t('Faults')}
      </h2>
      <div
        className={`${styles.now} ${faults.length > 0 ? styles.broken : ''} ${faults.length > 0 || newestEnded ? styles.told : ''}`}
      >
        <div className={styles.rows}>
          <LoadFailure query={openQuery} error={t('The reported faults could not be loaded.')} />
          {openQuery.data === undefined && openQuery.isFetching && <Skeleton width="12rem" height="1.5rem" />}
          {openQuery.data?.length === 0 && (
            <div className={`${layout.row} ${styles.calm}`}>
              {newestEnded ? (
                <EndedFault fault={newestEnded} now={now} site={site} />
              ) : (
                <p className={texts.muted}>{t('No open faults')}</p>
              )}
              <AllFaults site={site} />
            </div>
          )}
          {shownFaults.map((fault) => (
            <OpenFault
              key={fault.id}
              fault={fault}
              now={now}
              onAdd={canReport ? () => setReportTarget(fault) : undefined}
            />
          ))}
          {faults.length > shownFaults.length && (
            <div>
              <Button
                variant="ghost"
                onClick={() => {
                  const nextId = faults[maxShown]?.id;
                  setShowsAll(true);
                  focusAfter(() => document.getElementById(`fault-${nextId}`));
                }}
              >
                {t('{count} more', { count: faults.length - shownFaults.length })}
              </Button>
            </div>
          )}
          {faults.length > 0 && (
            <p>
              <AllFaults site={site} />
            </p>
          )}
        </div>
        {canReport && (
          <Button className={styles.report ?? ''} variant="primary" onClick={() => setReportTarget('new')}>
            {site === null ? t('Report a fault') : t('Reported by phone')}
          </Button>
        )}
      </div>
      {canReport && <WaitingReports siteId={record.id} />}
      {recentFaults.slice(newestEnded ? 1 : 0).map((fault) => (
        <div key={fault.id} className={styles.row}>
          <EndedFault fault={fault} now={now} site={site} />
        </div>
      ))}
      {isNewByPhone && <PhoneReportDialog site={site} onClose={() => setReportTarget(null)} />}
      {reportTarget !== null && !isNewByPhone && (
        <ReportDialog
          site={siteToReport}
          {...(reportTarget !== 'new' && { joins: reportTarget })}
          onClose={() => setReportTarget(null)}
        />
      )}
    </section>
  );
}

/** The placeholder while the record loads, as high as the rows of a site without open faults. */
export function WaitingFaults() {
  return (
    <div className={styles.faults}>
      <div className={styles.now}>
        <Skeleton width="12rem" height="2.75rem" />
      </div>
    </div>
  );
}

/** The link to the faults in Service History. It is always shown, so that nothing moves when faults load. */
function AllFaults({ site }: { site: string | null }) {
  return (
    <Link className={`${layout.target} ${layout.unprinted}`} to={toFaults(site)}>
      {t('All faults')}
    </Link>
  );
}

function isRecent(fault: Fault, now: Date): boolean {
  const end = faultEnd(fault);
  return end !== null && now.getTime() - Date.parse(end.at) < endedShownMs;
}

interface OpenFaultProps {
  fault: Fault;
  now: Date;
  onAdd: (() => void) | undefined;
}

function OpenFault({ fault, now, onAdd }: OpenFaultProps) {
  const overMinutes = minutesOver(fault, now);
  const parts = {
    span: spanText(minutesSince(fault.reported_at, now)),
    origin: fault.origin,
    moment: faultMoment(fault.reported_at, now),
    number: fault.id,
  };
  return (
    <article className={styles.fault} aria-labelledby={`fault-${fault.id}`}>
      <span className={styles.sign}>
        <Icon name="gate-down" />
      </span>
      <div className={styles.words}>
        <h3 id={`fault-${fault.id}`} className={styles.title} tabIndex={-1}>
          {faultTitle(fault)}
        </h3>
        <p className={`${texts.note} ${texts.measure}`}>
          {t(
            'Open for {span}, reported {origin, select, sticker {by a sticker at the gate} office {by phone} other {with the site’s key}} at {moment}, number {number}. The office has it.',
            parts,
          )}
        </p>
        {overMinutes !== null && (
          <p className={`${texts.smaller} ${texts.problem}`}>
            {t('Over the promise by {span}', { span: spanText(overMinutes) })}
          </p>
        )}
        <FaultReports fault={fault} now={now} />
      </div>
      {onAdd && (
        <Button className={styles.add ?? ''} onClick={onAdd} aria-describedby={`fault-${fault.id}`}>
          <Icon name="plus" />
          {t('Add')}
        </Button>
      )}
    </article>
  );
}

function EndedFault({ fault, now, site }: { fault: Fault; now: Date; site: string | null }) {
  const visit = faultEnd(fault)?.visit ?? null;
  return (
    <div className={`${styles.ended} ${texts.breaks}`}>
      <span className={styles.done}>
        <Icon name="check" />
      </span>
      <p className={`${layout.rest} ${texts.measure}`}>
        <span className={texts.medium}>{faultTitle(fault)}</span>{' '}
        <span className={texts.muted}>{faultEndText(fault, now)}</span>
      </p>
      {visit !== null && <Link to={toVisit(visit, site)}>{t('Visit {id}', { id: visit })}</Link>}
    </div>
  );
}
