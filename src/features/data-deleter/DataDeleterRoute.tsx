import { Link, useSearchParams } from 'react-router-dom';
import { WorkspaceTabs } from '../../components/WorkspaceTabs.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { readChoice, searchOf, wholeChoice } from './choice.ts';
import { ChoiceForm } from './ChoiceForm.tsx';
import styles from './DataDeleterRoute.module.css';
import { TaskResults } from './TaskResults.tsx';

/** Data Deleter: the tasks of a site and month, to be deleted, restored and corrected (`spec §2`). */
export function DataDeleterRoute({ title }: { title: string }) {
  const [params] = useSearchParams();
  const choice = readChoice(params);
  const whole = wholeChoice(choice);
  return (
    <div className={styles.page}>
      <WorkspaceTabs />
      <div className={styles.top}>
        <PageHeading title={title}>
          <Link className={styles.back} to="/DataEditor">
            <Icon name="chevron-left" />
            Back to Add New Task
          </Link>
        </PageHeading>
        <ChoiceForm applied={choice} />
      </div>
      {whole ? (
        <TaskResults key={searchOf(whole)} choice={whole} />
      ) : (
        <p className={styles.hint}>Select a name, a year and a month, then Apply, to see the tasks.</p>
      )}
    </div>
  );
}
