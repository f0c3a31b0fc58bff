import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { BackLink } from '../../components/BackLink.tsx';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { NoSiteData } from '../../components/SitePicker.tsx';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { readContract } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import { sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { prepareSiteSearch, type FoundSites } from '../../records/site/site-search.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import { SiteEditor } from './SiteEditor.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SitesRoute.module.css';

/** All site records, the form of a site (`?site=` and its name), or the empty form of a new site (`?add=true`). */
export function SitesRoute({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const sites = useQuery(sitesQuery);
  const today = useToday();
  const [added, setAdded] = useState<number | null>(null);
  const name = params.get('site');
  const adding = name === null && params.has('add');
  const [known, setKnown] = useState<{ name: string; id: number } | null>(null);
  const named = sites.data?.find((listed) => listed.name === name);
  if (named && named.id !== known?.id) setKnown({ name: named.name, id: named.id });
  // somebody else may rename the site while its form is open
  const site = named ?? sites.data?.find(({ id }) => known?.name === name && known.id === id) ?? null;

  // nothing else tells screen readers that another site, the list or the empty form is shown
  const shown = adding ? 'new' : name === null ? 'list' : (site?.id ?? 'none');
  const heading = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(shown);
  useWhen(sites.data ? shown : null, (now) => {
    if (shownBefore.current !== now && shownBefore.current !== 'none') heading.current?.focus();
    shownBefore.current = now;
  });

  const openSaved = (saved: EditedSite) => {
    if (adding) setAdded(saved.id);
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
  return (
    <div className={layout.gap5}>
      {!listing && (
        <BackLink
          className={`${layout.inline} ${styles.back}`}
          to={linkTo(paths.sites, { q: params.get('q') || null })}
          isTarget={(before) => !before.has('site') && !before.has('add')}
        >
          {t('All sites')}
        </BackLink>
      )}
      <div ref={heading} tabIndex={-1}>
        <PageHeading title={adding ? t('Add a site') : (site?.name ?? name ?? title)} />
      </div>
      <Loaded
        query={sites}
        error={t('Error fetching data.')}
        skeleton={<ListSkeleton text={t('Loading sites…')} rows={3} height={56} />}
      >
        {(all) =>
          listing ? (
            <SiteListing sites={all} now={today} />
          ) : adding || site ? (
            <SiteEditor
              key={site?.id ?? 'new'}
              site={site}
              sites={all}
              justAdded={site !== null && site.id === added}
              onSaved={openSaved}
            />
          ) : (
            <NoSiteData onRetry={() => void sites.refetch()} />
          )
        }
      </Loaded>
    </div>
  );
}

/** The list of sites; its search is kept in the query string. */
function SiteListing({ sites, now }: { sites: readonly EditedSite[]; now: Date }) {
  const [params, setParams] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const search = params.get('q') ?? '';
  const find = useMemo(() => prepareSiteSearch(sites, (site) => site), [sites]);
  const found = useMemo(() => find(search), [find, search]);

  return (
    <section className={layout.gap4} aria-label={t('All sites')}>
      <div className={`${layout.controls} ${styles.controls}`}>
        {sites.length > 0 && (
          <div className={styles.search}>
            <SearchField
              label={t('Search by name, address or person')}
              value={search}
              error={searchRemark(search)}
              onChange={(value) => setParams(value ? { q: value } : {}, { replace: true })}
            />
          </div>
        )}
        {sites.length > 0 && (
          <Button className={styles.import} onClick={() => setImporting(true)}>
            {t('Import visits')}
          </Button>
        )}
        <Button variant="primary" onClick={() => setParams({ add: 'true', ...(search && { q: search }) })}>
          {t('Add a site')}
        </Button>
      </div>
      <p className={texts.muted} role="status">
        {siteCountText(found.size, sites.length, search)}
      </p>
      {found.size > 0 && <SiteTable sites={found} now={now} search={search} />}
      {importing && <ImportDialog sites={sites} onClose={() => setImporting(false)} />}
    </section>
  );
}

function siteCountText(found: number, all: number, search: string): string {
  if (all === 0) return t('There are no sites yet.');
  if (found === 0) return t('No site matches “{search}”.', { search });
  return found === all
    ? t('{all, plural, one {# site} other {# sites}}', { all })
    : t('{found, number} of {all, plural, one {# site} other {# sites}}', { found, all });
}

interface SiteTableProps {
  sites: FoundSites<EditedSite>;
  now: Date;
  /** The list's query string, for the links to sites. */
  search: string;
}

function SiteTable({ sites, now, search }: SiteTableProps) {
  return (
    <DataTable
      heads={[t('Name'), t('Site name'), t('Status'), t('Contract end')]}
      cardsBelow={720}
      className={styles.table}
    >
      {Array.from(sites, ([site, words]) => (
        <tr key={site.id}>
          <th scope="row">
            <Link className={surface.cover} to={{ search: siteSearch(site.name, search) }}>
              {site.name}
            </Link>
            <SiteMatches site={site} words={words} />
          </th>
          <td className={styles.title}>
            {textOrNull(site.sitename) ?? <span className={texts.faint}>{t('Not specified')}</span>}
          </td>
          <td>
            <Badge tone={site.status ? 'ok' : 'danger'} icon={site.status ? 'gate-up' : 'gate-down'}>
              {site.status ? t('System Online') : t('System Offline')}
            </Badge>
          </td>
          <td>
            <ContractEnd stored={textOrNull(site.contract_until)} now={now} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function ContractEnd({ stored, now }: { stored: string | null; now: Date }) {
  if (stored === null) return <span className={texts.faint}>{t('Contract end not specified')}</span>;
  const { text, notice } = readContract(stored, now);
  return (
    <span className={`${layout.row} ${styles.contract}`}>
      {text}
      {notice && (
        <Badge tone={notice.tone} icon={notice.tone === 'info' ? 'calendar' : 'warning'}>
          {notice.text}
        </Badge>
      )}
    </span>
  );
}

function siteSearch(name: string, search: string): string {
  return `?${new URLSearchParams({ site: name, ...(search && { q: search }) }).toString()}`;
}
