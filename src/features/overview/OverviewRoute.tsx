import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { overviewMoment, siteOverviewQuery } from './site-overview.ts';
import { watchedSite } from './site-concerns.ts';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { OverviewListing } from './OverviewListing.tsx';
import styles from './OverviewRoute.module.css';

export function OverviewRoute({ title }: { title: string }) {
  const overview = useQuery(siteOverviewQuery);
  const { data, dataUpdatedAt } = overview;
  const now = useMemo(() => overviewMoment(data ?? [], new Date(dataUpdatedAt)), [data, dataUpdatedAt]);
  const watched = useMemo(() => data?.map((row) => watchedSite(row, now)), [data, now]);

  return (
    <div className={layout.loose}>
      <PageHeading title={title}>
        <Link className={`${layout.target} ${layout.unprinted} ${styles.visitSearch}`} to={paths.visitSearch}>
          Search all visits
        </Link>
      </PageHeading>
      <Loaded
        query={{ ...overview, data: watched }}
        error="Error fetching data."
        skeleton={<ListSkeleton text="Loading sites…" rows={8} height={84} />}
      >
        {(sites) =>
          sites.length === 0 ? (
            <p className={styles.noSites}>
              There are no sites yet. <Link to={linkTo(paths.sites, { add: 'true' })}>Add a site</Link>
            </p>
          ) : (
            <OverviewListing sites={sites} now={now} />
          )
        }
      </Loaded>
    </div>
  );
}
