import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { SitePicker, useSiteChoice } from '../../components/SitePicker.tsx';
import { fileStemOf } from '../../lib/file-names.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import { failureSiteQuery, type FailureSite } from '../../records/failure/failure-queries.ts';
import { longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import layout from '../../ui/layout.module.css';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { DashboardSkeleton } from '../../ui/skeleton/DashboardSkeleton.tsx';
import { useFailureDraft, type FailureEditing } from './draft/use-failure-draft.ts';
import { AdminUnlock } from './editing/AdminUnlock.tsx';
import { useAnalyticsAccess } from './editing/analytics-grant.ts';
import { PostNameButton } from './editing/PostNameButton.tsx';
import { UnlockDialog } from './editing/UnlockDialog.tsx';
import { UpdateBar } from './editing/UpdateBar.tsx';
import styles from './FailureAnalyticsRoute.module.css';
import { failureCsv } from './reading/failure-csv.ts';
import { latestYear } from '../../records/failure/failure-totals.ts';
import { HeatMap } from './reading/HeatMap.tsx';
import { PostSections } from './reading/PostSections.tsx';
import { useFailureYear, YearChoice } from './reading/YearChoice.tsx';
import { YearSummary } from './reading/YearSummary.tsx';

export function FailureAnalyticsRoute({ title }: { title: string }) {
  const { site, isAdmin, ready } = useSiteChoice();
  const record = useQuery({ ...failureSiteQuery(site), enabled: ready });
  const again = () => void record.refetch();

  return (
    <div className={`${layout.stack} ${styles.page}`}>
      <PageHeading title={title}>
        <div className={styles.filters}>
          {isAdmin && <SitePicker />}
          <YearChoice latest={record.data ? latestYear(record.data.posts) : null} />
        </div>
      </PageHeading>
      <p className={styles.subtitle}>Monitor and manage vehicle access point incidents</p>
      {!ready ? (
        <p className={styles.hint}>Select a site to see its failures.</p>
      ) : record.data ? (
        <>
          {record.isError && !record.isFetching && <LoadFailed message="Error fetching data." onRetry={again} />}
          <SiteAnalytics key={record.data.id} site={record.data} />
        </>
      ) : record.isFetching ? (
        <DashboardSkeleton text="Loading analytics data..." figures={104} heights={[260, 420]} />
      ) : record.isError ? (
        <LoadFailed message="Error fetching data." onRetry={again} />
      ) : isAdmin ? (
        <LoadFailed message="No data found for the selected name." onRetry={again} />
      ) : (
        <p className={styles.none}>No failure records yet.</p>
      )}
    </div>
  );
}

/** The counts of a site in the year of the URL, to read or, in admin mode, to edit. */
function SiteAnalytics({ site }: { site: FailureSite }) {
  const { mayEdit } = useAnalyticsAccess();
  const editing = useFailureDraft(site, mayEdit);
  const { year, compare } = useFailureYear();
  const printing = usePrinting();
  // why the admin prompt is open
  const [unlocking, setUnlocking] = useState<'to edit' | 'to save' | null>(null);
  const page = useRef<HTMLDivElement>(null);
  // what is typed is there at once; figures and heat map follow
  const posts = useDeferredValue(editing.posts);

  // posts that go with the next save can still be taken back
  const removing = mayEdit && editing.edits.some(({ kind }) => kind === 'remove');

  const saveCsv = () => {
    const name = `${fileStemOf(site.name, 'failures', `${year}`)}.csv`;
    saveFile(new Blob([failureCsv(editing.posts, year)], { type: 'text/csv;charset=utf-8' }), name);
  };
  const goTo = (id: string) => {
    const heading = page.current?.querySelector<HTMLElement>(`#${id}`);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };

  return (
    <div ref={page} className={`${layout.loose} ${styles.analytics}`}>
      <div className={styles.head}>
        <AdminUnlock onUnlock={() => setUnlocking('to edit')} />
        {editing.posts.size > 0 && (
          <div className={styles.tools}>
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
      {printing && (
        <p className={styles.sheet}>
          {site.name}, {year}
          {compare !== null && `, compared with ${compare}`}. Printed on {longDate(printing)}.
        </p>
      )}
      {editing.posts.size === 0 && !removing ? (
        <p className={styles.none}>No failure records yet.</p>
      ) : (
        <>
          <YearSummary posts={posts} year={year} />
          <HeatMap posts={posts} saved={editing.saved} year={year} onPost={goTo} />
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

/** Adds a car post; the first one of a site too, which gives the site its record when it is saved. */
function AddPost({ editing }: { editing: FailureEditing }) {
  const { isAdmin } = useAnalyticsAccess();
  // the server lets an unlocked client change a record, not add one
  if (editing.isNew && !isAdmin) return <p>The first car post of a site is added by an administrator.</p>;
  return (
    <div>
      <PostNameButton
        title={`Add a post to ${editing.site}`}
        name=""
        taken={editing.namesTaken()}
        action="Add post"
        onNamed={editing.addPost}
      >
        {editing.posts.size === 0 ? 'Add the first post' : 'Add a post'}
      </PostNameButton>
    </div>
  );
}
