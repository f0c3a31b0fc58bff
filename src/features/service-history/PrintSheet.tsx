import { useLayoutEffect } from 'react';
import { MisfiledNote, TaskTexts } from '../../components/task/TaskMarks.tsx';
import { inEnglish, message, said, t } from '../../lib/language/translate.ts';
import { hasPdf, languageOf, type Task } from '../../records/task/task.ts';
import { visitKindLabel, visitTitle } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import styles from './TaskHistory.module.css';

const printedHeads = [
  { head: message('Date'), width: styles.date },
  { head: message('Kind'), width: styles.kind },
  { head: message('Title'), width: styles.title },
  { head: message('Text') },
  { head: message('PDF'), width: styles.pdf },
  { head: message('Photos'), width: styles.photos },
];

interface PrintSheetProps {
  tasks: readonly Task[];
  /** The filters in words. */
  filter: string;
  /** Of a file that holds the same. */
  name: string;
  now: Date;
}

/** Prints every task of the filter: the list on the screen renders only the rows in view. */
export function PrintSheet({ tasks, filter, name, now }: PrintSheetProps) {
  // browsers name a PDF by the title of the page
  useLayoutEffect(() => {
    const before = document.title;
    document.title = name;
    return () => {
      document.title = before;
    };
  }, [name]);
  return (
    <section className={styles.sheet} aria-label={t('Print')}>
      <p className={styles.facts}>
        <span>{filter}</span>
        <span>{t('{count, plural, one {# visit} other {# visits}}', { count: tasks.length })}</span>
        <span>{t('Printed on {moment}', { moment: momentText(now) })}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {printedHeads.map(({ head, width }) => (
              <th key={inEnglish(head)} scope="col" className={width}>
                {said(head)}
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
              <td lang={languageOf(task.title)}>
                {visitTitle(task)}
                <TaskTexts task={task} />
              </td>
              <td className={styles.words} lang={languageOf(task.tasks)}>
                {task.tasks}
              </td>
              <td>{hasPdf(task) ? t('Yes') : t('No')}</td>
              <td className={styles.photos}>{task.urls.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
