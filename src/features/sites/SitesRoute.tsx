import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ArchivedNote } from '../../components/archive/ArchivedNote.tsx';
import { BackLink } from '../../components/BackLink.tsx';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { SiteMatches } from '../../components/search/SiteMatches.tsx';
import { NoSiteData } from '../../components/SitePicker.tsx';
import { useToday } from '../../components/use-today.ts';
import { fetchCode } from '../../lib/fetch-code.ts';
import { said, t } from '../../lib/language/translate.ts';
import {
  orderOptions,
  listOrderValue,
  pressedOrder,
  readListOrder,
  type ListOrder,
} from '../../lib/screen/list-order.ts';
import { pageValue, readPage } from '../../lib/screen/list-pages.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useQueryValues } from '../../lib/screen/use-query-values.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { archivedText, isArchived } from '../../records/site/archive.ts';
import { readContract } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import { sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { prepareSiteSearch, type FoundSites } from '../../records/site/site-search.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, SortHead } from '../../ui/DataTable.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { SearchField } from '../../ui/field/TextField.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import { SiteArchive } from './archive/SiteArchive.tsx';
import { orderSiteRecords, siteOrders, type SiteOrderKey } from './site-order.ts';
import { SiteEditor } from './SiteEditor.tsx';
import { useTableImport } from './use-table-import.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './SitesRoute.module.css';

/** All site records, the form of a site (`?site=` and its name), or the empty form of a new site (`?add=true`). */
export function SitesRoute({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const sites = useQuery(sitesQuery);
  const today = useToday();
  const [addedId, setAddedId] = useState<number | null>(null);
  const [unsavedBeside, setUnsavedBeside] = useState<string | null>(null);
  const name = params.get('site');
  const adding = name === null && params.has('add');
  const [opened, setOpened] = useState<{ name: string; id: number } | null>(null);
  const namedSite = sites.data?.find((listed) => listed.name === name);
  if (namedSite && namedSite.id !== opened?.id) setOpened({ name: namedSite.name, id: namedSite.id });
  // somebody else may rename the site while its form is open: its id still finds it
  const site = namedSite ?? sites.data?.find(({ id }) => opened?.name === name && opened.id === id) ?? null;

  // the heading gets the focus, so that screen readers say which site, list or form is shown now
  const shownView = adding ? 'new' : name === null ? 'list' : (site?.id ?? 'none');
  const heading = useRef<HTMLDivElement>(null);
  const shownBefore = useRef(shownView);
  // until the sites are loaded a named site is `none`, and showing it then is no change of the view
  useWhen(sites.data ? shownView : null, (view) => {
    if (shownBefore.current !== view && shownBefore.current !== 'none') heading.current?.focus();
    shownBefore.current = view;
  });

  const openSaved = (saved: EditedSite) => {
    if (adding) setAddedId(saved.id);
    // the address follows the new name, and Back does not return to the empty form
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
            <SiteListing all={all} now={today} />
          ) : adding || site ? (
            <>
              {site && <ArchivedNote site={site} />}
              <SiteEditor
                key={site?.id ?? 'new'}
                site={site}
                sites={all}
                justAdded={site !== null && site.id === addedId}
                unsavedBeside={unsavedBeside}
                onSaved={openSaved}
              />
              {site && (
                <SiteParts
                  key={`parts ${site.id}`}
                  site={site}
                  onUnsaved={setUnsavedBeside}
                  focusTarget={() => heading.current}
                />
              )}
            </>
          ) : (
            <NoSiteData onRetry={() => void sites.refetch()} />
          )
        }
      </Loaded>
    </div>
  );
}

interface SitePartProps {
  site: EditedSite;
  /** Called with a sentence about the unsaved input of the part; null without any. */
  onUnsaved: (text: string | null) => void;
}

interface SitePartsProps extends SitePartProps {
  /** Where the focus goes once the site is archived. */
  focusTarget: () => HTMLElement | null;
}

