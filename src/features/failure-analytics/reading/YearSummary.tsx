import { useState } from 'react';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import {
  changeToYearBefore,
  daysPassed,
  mostFrequentType,
  worstPost,
  type Finding,
} from '../../../records/failure/failure-findings.ts';
import { siteSum, totalOf, yearSum } from '../../../records/failure/failure-totals.ts';
import { changeText, countText, paceText } from '../../../records/failure/figure-texts.ts';
import layout from '../../../ui/layout.module.css';
import styles from './YearSummary.module.css';

/** What stands out in a year, in a sentence, and the figures that yearly counts can honestly give. */
export function YearSummary({ posts, year }: { posts: CarPosts; year: number }) {
  return (
    <>
      <FindingsSentence posts={posts} year={year} />
      <KeyFigures posts={posts} year={year} />
    </>
  );
}

function FindingsSentence({ posts, year }: { posts: CarPosts; year: number }) {
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return <p className={styles.sentence}>No failures were counted in {year}.</p>;
  return (
    <p className={styles.sentence}>
      Most failures in {year}: <Names finding={post} />; most frequent: <Names finding={type} />.
    </p>
  );
}

function Names({ finding: { names, total } }: { finding: Finding }) {
  const [first = '', second, ...others] = names.map(typeLabel);
  return (
    <>
      <strong className={styles.name} title={first}>
        {first}
      </strong>
      {second !== undefined && others.length === 0 && (
        <>
          {' and '}
          <strong className={styles.name} title={second}>
            {second}
          </strong>
        </>
      )}
      {others.length > 0 && ` and ${others.length + 1} others`} ({countText(total)}
      {names.length > 1 && ' each'})
    </>
  );
}

function KeyFigures({ posts, year }: { posts: CarPosts; year: number }) {
  const [today] = useState(() => new Date());
  const sum = siteSum(posts, year);
  const total = totalOf(sum);
  const change = changeToYearBefore(posts, year, today);
  const failing = Array.from(posts.values()).filter((entries) => totalOf(yearSum(entries, year)) > 0).length;
  const pace = paceText(total, daysPassed(year, today));
  const figures = [
    {
      label: `Failures in ${year}`,
      figure: countText(total),
      note: change ? changeText(change, year - 1) : `No counts of ${year - 1} to compare with`,
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
    <dl className={`${layout.figures} ${styles.strip}`} aria-label={`Figures of ${year}`}>
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
