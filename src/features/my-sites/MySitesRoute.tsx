import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { AsOf } from '../../components/AsOf.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { useReadMoment } from '../../components/use-today.ts';
import { canStoreFiles } from '../../lib/device/copies.ts';
import { useServiceAway } from '../../lib/device/query-copies.ts';
import { t, said } from '../../lib/language/translate.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { allOpenFaultsQuery } from '../../records/fault/fault-queries.ts';
import { pinnedSitesQuery } from '../../records/offline/pinned-sites.ts';
import { needsAttention } from '../../records/site/concerns.ts';
import { overviewMoment, siteOverviewQuery } from '../../records/site/site-overview.ts';
import { prepareSiteSearch } from '../../records/site/site-search.ts';
import { mostUrgentFirst, watchedSite, type WatchedSite } from '../../records/site/watched-site.ts';
import { fulfilledMeaning } from '../../records/task/service-periods.ts';
import { SteadyRows } from '../../ui/DataTable.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Loaded, LoadFailure } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { DownloadAll } from './DownloadAll.tsx';
import { followUpsQuery, openBySite } from './follow-ups-query.ts';
import { MySite } from './MySite.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './MySites.module.css';

/** The least number of sites for which the search field is shown. A shorter list needs no search. */
const minSitesForSearch = 6;

/** The sites of a technician's key, the most urgent first (`decisions §10`), and their offline copies. */
export function MySitesRoute({ title }: { title: string }) {
  const overview = useQuery(siteOverviewQuery);
  const { data, dataUpdatedAt } = overview;
  const today = useReadMoment(dataUpdatedAt);
  const isLost = useServiceAway();
  const now = useMemo(() => overviewMoment(data ?? [], today), [data, today]);
  const watched = useMemo(() => data?.map((row) => watchedSite(row, now)), [data, now]);
  return (
    <div className={layout.gap5}>
      <PageHeading title={title} />
      <Loaded
        query={{ ...overview, data: watched }}
        error={
          isLost
            ? t('There is no connection, and the list of your sites is not kept on this device.')
            : t('Error fetching data.')
        }
        skeleton={<ListSkeleton text={t('Loading sites…')} rows={3} height={180} />}
      >
        {(sites) =>
          sites.length === 0 ? (
            <p className={surface.empty}>{t('No site has been given to your key yet. Ask the office for yours.')}</p>
          ) : (
            <>
              {canStoreFiles() && <DownloadAll sites={sites} />}
              <MySiteListing sites={sites} now={now} readAt={dataUpdatedAt} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

interface MySiteListingProps {
  sites: readonly WatchedSite[];
  now: Date;
  /** When the server answered, in milliseconds since 1970. */
  readAt: number;
}

function MySiteListing({ sites, now, readAt }: MySiteListingProps) {
  const [params, change] = useQueryValues<'q'>();
  const query = params.get('q') ?? '';
  const pinned = useQuery(pinnedSitesQuery).data;
  const followUps = useQuery(followUpsQuery);
  const faults = useQuery(allOpenFaultsQuery);
  const isLost = useServiceAway();
  const openFollowUps = useMemo(() => openBySite(followUps.data ?? []), [followUps.data]);
  const faultsOf = (id: number) => (faults.data ?? []).filter((fault) => fault.site_id === id);
  const search = useMemo(() => prepareSiteSearch(sites, ({ row }) => row), [sites]);
  const { found, corrections } = useMemo(() => search(query), [search, query]);
  const shownSites = useMemo(() => mostUrgentFirst([...found.keys()], found), [found]);
  const urgentCount = shownSites.filter(({ concerns }) => concerns.some(needsAttention)).length;
  return (
    <section className={layout.gap4} aria-label={t('My sites')}>
      {sites.length >= minSitesForSearch && (
        <div className={styles.search}>
          <SearchField
            label={t('Search by name, address or person')}
            value={query}
            error={searchRemark(query)}
            onChange={(q) => change({ q })}
          />
        </div>
      )}
      <div className={layout.row}>
        <p className={`${texts.muted} ${texts.medium}`} role="status">
          {shownSites.length === 0 ? t('No site matches.') : mySitesText(shownSites.length, sites.length, urgentCount)}
        </p>
        <NearestNote corrections={corrections} of="site" />
        <AsOf at={readAt} />
      </div>
      {faults.data === undefined &&
        (isLost ? (
          <p className={texts.note} role="status">
            {t('There is no connection, and the open faults of your sites are not kept on this device.')}
          </p>
        ) : (
          <LoadFailure query={faults} error={t('The open faults of your sites could not be read.')} />
        ))}
      {followUps.data === undefined &&
        (isLost ? (
          <p className={texts.note} role="status">
            {t('There is no connection, and the recommendations of your sites are not kept on this device.')}
          </p>
        ) : (
          <LoadFailure query={followUps} error={t('The open recommendations of your sites could not be read.')} />
        ))}
      <SteadyRows as="ul" rowsOf={sites} className={styles.cards}>
        {shownSites.map((site) => (
          <li key={site.row.site_id} className={styles.site}>
            <MySite
              site={site}
              now={now}
              open={openFollowUps.get(site.row.site_id)}
              faults={faultsOf(site.row.site_id)}
              pinned={pinned && (pinned.find(({ id }) => id === site.row.site_id) ?? null)}
            >
              <SiteMatches site={site.row} words={found.get(site) ?? []} />
            </MySite>
          </li>
        ))}
      </SteadyRows>
      {shownSites.length > 0 && (
        <p className={`${texts.muted} ${texts.small} ${texts.measure}`}>{said(fulfilledMeaning)}</p>
      )}
    </section>
  );
}

/** `12 sites, 3 need attention`, or `3 of 12 sites, none needs attention`. */
function mySitesText(shown: number, all: number, urgent: number): string {
  return shown === all
    ? t(
        '{all, plural, one {# site} other {# sites}}, {urgent, plural, =0 {none needs attention} one {# needs attention} other {# need attention}}',
        { all, urgent },
      )
    : t(
        '{shown} of {all, plural, one {# site} other {# sites}}, {urgent, plural, =0 {none needs attention} one {# needs attention} other {# need attention}}',
        { shown, all, urgent },
      );
}
