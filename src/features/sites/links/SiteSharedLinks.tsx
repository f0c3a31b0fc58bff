import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { LinkList } from '../../../components/links/LinkList.tsx';
import { t } from '../../../lib/language/translate.ts';
import { linksQuery } from '../../../records/link/link-calls.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { tasksQuery } from '../../../records/task/task-queries.ts';
import { visibleTasks } from '../../../records/task/task.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../SitesRoute.module.css';

/** The part of a site's form with the links that show its visits without a login (`decisions §16`). */
export function SiteSharedLinks({ site }: { site: EditedSite }) {
  const headingId = useId();
  const links = useQuery(linksQuery(site.id));
  // the list of links needs the visits only for their names; they may be thousands, so they are not read without a link
  const tasks = useQuery({ ...tasksQuery(site.name), enabled: (links.data?.length ?? 0) > 0 }).data;
  const visits = useMemo(() => visibleTasks(tasks ?? []), [tasks]);
  return (
    <section className={`${surface.box} ${layout.gap3} ${styles.part}`} aria-labelledby={headingId}>
      <div className={layout.gap1}>
        <h2 id={headingId} className={styles.partTitle}>
          {t('Links without a login')}
        </h2>
        <p className={`${texts.note} ${texts.measure}`}>
          {t('Whoever has a link sees its visits without a key, and nothing else of the site.')}
        </p>
      </div>
      <LinkList siteId={site.id} visits={visits} />
    </section>
  );
}
