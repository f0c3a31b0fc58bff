import { useLayoutEffect } from 'react';
import { inEnglish, message, said, t } from '../../lib/language/translate.ts';
import type { DescribedVisit } from '../../records/task/service-facts.ts';
import { languageOf } from '../../records/task/task.ts';
import { hasFileText, visitKindLabel, visitTitle, type FiledPeriod } from '../../records/task/visit.ts';
import { momentText } from '../../records/time.ts';
import { MisfiledNote, TaskTexts } from '../task/TaskMarks.tsx';
import styles from './PrintedList.module.css';

// `width` is the class that sets the width of the column
const siteHead = { head: message('Site'), width: styles.site };
const printedHeads = [
  { head: message('Date'), width: styles.date },
  { head: message('Kind'), width: styles.kind },
  { head: message('Title'), width: styles.title },
  { head: message('Text') },
  { head: message('PDF'), width: styles.pdf },
  { head: message('Photos'), width: styles.photos },
];

interface PrintedRow extends FiledPeriod, DescribedVisit {
  key: string | number;
  /** The name of the site, given if the list has visits of several sites. */
  site?: string;
  time: string;
  title: string;
  text: string;
  kind?: unknown;
  pdf: boolean;
  photos: number;
}

interface PrintedListProps {
  rows: readonly PrintedRow[];
  /** The filters in words, or another description of the listed visits. */
  filter: string;
  /** The name of the list as a file, which browsers propose for a PDF. */
  name: string;
  now: Date;
}

/** The printed list of visits, with a row for each. The screen itself renders only the rows in view, or a page of them. */
export function PrintedList({ rows, filter, name, now }: PrintedListProps) {
  const hasSites = rows.some(({ site }) => site !== undefined);
  // browsers name a printed PDF by the title of the page
  useLayoutEffect(() => {
    const previousTitle = document.title;
    document.title = name;
    return () => {
      document.title = previousTitle;
    };
  }, [name]);
  return (
    <section className={styles.sheet} aria-label={t('Print')}>
      <p className={styles.facts}>
        <span>{filter}</span>
        <span>{t('{count, plural, one {# visit} other {# visits}}', { count: rows.length })}</span>
        <span>{t('Printed on {moment}', { moment: momentText(now) })}</span>
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            {(hasSites ? [siteHead, ...printedHeads] : printedHeads).map(({ head, width }) => (
              <th key={inEnglish(head)} scope="col" className={width}>
                {said(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {hasSites && <td>{row.site}</td>}
              <td>
                {momentText(row.time)}
                <MisfiledNote task={row} />
              </td>
              <td>{visitKindLabel(row.kind)}</td>
              <td lang={languageOf(row.title)}>
                {visitTitle(row)}
                <TaskTexts task={row} />
              </td>
              <td className={styles.words} lang={languageOf(row.text)}>
                {row.text}
              </td>
              <td>{hasFileText(row.pdf)}</td>
              <td className={styles.photos}>{row.photos}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
