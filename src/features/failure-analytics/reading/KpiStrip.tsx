import { useState } from 'react';
import { changeToYearBefore, daysPassed } from './failure-findings.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { siteSum, totalOf, yearSum } from './failure-totals.ts';
import { changeWords, countText, paceWords } from './figure-words.ts';
import styles from './KpiStrip.module.css';

/** The figures of a year that yearly counts can honestly give. */
export function KpiStrip({ posts, year }: { posts: CarPosts; year: number }) {
  const [today] = useState(() => new Date());
  const sum = siteSum(posts, year);
  const total = totalOf(sum);
  const change = changeToYearBefore(posts, year, today);
  const failing = Array.from(posts.values()).filter((entries) => totalOf(yearSum(entries, year)) > 0).length;
  const pace = paceWords(total, daysPassed(year, today));
  const figures = [
    {
      label: `Failures in ${year}`,
      figure: countText(total),
      note: change ? changeWords(change, year - 1) : `No counts of ${year - 1} to compare with`,
    },
    {
      label: 'Share at the entrance',
      figure: total === 0 ? '–' : `${Math.round((sum.entrance / total) * 100)} %`,
      note: `Entrance ${countText(sum.entrance)}, exit ${countText(sum.exit)}`,
    },
    { label: 'Posts with failures', figure: countText(failing), note: `of ${countText(posts.size)}` },
    { label: 'Average pace', figure: pace.figure, note: pace.note },
  ];
  return (
    <dl className={styles.strip} aria-label={`Figures of ${year}`}>
      {figures.map(({ label, figure, note }) => (
        <div key={label} className={styles.card}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
