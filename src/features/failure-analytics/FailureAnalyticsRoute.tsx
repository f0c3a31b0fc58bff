import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { NeedsConnection } from '../../components/NeedsConnection.tsx';
import { SiteLoaded } from '../../components/offline/SiteLoaded.tsx';
import { NoSiteData, UnlinkedKey, SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { useToday } from '../../components/use-today.ts';
import { csvOf, csvFile } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useDeferredArrival } from '../../lib/screen/pace.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { usePrinting } from '../../lib/screen/viewport.ts';
import { isYearKnown, latestYear } from '../../records/failure/failure-figures.ts';
import { failureSiteQuery, type FailureSite } from '../../records/failure/failure-queries.ts';
import { storedTypeLabel, type CarPosts } from '../../records/failure/failure-record.ts';
import { isPostHash, postAnchor } from '../../records/portal-links.ts';
import { longDate, siteYear } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { useFailureDraft, type FailureEditing } from './draft/use-failure-draft.ts';
import { EnteredYear } from './editing/EnteredYear.tsx';
import { PostNameButton } from './editing/PostNameButton.tsx';
import { UpdateBar } from './editing/UpdateBar.tsx';
import { PostSections } from './reading/PostSections.tsx';
import { YearSummary } from './reading/YearSummary.tsx';
import { useAnalyticsAccess } from './unlock/analytics-grant.ts';
import { UnlockDialog } from './unlock/UnlockDialog.tsx';
import { useFailureYear, YearChoice } from './YearChoice.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FailureAnalyticsRoute.module.css';

export function FailureAnalyticsRoute({ title }: { title: string }) {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...failureSiteQuery(site), enabled: ready });
  const deferredRecord = useDeferredArrival(record);

  return (
    <div className={`${layout.gap4} ${styles.page}`}>
      <div className={layout.spread}>
        <div>
          <PageHeading title={title} />
          <p className={`${texts.muted} ${styles.subtitle}`}>
            {t('Monitor and manage vehicle access point incidents')}
          </p>
        </div>
        <div className={styles.filters}>
          {picks && <SitePicker />}
          <YearChoice latest={record.data ? latestYear(record.data.posts) : null} />
        </div>
      </div>
      {!ready ? (
        <p className={texts.muted}>{t('Select a site to see its failures.')}</p>
      ) : (
        <SiteLoaded
          site={site}
          query={deferredRecord}
          error={t('Error fetching data.')}
          skeleton={<AnalyticsSkeleton />}
          none={
            picks ? (
              <NoSiteData onRetry={() => void record.refetch()} />
            ) : (
              <>
                <p className={`${texts.muted} ${styles.none}`}>{t('No failure records yet.')}</p>
                <UnlinkedKey />
              </>
            )
          }
        >
          {(loadedSite) => <SiteAnalytics key={loadedSite.id} site={loadedSite} picked={site} />}
        </SiteLoaded>
      )}
    </div>
  );
}

/** @param picked the name of the site that an admin picked; null for a client */
function SiteAnalytics({ site, picked }: { site: FailureSite; picked: string | null }) {
  // `ownsCounts`: the key of an admin, which edits without unlocking; a client `mayEdit` only after unlocking
  const { mayEdit, ownsCounts } = useAnalyticsAccess();
  const editing = useFailureDraft(site, mayEdit);
  const { year, compare, setYear } = useFailureYear();
  const printedAt = usePrinting();
  const [unlocking, setUnlocking] = useState<'to edit' | 'to save' | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const today = useToday();
  const thisYear = siteYear(today);
  // the posts for figures and heat map are deferred, so that typing responds at once. For a year without saved counts they are the saved
  // posts, because new figures would move the fields
  const posts = useDeferredValue(isYearKnown(editing.saved, year) ? editing.posts : editing.saved);

  const exportCsv = () => {
    const years = compare === null ? [year] : [Math.min(year, compare), Math.max(year, compare)];
    saveFile(csvFile(failureCsv(editing.posts, years)), `${fileStemOf(site.name, 'failures', years.join('-'))}.csv`);
  };
  const goTo = useCallback((id: string) => goToHeading(page.current, id), []);
  useLinkedPost(page);
  const tools = (
    <div className={styles.tools}>
      <AdminUnlock onUnlock={() => setUnlocking('to edit')} />
      {editing.posts.size > 0 && (
        <div className={styles.buttons}>
          <Button onClick={exportCsv}>
            <Icon name="download" />
            {t('Export CSV')}
          </Button>
          <Button onClick={() => print()}>
            <Icon name="printer" />
            {t('Print')}
          </Button>
        </div>
      )}
    </div>
  );

  return (
    <div ref={page} className={`${layout.gap5} ${styles.analytics}`}>
      {ownsCounts && tools}
      {printedAt && <p className={styles.sheet}>{printedHead(site.name, { year, compare, printedAt })}</p>}
      {editing.posts.size === 0 ? (
        <p className={`${texts.muted} ${styles.none}`}>{t('No failure records yet.')}</p>
      ) : (
        <>
          <YearSummary
            posts={posts}
            saved={mayEdit ? editing.saved : null}
            year={year}
            compare={compare}
            today={today}
            site={picked}
            printing={printedAt !== null}
            onPost={goTo}
          />
          {mayEdit && (
            <EnteredYear
              year={year}
              thisYear={thisYear}
              hasCounts={
                isYearKnown(editing.posts, year) || editing.started.some((startedYear) => startedYear.year === year)
              }
              onYear={setYear}
            />
          )}
          <PostSections
            key={year}
            editing={editing}
            mayEdit={mayEdit}
            year={year}
            compare={compare}
            site={picked}
            today={today}
            printing={printedAt !== null}
          />
        </>
      )}
      {mayEdit && <AddPost editing={editing} onPost={(postIndex) => goTo(postAnchor(postIndex))} />}
      {/* clients come to read, so the tools for editing are at the bottom */}
      {!ownsCounts && tools}
      <UpdateBar editing={editing} year={year} thisYear={thisYear} onUnlock={() => setUnlocking('to save')} />
      {unlocking && (
        <UnlockDialog
          site={site.name}
          onClose={() => setUnlocking(null)}
          onUnlocked={() => {
            setUnlocking(null);
            if (unlocking === 'to save') editing.save();
          }}
        />
      )}
    </div>
  );
}

