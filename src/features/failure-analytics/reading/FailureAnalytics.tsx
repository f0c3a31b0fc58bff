import { useDeferredValue, useRef } from 'react';
import { failureCsv } from './failure-csv.ts';
import { longDate } from '../../../records/time.ts';
import { fileStemOf } from '../../../lib/file-names.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { usePrinting } from '../../../lib/use-printing.ts';
import { AddPost } from '../editing/AddPost.tsx';
import { AdminUnlock } from '../editing/AdminUnlock.tsx';
import type { FailureSite } from './failure-site.ts';
import styles from './FailureAnalytics.module.css';
import { FindingsSentence } from './FindingsSentence.tsx';
import { HeatMap } from './HeatMap.tsx';
import { KpiStrip } from './KpiStrip.tsx';
import { PageTools } from './PageTools.tsx';
import { PostSections } from './PostSections.tsx';
import { UpdateBar } from '../editing/UpdateBar.tsx';
import { useAnalyticsAccess } from '../editing/use-analytics-access.ts';
import { useFailureDraft } from '../editing/use-failure-draft.ts';
import { useFailureYear } from './use-failure-year.ts';

/** The counts of a site in the year of the address, to read or, in admin mode, to edit. */
export function FailureAnalytics({ site }: { site: FailureSite }) {
  const { mayEdit } = useAnalyticsAccess();
  const editing = useFailureDraft(site, mayEdit);
  const { year, compare } = useFailureYear();
  const printing = usePrinting();
  const page = useRef<HTMLDivElement>(null);
  // what is typed is there at once; figures and heat map follow
  const posts = useDeferredValue(editing.posts);

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
    <div ref={page} className={styles.analytics}>
      <div className={styles.tools}>
        <AdminUnlock site={site} />
        {editing.posts.size > 0 && <PageTools onCsv={saveCsv} />}
      </div>
      {printing && (
        <p className={styles.sheet}>
          {site.name}, {year}
          {compare !== null && `, compared with ${compare}`}. Printed on {longDate(printing)}.
        </p>
      )}
      {editing.posts.size === 0 ? (
        <p className={styles.none}>No failure records yet.</p>
      ) : (
        <>
          <FindingsSentence posts={posts} year={year} />
          <KpiStrip posts={posts} year={year} />
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
      <UpdateBar editing={editing} />
    </div>
  );
}