/** The parts below the form of a site: contacts, notes, documents, stickers, links and the archive. */
function SiteParts({ focusTarget, ...part }: SitePartsProps) {
  return (
    <>
      <LoadedPart
        {...part}
        name="contacts"
        load={loadContacts}
        error={t('The contacts could not be loaded.')}
        loading={t('Loading the contacts…')}
      />
      <LoadedPart
        {...part}
        name="notes"
        load={loadNotes}
        error={t('The notes could not be loaded.')}
        loading={t('Loading the notes…')}
      />
      <LoadedPart
        {...part}
        name="documents"
        load={loadDocuments}
        error={t('The documents could not be loaded.')}
        loading={t('Loading the documents…')}
      />
      <LoadedPart
        {...part}
        name="stickers"
        load={loadStickers}
        error={t('The stickers could not be loaded.')}
        loading={t('Loading stickers…')}
      />
      <LoadedPart
        {...part}
        name="links"
        load={loadLinks}
        error={t('The links could not be loaded.')}
        loading={t('Loading the links…')}
      />
      <SiteArchive site={part.site} focusTarget={focusTarget} />
    </>
  );
}

type SitePart = ComponentType<SitePartProps>;

const loadDocuments = async (): Promise<SitePart> => (await import('./documents/SiteDocuments.tsx')).SiteDocuments;
const loadContacts = async (): Promise<SitePart> => (await import('./contacts/SiteContacts.tsx')).SiteContacts;
const loadNotes = async (): Promise<SitePart> => (await import('./notes/SiteOfficeNotes.tsx')).SiteOfficeNotes;
const loadStickers = async (): Promise<SitePart> => (await import('./stickers/SiteStickers.tsx')).SiteStickers;
const loadLinks = async (): Promise<SitePart> => (await import('./links/SiteSharedLinks.tsx')).SiteSharedLinks;

interface LoadedPartProps extends SitePartProps {
  name: string;
  load: () => Promise<SitePart>;
  error: string;
  loading: string;
}

/** A part below the form of a site, whose code is loaded when the form is shown. */
function LoadedPart({ name, load, error, loading, ...part }: LoadedPartProps) {
  const code = useQuery({
    queryKey: [`${name} code`],
    queryFn: () => fetchCode(load),
    staleTime: 'static',
  });
  return (
    <Loaded query={code} error={error} skeleton={<ListSkeleton text={loading} rows={2} height={56} />}>
      {(Part) => <Part {...part} />}
    </Loaded>
  );
}

/** Sites per page. */
const pageSize = 50;

/** The list of sites; its search, order and page are kept in the query string. */
function SiteListing({ all, now }: { all: readonly EditedSite[]; now: Date }) {
  const [params, change] = useQueryValues<'q' | 'sort' | 'page' | 'add' | 'show' | 'import'>();
  const [, setParams] = useSearchParams();
  const importing = useTableImport(all, params.get('import') === 'visits', () => {
    if (params.has('import')) change({ import: '' });
  });
  const list = useRef<HTMLElement>(null);
  const search = params.get('q') ?? '';
  // the list shows either the archived sites or the others
  const isArchive = params.get('show') === 'archived';
  const sites = useMemo(() => all.filter((site) => isArchived(site) === isArchive), [all, isArchive]);
  const { key, turned } = readListOrder(siteOrders, params);
  const order = useMemo(() => ({ key, turned }), [key, turned]);
  const find = useMemo(() => prepareSiteSearch(sites, (site) => site), [sites]);
  const { found, corrections } = useMemo(() => find(search), [find, search]);
  // the best hits come first, unless somebody chose an order
  const bestFirst = search.trim() !== '' && !params.has('sort');
  const sorted = useMemo(
    () => (bestFirst ? [...found.keys()] : orderSiteRecords([...found.keys()], order)),
    [found, bestFirst, order],
  );
  const page = readPage(sorted, params, pageSize);
  const pageSites = new Map(page.rows.map((site) => [site, found.get(site) ?? []]));

  return (
    <section ref={list} tabIndex={-1} className={layout.gap4} aria-label={t('All sites')}>
      <div className={`${layout.controls} ${styles.controls}`}>
        {all.length > 0 && (
          <div className={styles.search}>
            <SearchField
              label={t('Search by name, address or person')}
              value={search}
              error={searchRemark(search)}
              onChange={(q) => change({ q, page: '' })}
            />
          </div>
        )}
        {all.length > 0 && (
          <div className={styles.order}>
            <SelectField
              label={t('Sort by')}
              value={listOrderValue(siteOrders, order)}
              onChange={(sort) => change({ sort, page: '' })}
              options={orderOptions(siteOrders).map((option) => ({ ...option, label: said(option.label) }))}
            />
          </div>
        )}
        <ArchiveFilter
          count={all.filter(isArchived).length}
          isChosen={isArchive}
          onChange={(on) => change({ show: on ? 'archived' : '', page: '' })}
        />
        {all.length > 0 && (
          <Button className={styles.import} onClick={() => importing.openVisits(null)}>
            {t('Import visits')}
          </Button>
        )}
        <Button className={all.length > 0 ? '' : styles.import} onClick={() => importing.openSites(null)}>
          {t('Import sites')}
        </Button>
        <Button variant="primary" onClick={() => setParams({ add: 'true', ...(search && { q: search }) })}>
          {t('Add a site')}
        </Button>
      </div>
      <p className={texts.muted} role="status">
        {siteCountText(found.size, sites.length, search, isArchive)}
      </p>
      <NearestNote corrections={corrections} of="site" />
      {found.size > 0 && (
        <SiteTable
          sites={pageSites}
          now={now}
          search={search}
          order={order}
          onOrder={(next) => change({ sort: listOrderValue(siteOrders, next), page: '' })}
        />
      )}
      <Pager
        page={page}
        onPage={(next) => {
          change({ page: pageValue(next) });
          list.current?.scrollIntoView({ block: 'start' });
          list.current?.focus();
        }}
      />
      {importing.dialog}
    </section>
  );
}