interface Printed {
  year: number;
  compare: number | null;
  printedAt: Date;
}

function printedHead(site: string, { year, compare, printedAt }: Printed): string {
  const date = longDate(printedAt);
  return compare === null
    ? t('{site}, {year}. Printed on {date}.', { site, year, date })
    : t('{site}, {year}, compared with {compare}. Printed on {date}.', { site, year, compare, date });
}

/** Scrolls to a post. Before that it unfolds the post and folds the others, so that nothing moves after the scrolling. */
function goToHeading(page: HTMLElement | null, id: string): void {
  const heading = page?.querySelector<HTMLElement>(`#${id}`);
  const target = heading?.closest('summary') ?? heading;
  const targetDetails = target?.closest('details');
  if (targetDetails)
    for (const details of page?.querySelectorAll('details') ?? []) details.open = details === targetDetails;
  target?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}

/** Scrolls to the post that the hash of the URL names. */
function useLinkedPost(page: { readonly current: HTMLElement | null }): void {
  const { hash } = useLocation();
  // in the next frame, because the router scrolls every new page to its top in this one
  useWhen(isPostHash(hash) ? hash.slice(1) : null, (id) => requestAnimationFrame(() => goToHeading(page.current, id)));
}

/** The button that adds a post. Saving the first post of a site creates the site's record of failures. */
function AddPost({ editing, onPost }: { editing: FailureEditing; onPost: (postIndex: number) => void }) {
  const { ownsCounts } = useAnalyticsAccess();
  // the server lets an unlocked client change a record, but not add one
  if (editing.isNew && !ownsCounts) return <p>{t('The first car post of a site is added by an administrator.')}</p>;
  return (
    <div>
      <PostNameButton
        title={t('Add a post to {site}', { site: editing.site })}
        name=""
        takenNames={new Set(editing.posts.keys())}
        onExisting={(name) => onPost([...editing.posts.keys()].indexOf(name))}
        action={t('Add post')}
        onNamed={(name) => {
          editing.addPost(name);
          // no problem with the name
          return null;
        }}
      >
        {editing.posts.size === 0 ? t('Add the first post') : t('Add a post')}
      </PostNameButton>
    </div>
  );
}

function AnalyticsSkeleton() {
  return (
    <div className={`${layout.gap5} ${styles.waiting}`}>
      <div className={`${layout.gap4} ${styles.summary}`}>
        <p className={`${texts.faint} ${styles.text}`} role="status">
          {t('Loading analytics data...')}
        </p>
        <div className={styles.later}>
          <Skeleton width="100%" height="var(--figures-height)" />
        </div>
        <div className={layout.gap3}>
          <Skeleton width="15rem" height="1.625rem" />
          <Skeleton width="100%" height="var(--map-height)" />
        </div>
      </div>
      <Skeleton width="100%" height="40rem" />
    </div>
  );
}

/** Shows the current mode, and switches to admin mode, which cannot be left (`spec §2`, failure analytics). */
function AdminUnlock({ onUnlock }: { onUnlock: () => void }) {
  const { mayEdit } = useAnalyticsAccess();
  return (
    <div className={`${layout.row} ${layout.unprinted} ${styles.mode}`}>
      {!mayEdit && (
        <p className={`${texts.note} ${styles.words}`}>
          {t('You are in view-only mode. Unlock admin access to edit data.')}
        </p>
      )}
      {!mayEdit && <NeedsConnection text={t('Unlocking needs a connection.')} />}
      {/* both modes have the same button, so that the focus can return to it after the dialog */}
      <Button
        className={mayEdit ? styles.active : ''}
        onClick={() => {
          if (!mayEdit) onUnlock();
        }}
        {...(mayEdit && { 'aria-disabled': true })}
      >
        {mayEdit ? (
          <>
            <Icon name="check" />
            {t('Admin Mode Active')}
          </>
        ) : (
          t('Unlock Admin Access')
        )}
      </Button>
    </div>
  );
}

/** The counts of some years as CSV, one year after the other, with a row for each entry in the order of the record. */
export function failureCsv(posts: CarPosts, years: readonly number[]): string {
  const rows: (string | number)[][] = [];
  for (const year of years)
    for (const [post, entries] of posts)
      for (const { type, entrance, exit } of entries.filter((entry) => entry.year === year))
        rows.push([post, storedTypeLabel(type), year, entrance, exit, entrance + exit]);
  const heads = [t('Post'), t('Failure Type'), t('Year'), t('Entrance Failures'), t('Exit Failures'), t('Total')];
  return csvOf([heads, ...rows]);
}
