import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { OwnSessions } from '../../components/sessions/OwnSessions.tsx';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { UnlinkedKey } from '../../components/UnlinkedKey.tsx';
import { usePrinting } from '../../lib/screen/use-printing.ts';
import { failureSiteQuery } from '../../records/failure/failure-queries.ts';
import { siteRecordQuery } from '../../records/site/site-queries.ts';
import { momentText } from '../../records/time.ts';
import { LoadError } from '../../ui/message/LoadError.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ExportSite } from './export/ExportSite.tsx';
import { LatestActivity } from './LatestActivity.tsx';
import { ProfilePlate } from './ProfilePlate.tsx';
import { ProfileSkeleton } from './ProfileSkeleton.tsx';
import { SiteBand } from './SiteBand.tsx';
import { ThisYear } from './this-year/ThisYear.tsx';
import layout from '../../ui/layout.module.css';
import styles from './ProfileRoute.module.css';

const noData = 'No profile data available. Please check your connection and try again.';

/** The site profile (`spec §2`). A missing row and a failed load read the same. */
export function ProfileRoute() {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...siteRecordQuery(site), enabled: ready });
  const failures = useQuery({ ...failureSiteQuery(site), enabled: ready });
  const printing = usePrinting();
  const now = useMemo(() => new Date(record.dataUpdatedAt), [record.dataUpdatedAt]);

  const again = () => {
    void record.refetch();
    if (failures.isError) void failures.refetch();
  };
  return (
    <div className={`${layout.loose} ${styles.profile}`}>
      {picks && (
        <div>
          <SitePicker />
        </div>
      )}
      {!ready ? (
        <PageHeading title="Profile" subtitle="Select a site to see its profile." />
      ) : record.data ? (
        <>
          {printing && <p className={styles.printed}>{`Printed on ${momentText(printing)}`}</p>}
          <div className={`${layout.plate} ${styles.plate}`}>
            <SiteBand site={record.data} />
            <ThisYear record={record.data} failures={failures} site={site} now={now} />
          </div>
          <ProfilePlate site={record.data} now={now} />
          <div className={styles.below}>
            <ProjectOverview />
            <LatestActivity siteId={record.data.id} tasks={record.data.tasks2024} site={site} />
          </div>
          <ExportSite record={record.data} />
          <OwnSessions />
        </>
      ) : record.isFetching ? (
        <ProfileSkeleton />
      ) : (
        <>
          <PageHeading title="Profile" />
          <LoadError message={noData} onRetry={again} />
          {record.isSuccess && <UnlinkedKey />}
        </>
      )}
    </div>
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
