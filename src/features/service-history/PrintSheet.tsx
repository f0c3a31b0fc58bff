import { MisfiledNote } from '../../components/task/TaskMarks.tsx';
import { momentText } from '../../records/time.ts';
import { hasPdf, languageOf, type Task } from '../../records/task/task.ts';
import { visitKindLabel } from '../../records/task/visit-kind.ts';
import styles from './PrintSheet.module.css';

interface PrintSheetProps {
  tasks: readonly Task[];
  filter: string;
  now: Date;
}

const heads = [
  { head: 'Date', width: styles.date },
  { head: 'Kind', width: styles.kind },
  { head: 'Title', width: styles.title },
  { head: 'Text' },
  { head: 'PDF', width: styles.pdf },
  { head: 'Photos', width: styles.photos },
];

/** Prints every task of the filter: the list on the screen renders only the rows in view. */
export function PrintSheet({ tasks, filter, now }: PrintSheetProps) {
  return (
    <section className={styles.sheet} aria-label="Print">
      <p className={styles.facts}>
        <span>{filter}</span>
        <span>{tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}</span>
        <span>{`Printed on ${momentText(now)}`}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map(({ head, width }) => (
              <th key={head} scope="col" className={width}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <tr key={task.id}>
              <td>
                {momentText(task.time)}
                <MisfiledNote task={task} />
              </td>
              <td>{visitKindLabel(task.kind)}</td>
              <td lang={languageOf(task.title)}>{task.title}</td>
              <td className={styles.words} lang={languageOf(task.tasks)}>
                {task.tasks}
              </td>
              <td>{hasPdf(task) ? 'Yes' : 'No'}</td>
              <td className={styles.photos}>{task.urls.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
