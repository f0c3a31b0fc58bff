import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useWhen } from '../../lib/screen/use-when.ts';
import { sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { NoSiteData } from '../../components/UnlinkedKey.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SiteEditor } from './SiteEditor.tsx';
import { SiteListing } from './SiteListing.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SitesRoute.module.css';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';

/** All site records, and a form for one (`?site=` and its name) or a new one (`?add=true`). */
export function SitesRoute({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const sites = useQuery(sitesQuery);
  const [added, setAdded] = useState<number | null>(null);
  const name = params.get('site');
  const adding = name === null && params.has('add');
  const [known, setKnown] = useState<{ name: string; id: number } | null>(null);
  const named = sites.data?.find((one) => one.name === name);
  if (named && named.id !== known?.id) setKnown({ name: named.name, id: named.id });
  // somebody else may rename the site while its form is open
  const site = named ?? sites.data?.find(({ id }) => known?.name === name && known.id === id) ?? null;

  // nothing else tells screen readers that another site, the list or the empty form is shown
  const shown = adding ? 'new' : name === null ? 'list' : (site?.id ?? 'none');
  const heading = useRef<HTMLDivElement>(null);
  const last = useRef(shown);
  useWhen(sites.data ? shown : null, (now) => {
    if (last.current !== now && last.current !== 'none') heading.current?.focus();
    last.current = now;
  });

  const opened = (saved: EditedSite, isNew: boolean) => {
    if (isNew) setAdded(saved.id);
    // follows a renamed site, and keeps Back from returning to the empty form
    setParams(
      (before) => {
        before.delete('add');
        before.set('site', saved.name);
        return before;
      },
      { replace: true },
    );
  };

  const listing = name === null && !adding;
  const search = params.get('q');
  return (
    <div className={layout.loose}>
      {!listing && (
        <Link className={styles.back} to={{ search: search ? `?q=${encodeURIComponent(search)}` : '' }}>
          <Icon name="chevron-left" />
          All sites
        </Link>
      )}
      <div ref={heading} tabIndex={-1}>
        <PageHeading title={adding ? 'Add a site' : (site?.name ?? name ?? title)} />
      </div>
      <Loaded
        query={sites}
        error="Error fetching data."
        skeleton={<ListSkeleton text="Loading sites…" rows={3} height={56} />}
      >
        {(all) =>
          listing ? (
            <SiteListing sites={all} now={new Date(sites.dataUpdatedAt)} />
          ) : adding || site ? (
            <SiteEditor
              key={site?.id ?? 'new'}
              site={site}
              sites={all}
              justAdded={site !== null && site.id === added}
              onSaved={(saved) => opened(saved, adding)}
            />
          ) : (
            <NoSiteData onRetry={() => void sites.refetch()} />
          )
        }
      </Loaded>
    </div>
  );
}
