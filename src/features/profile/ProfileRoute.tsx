import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { siteRecordQuery, type SiteRecord } from '../../records/site/site-queries.ts';
import { languageOf, visibleTasks, type HiddenTask, type Task } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { YearReportOffer } from '../../reports/YearReportOffer.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { ProfilePlate } from './ProfilePlate.tsx';
import layout from '../../ui/layout.module.css';
import styles from './ProfileRoute.module.css';

const noData = 'No profile data available. Please check your connection and try again.';

/** The site profile (`spec §2`). No row and a failed load read the same. */
export function ProfileRoute() {
  const { site, isAdmin, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });

  return (
    <div className={`${layout.loose} ${styles.profile}`}>
      {isAdmin && <SitePicker />}
      {!ready ? (
        <PageHeading title="Profile">
          <p className={styles.hint}>Select a site to see its profile.</p>
        </PageHeading>
      ) : record.data ? (
        <>
          <ProfilePlate site={record.data} now={new Date(record.dataUpdatedAt)} />
          <div className={styles.below}>
            <ProjectOverview />
            <div className={styles.visits}>
              <LatestActivity tasks={record.data.tasks2024} site={site} />
              <YearReportSection record={record.data} site={site} />
            </div>
          </div>
        </>
      ) : record.isFetching ? (
        <ProfileSkeleton />
      ) : (
        <>
          <PageHeading title="Profile" />
          <LoadFailed message={noData} onRetry={() => void record.refetch()} />
        </>
      )}
    </div>
  );
}

/** The plate before its record is there, of the same height. */
function ProfileSkeleton() {
  return (
    <>
      <PageHeading title="Profile">
        <p role="status">Loading profile information...</p>
      </PageHeading>
      <div className={styles.plate} aria-hidden="true">
        <div className={styles.band} />
        <div className={styles.cells}>
          {Array.from({ length: 12 }, (_, index) => (
            <div key={index} className={styles.cell}>
              <Skeleton width="96px" height="14px" />
              <Skeleton width="70%" height="22px" />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

function YearReportSection({ record, site }: { record: SiteRecord; site: string | null }) {
  return (
    <section className={`${styles.overview} ${styles.yearReport}`} aria-labelledby="year-report">
      <h2 id="year-report">Year report</h2>
      <p>
        One PDF of a whole year for the committee: how many agreed visits were kept, emergency calls, failures against
        the year before, and every visit with its photos.
      </p>
      <YearReportOffer record={record} site={site} />
    </section>
  );
}

function ProjectOverview() {
  return (
    <section className={styles.overview} aria-labelledby="project-overview">
      <h2 id="project-overview">Project overview</h2>
      <p>
        Your access-security provider designs, installs and looks after the RFID boom gates of this site. Residents and
        staff pass with a tag on the windscreen, visitors are let in by the guard house, and every lane is protected by
        loop detectors that keep the arm up while a vehicle is under it.
      </p>
      <p>
        Each preventive visit and each emergency call is recorded in this portal with photos and a service report, so
        that the management can show at any time what was done, when, and at which gate.
      </p>
    </section>
  );
}

/** The last three visible tasks, and the way to all of them. `site`: the one that an admin picked. */
function LatestActivity({ tasks, site }: { tasks: readonly (Task | HiddenTask)[]; site: string | null }) {
  const latest = visibleTasks(tasks).slice(0, 3);
  return (
    <section className={styles.activity} aria-labelledby="latest-activity">
      <div className={`${layout.apart} ${styles.head}`}>
        <h2 id="latest-activity">Latest activity</h2>
        <Link to={{ pathname: '/data-fetcher', search: site ? `?${new URLSearchParams({ site }).toString()}` : '' }}>
          Service History
        </Link>
      </div>
      {latest.length === 0 ? (
        <p className={styles.none}>No activities yet.</p>
      ) : (
        <ol className={layout.plate}>
          {latest.map((task) => (
            <li key={task.id} className={styles.entry}>
              <time dateTime={task.time}>{momentText(task.time)}</time>
              <span className={styles.title} lang={languageOf(task.title)}>
                {task.title}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
