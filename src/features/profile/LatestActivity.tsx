import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { NewBadge } from '../../components/task/TaskMarks.tsx';
import { useNewTasks } from '../../components/task/use-new-tasks.ts';
import { toHistory, toVisit } from '../../records/portal-links.ts';
import { hasPdf, languageOf, visibleTasks, type HiddenTask, type Task } from '../../records/task/task.ts';
import { momentText } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './LatestActivity.module.css';

interface LatestActivityProps {
  siteId: number;
  tasks: readonly (Task | HiddenTask)[];
  site: string | null;
}

export function LatestActivity({ siteId, tasks, site }: LatestActivityProps) {
  const visible = useMemo(() => visibleTasks(tasks), [tasks]);
  const added = useNewTasks(siteId, visible);
  const latest = visible.slice(0, 3);
  return (
    <section className={styles.activity} aria-labelledby="latest-activity">
      <div className={`${layout.apart} ${styles.head}`}>
        <h2 id="latest-activity">Latest activity</h2>
        {added.size > 0 && <p className={styles.added}>{`${added.size} new since your last visit`}</p>}
        <Link to={toHistory(site)}>
          See all <span className={layout.spoken}>visits in Service History</span>
        </Link>
      </div>
      {latest.length === 0 ? (
        <p className={texts.muted}>No activities yet.</p>
      ) : (
        <ol className={`${layout.plate} ${styles.list}`}>
          {latest.map((task) => (
            <ActivityEntry key={task.id} task={task} site={site} isNew={added.has(task.id)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ActivityEntry({ task, site, isNew }: { task: Task; site: string | null; isNew: boolean }) {
  const photos = task.urls.length;
  return (
    <li className={styles.entry}>
      <time dateTime={task.time}>{momentText(task.time)}</time>
      <div className={styles.words}>
        <p className={styles.name}>
          <Link className={`${layout.cover} ${styles.title}`} to={toVisit(task.id, site)} lang={languageOf(task.title)}>
            {task.title}
          </Link>
          {isNew && <NewBadge />}
        </p>
        {(photos > 0 || hasPdf(task)) && (
          <p className={`${layout.row} ${styles.files}`}>
            {photos > 0 && (
              <span>
                <Icon name="photo" />
                {photos === 1 ? '1 photo' : `${photos} photos`}
              </span>
            )}
            {hasPdf(task) && (
              <span>
                <Icon name="pdf" />1 PDF
              </span>
            )}
          </p>
        )}
      </div>
      <span className={styles.open}>
        <Icon name="chevron-right" />
      </span>
    </li>
  );
}