interface ArchiveFilterProps {
  /** How many sites are archived. */
  count: number;
  isChosen: boolean;
  onChange: (on: boolean) => void;
}

/** The button that shows the archived sites instead of the others. It is absent while no site is archived. */
function ArchiveFilter({ count, isChosen, onChange }: ArchiveFilterProps) {
  if (count === 0 && !isChosen) return null;
  return (
    <Button aria-pressed={isChosen} className={styles.archived} onClick={() => onChange(!isChosen)}>
      {t('Archived')} <span className={surface.count}>{count}</span>
    </Button>
  );
}

function siteCountText(found: number, all: number, search: string, isArchive: boolean): string {
  if (all === 0) return isArchive ? t('No site is archived.') : t('There are no sites yet.');
  if (found === 0) return t('No site matches “{search}”.', { search });
  return found === all
    ? t('{all, plural, one {# site} other {# sites}}', { all })
    : t('{found, number} of {all, plural, one {# site} other {# sites}}', { found, all });
}

interface SiteTableProps {
  sites: FoundSites<EditedSite>;
  now: Date;
  /** The words of the list's search, which the links to sites retain. */
  search: string;
  order: ListOrder<SiteOrderKey>;
  onOrder: (order: ListOrder<SiteOrderKey>) => void;
}

const siteHeads = (): [SiteOrderKey, string][] => [
  ['name', t('Name')],
  ['title', t('Site name')],
  ['status', t('Status')],
  ['contract', t('Contract end')],
];

function SiteTable({ sites, now, search, order, onOrder }: SiteTableProps) {
  return (
    <DataTable
      heads={siteHeads().map(([key, text]) => (
        <SortHead
          key={key}
          text={text}
          sorted={order.key === key ? (order.turned ? 'descending' : 'ascending') : null}
          up={order.turned}
          cardsBelow={720}
          onSort={() => onOrder(pressedOrder(order, key))}
        />
      ))}
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
            {isArchived(site) && <span className={`${texts.note} ${styles.since}`}>{archivedText(site)}</span>}
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
            <ContractEnd savedEnd={textOrNull(site.contract_until)} now={now} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function ContractEnd({ savedEnd, now }: { savedEnd: string | null; now: Date }) {
  if (savedEnd === null) return <span className={texts.faint}>{t('Contract end not specified')}</span>;
  const { text, notice } = readContract(savedEnd, now);
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
