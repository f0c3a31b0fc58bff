import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { NoSiteData, UnlinkedKey } from '../../components/UnlinkedKey.tsx';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { fileStemOf } from '../../lib/file-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useDeferredArrival } from '../../lib/screen/use-deferred-arrival.ts';
import { usePrinting } from '../../lib/screen/use-printing.ts';
import { useWhen } from '../../lib/screen/use-when.ts';
import { failureSiteQuery, type FailureSite } from '../../records/failure/failure-queries.ts';
import { isPostHash } from '../../records/portal-links.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useFailureDraft, type FailureEditing } from './draft/use-failure-draft.ts';
import { AdminUnlock } from './unlock/AdminUnlock.tsx';
import { useAnalyticsAccess } from './unlock/analytics-grant.ts';
import { PostNameButton } from './editing/PostNameButton.tsx';
import { UnlockDialog } from './unlock/UnlockDialog.tsx';
import { UpdateBar } from './editing/UpdateBar.tsx';
import styles from './FailureAnalyticsRoute.module.css';
import { AnalyticsSkeleton } from './reading/AnalyticsSkeleton.tsx';
import { failureCsv } from './reading/failure-csv.ts';
import { latestYear } from '../../records/failure/failure-totals.ts';
import { HeatMap } from './reading/HeatMap.tsx';
import { PostSections } from './reading/PostSections.tsx';
import { useFailureYear, YearChoice } from './reading/YearChoice.tsx';
import summary from './reading/summary-layout.module.css';
import { KeyFigures, YearFindings } from './reading/YearSummary.tsx';

export function FailureAnalyticsRoute({ title }: { title: string }) {
  const { site, picks, ready } = useSiteChoice();
  const record = useQuery({ ...failureSiteQuery(site), enabled: ready });
  const arriving = useDeferredArrival(record);

  return (
    <div className={`${layout.stack} ${styles.page}`}>
      <div className={layout.spread}>
        <div>
          <PageHeading title={title} />
          <p className={styles.subtitle}>Monitor and manage vehicle access point incidents</p>
        </div>
        <div className={styles.filters}>
          {picks && <SitePicker />}
          <YearChoice latest={record.data ? latestYear(record.data.posts) : null} />
        </div>
      </div>
      {!ready ? (
        <p className={texts.muted}>Select a site to see its failures.</p>
      ) : (
        <Loaded
          query={arriving}
          error="Error fetching data."
          skeleton={<AnalyticsSkeleton />}
          none={
            picks ? (
              <NoSiteData onRetry={() => void record.refetch()} />
            ) : (
              <>
                <p className={`${texts.muted} ${styles.none}`}>No failure records yet.</p>
                <UnlinkedKey />
              </>
            )
          }
        >
          {(shown) => <SiteAnalytics key={shown.id} site={shown} />}
        </Loaded>
      )}
    </div>
  );
}

function SiteAnalytics({ site }: { site: FailureSite }) {
  const { mayEdit, ownsCounts } = useAnalyticsAccess();
  const editing = useFailureDraft(site, mayEdit);
  const { year, compare } = useFailureYear();
  const printing = usePrinting();
  const [unlocking, setUnlocking] = useState<'to edit' | 'to save' | null>(null);
  const page = useRef<HTMLDivElement>(null);
  // typing responds at once; figures and heat map follow
  const posts = useDeferredValue(editing.posts);

  const saveCsv = () => {
    const years = compare === null ? [year] : [year, compare];
    const name = `${fileStemOf(site.name, 'failures', years.join('-'))}.csv`;
    saveFile(new Blob([failureCsv(editing.posts, years)], { type: 'text/csv;charset=utf-8' }), name);
  };
  const goTo = (id: string) => goToHeading(page.current, id);
  useLinkedPost(page);
  const tools = (
    <div className={styles.tools}>
      <AdminUnlock onUnlock={() => setUnlocking('to edit')} />
      {editing.posts.size > 0 && (
        <div className={styles.buttons}>
          <Button onClick={saveCsv}>
            <Icon name="download" />
            Export CSV
          </Button>
          <Button onClick={() => print()}>
            <Icon name="printer" />
            Print
          </Button>
        </div>
      )}
    </div>
  );

  return (
    <div ref={page} className={`${layout.loose} ${styles.analytics}`}>
      {ownsCounts && tools}
      {printing && (
        <p className={styles.sheet}>
          {site.name}, {year}
          {compare !== null && `, compared with ${compare}`}. Printed on {longDate(printing)}.
        </p>
      )}
      {editing.posts.size === 0 ? (
        <p className={`${texts.muted} ${styles.none}`}>No failure records yet.</p>
      ) : (
        <>
          <div className={summary.summary}>
            <YearFindings posts={posts} year={year} compare={compare} />
            <div className={summary.figures}>
              <KeyFigures posts={posts} year={year} compare={compare} />
            </div>
            <HeatMap posts={posts} saved={mayEdit ? editing.saved : null} year={year} compare={compare} onPost={goTo} />
          </div>
          <PostSections
            key={year}
            editing={editing}
            mayEdit={mayEdit}
            year={year}
            compare={compare}
            printing={printing !== null}
          />
        </>
      )}
      {mayEdit && <AddPost editing={editing} />}
      {/* clients come to read, so the tools for editing are at the bottom */}
      {!ownsCounts && tools}
      <UpdateBar editing={editing} onUnlock={() => setUnlocking('to save')} />
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

function goToHeading(page: HTMLElement | null, id: string): void {
  const heading = page?.querySelector<HTMLElement>(`#${id}`);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

/** Scrolls to the post in the URL. */
function useLinkedPost(page: { readonly current: HTMLElement | null }): void {
  const { hash } = useLocation();
  // later, because the frame scrolls every new page to its top
  useWhen(isPostHash(hash) ? hash.slice(1) : null, (id) => requestAnimationFrame(() => goToHeading(page.current, id)));
}

/** The first post of a site creates its record when it is saved. */
function AddPost({ editing }: { editing: FailureEditing }) {
  const { ownsCounts } = useAnalyticsAccess();
  // the server lets an unlocked client change a record, but not add one
  if (editing.isNew && !ownsCounts) return <p>The first car post of a site is added by an administrator.</p>;
  return (
    <div>
      <PostNameButton
        title={`Add a post to ${editing.site}`}
        name=""
        taken={new Set(editing.posts.keys())}
        action="Add post"
        onNamed={(name) => {
          editing.addPost(name);
          return null;
        }}
      >
        {editing.posts.size === 0 ? 'Add the first post' : 'Add a post'}
      </PostNameButton>
    </div>
  );
}
