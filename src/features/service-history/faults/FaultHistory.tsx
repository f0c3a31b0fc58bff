import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { FaultReports } from '../../../components/fault-record/FaultReports.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { pageValue } from '../../../lib/screen/list-pages.ts';
import { useNow } from '../../../lib/screen/pace.ts';
import { useQueryValues } from '../../../lib/screen/use-query-values.ts';
import { faultEnd, faultEndText, faultMoment } from '../../../records/fault/fault-end.ts';
import { endedFaultsPageSize, endedFaultsQuery, openFaultsQuery } from '../../../records/fault/fault-queries.ts';
import { faultTitle, minutesSince, originText, spanText } from '../../../records/fault/fault-words.ts';
import type { Fault } from '../../../records/fault/fault.ts';
import { toVisit } from '../../../records/portal-links.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { ListSkeleton } from '../../../ui/skeleton/Skeleton.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './FaultHistory.module.css';

interface FaultHistoryProps {
  siteId: number;
  /** The site that was picked; null for a client. */
  site: string | null;
}

/** All faults of a site: the open faults, and those that ended, with how they ended (`decisions §15`). */
export function FaultHistory({ siteId, site }: FaultHistoryProps) {
  // updates the ages of the faults every 30 seconds
  const now = useNow(30_000);
  const [params, change] = useQueryValues<'page'>();
  // a page number of at most six digits; anything else means the first page
  const currentPage = /^\d{1,6}$/u.test(params.get('page') ?? '') ? Math.max(1, Number(params.get('page'))) : 1;
  const openQuery = useQuery(openFaultsQuery(siteId));
  const endedQuery = useQuery(endedFaultsQuery(siteId, currentPage));
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfter();
  const error = t('The reported faults could not be loaded.');
  const skeleton = <ListSkeleton text={t('Loading faults…')} rows={3} height={72} />;
  return (
    <div className={layout.gap5}>
      <section className={layout.gap3} aria-labelledby="open-faults">
        <h2 id="open-faults">{t('Open faults')}</h2>
        <Loaded query={openQuery} error={error} skeleton={skeleton}>
          {(faults) =>
            faults.length === 0 ? (
              <p className={texts.muted}>{t('No open faults')}</p>
            ) : (
              <FaultList faults={faults} now={now} site={site} />
            )
          }
        </Loaded>
      </section>
      <section className={layout.gap3} aria-labelledby="ended-faults">
        <h2 id="ended-faults" ref={heading} tabIndex={-1}>
          {t('Ended faults')}
        </h2>
        <Loaded query={endedQuery} error={error} skeleton={skeleton}>
          {({ faults, total }) =>
            total === 0 ? (
              <p className={texts.muted}>{t('No fault has ended yet.')}</p>
            ) : (
              <>
                <FaultList faults={faults} now={now} site={site} />
                <Pager
                  page={{
                    page: currentPage,
                    pages: Math.ceil(total / endedFaultsPageSize),
                    first: (currentPage - 1) * endedFaultsPageSize + 1,
                    last: (currentPage - 1) * endedFaultsPageSize + faults.length,
                    all: total,
                  }}
                  onPage={(page) => {
                    change({ page: pageValue(page) });
                    focusAfter(() => heading.current);
                  }}
                />
              </>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}

interface FaultListProps {
  faults: readonly Fault[];
  now: Date;
  site: string | null;
}

function FaultList({ faults, now, site }: FaultListProps) {
  return (
    <ul className={`${surface.plate} ${layout.clipped} ${styles.list}`}>
      {faults.map((fault) => (
        <FaultRow key={fault.id} fault={fault} now={now} site={site} />
      ))}
    </ul>
  );
}

function FaultRow({ fault, now, site }: { fault: Fault; now: Date; site: string | null }) {
  const end = faultEnd(fault);
  // each visit after the first is a return visit
  const [, ...returnVisits] = fault.answers;
  const facts = {
    moment: faultMoment(fault.reported_at, now),
    how: originText(fault.origin, fault.sticker),
    number: fault.id,
  };
  return (
    <li id={`fault-${fault.id}`} className={`${surface.divided} ${styles.row}`}>
      <div className={`${layout.gap1} ${texts.breaks}`}>
        <h3 className={styles.title}>{faultTitle(fault)}</h3>
        <p className={texts.note}>{t('Reported {moment}, number {number}. {how}.', facts)}</p>
        <FaultReports fault={fault} now={now} />
      </div>
      {end === null ? (
        <Badge tone="danger" icon="gate-down">
          {t('Open for {span}', { span: spanText(minutesSince(fault.reported_at, now)) })}
        </Badge>
      ) : (
        <div className={styles.end}>
          <p>{faultEndText(fault, now)}</p>
          {fault.answers.length > 0 && (
            <p className={layout.wrap}>
              {fault.answers.map(({ task }) => (
                <Link key={task} className={layout.target} to={toVisit(task, site)}>
                  {t('Visit {id}', { id: task })}
                </Link>
              ))}
            </p>
          )}
          {returnVisits.length > 0 && (
            <p className={texts.small}>
              {t('{count, plural, one {and # return visit} other {and # return visits}}', {
                count: returnVisits.length,
              })}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
