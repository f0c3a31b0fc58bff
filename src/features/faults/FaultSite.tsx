import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import type { Fault } from '../../records/fault/fault.ts';
import { linkTo, toVisit } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { openForText } from '../../records/task/follow-up-words.ts';
import { openFollowUps } from '../../records/task/follow-ups.ts';
import { languageOf, visibleTasks } from '../../records/task/task.ts';
import { visitKindLabel, visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './FaultDialog.module.css';

/** How many of the latest visits are shown. */
const latestVisitCount = 5;

/** The open recommendations and the latest visits of the site of a fault. */
export function FaultSite({ fault: { site } }: { fault: Pick<Fault, 'site'> }) {
  const record = useQuery(siteRecordQuery(site));
  const today = useToday();
  const tasks = record.data?.tasks2024;
  const visitsAndFollowUps = useMemo(() => {
    if (!tasks) return undefined;
    const visits = visibleTasks(tasks);
    return { visits: visits.slice(0, latestVisitCount), open: openFollowUps(visits) };
  }, [tasks]);
  return (
    <section className={layout.gap3} aria-label={t('This site')}>
      <h3 className={styles.heading}>{t('This site')}</h3>
      <Loaded
        query={{ ...record, data: visitsAndFollowUps }}
        error={t('Error fetching data.')}
        skeleton={<p role="status">{t('Loading visits…')}</p>}
      >
        {({ visits, open }) => (
          <>
            {open.length > 0 && (
              <ul className={`${layout.gap1} ${surface.smallIcons}`} aria-label={t('Recommendations open')}>
                {open.map(({ visit, line, text }) => (
                  <li key={`${visit.id}/${line}`} className={styles.entry}>
                    <Icon name="flag" />
                    <span>
                      <span lang={languageOf(text)}>{text}</span>{' '}
                      <span className={texts.small}>{openForText(visit.time, today)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {visits.length === 0 ? (
              <p className={texts.muted}>{t('No visit yet.')}</p>
            ) : (
              <ul className={layout.gap1} aria-label={t('Last visits')}>
                {visits.map((visit) => (
                  <li key={visit.id} className={styles.visit}>
                    <span className={texts.muted}>{longDate(visit.time)}</span>
                    <Link className={layout.target} to={toVisit(visit.id, site)} lang={languageOf(visit.title)}>
                      {visitTitle(visit)}
                    </Link>
                    <span className={texts.small}>{visitKindLabel(visit.kind)}</span>
                  </li>
                ))}
              </ul>
            )}
            <p>
              <Link className={layout.target} to={linkTo(paths.serviceHistory, { site })}>
                {t('Service History')}
              </Link>
            </p>
          </>
        )}
      </Loaded>
    </section>
  );
}
