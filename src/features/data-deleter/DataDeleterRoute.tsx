import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { ListSkeleton } from '../../ui/skeleton/ListSkeleton.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { readMonthChoice, monthChoiceSearch, completeChoice, type CompleteChoice } from './month-choice.ts';
import { ChoiceForm } from './ChoiceForm.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './DataDeleterRoute.module.css';
import { TaskListing } from './TaskListing.tsx';
import { NoSiteData } from '../../components/UnlinkedKey.tsx';
import * as paths from '../../records/portal-paths.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';

/** `spec §2`. Deleting a task only hides it (`spec §4`), so it can be restored here. */
export function DataDeleterRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const choice = readMonthChoice(params);
  const whole = completeChoice(choice);
  return (
    <div className={`${layout.page} ${styles.page}`}>
      <div className={`${layout.stack} ${styles.top}`}>
        <PageHeading title={title}>
          <Link className={styles.back} to={paths.addTask}>
            <Icon name="chevron-left" />
            Back to Add New Task
          </Link>
        </PageHeading>
        <ChoiceForm applied={choice} />
      </div>
      {whole ? (
        <TaskResults key={monthChoiceSearch(whole)} choice={whole} />
      ) : (
        <p className={texts.muted}>Select a name, a year and a month, then Apply, to see the tasks.</p>
      )}
    </div>
  );
}

function TaskResults({ choice }: { choice: CompleteChoice }) {
  const tasks = useQuery(tasksQuery(choice.site));
  return (
    <Loaded
      query={tasks}
      error="Failed to fetch tasks."
      skeleton={<ListSkeleton text="Loading tasks…" rows={3} height={120} />}
      none={<NoSiteData onRetry={() => void tasks.refetch()} />}
    >
      {(listed) => <TaskListing choice={choice} tasks={listed} />}
    </Loaded>
  );
}
