import { useState } from 'react';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import {
  changeBetween,
  daysPassed,
  mostFrequentType,
  siteYear,
  worstPost,
  type Finding,
} from '../../../records/failure/failure-findings.ts';
import { changeText, countText, paceText, partYearText } from '../../../records/failure/figure-texts.ts';
import { isYearKnown, siteSum, sumsByType, totalOf, yearSum } from '../../../records/failure/failure-totals.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './YearSummary.module.css';

interface YearProps {
  posts: CarPosts;
  year: number;
  compare: number | null;
}

/** What stands out in a year, and what comparing it with a part of a year means. */
export function YearFindings({ posts, year, compare }: YearProps) {
  const [today] = useState(() => new Date());
  const part = compare === null ? null : partYearText(year, compare, siteYear(today));
  return (
    <div className={styles.findings}>
      <FindingsSentence posts={posts} year={year} compare={compare} />
      {part !== null && <p className={`${texts.note} ${styles.part}`}>{part}</p>}
    </div>
  );
}

function FindingsSentence({ posts, year, compare }: YearProps) {
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return <p className={styles.sentence}>No failures were counted in {year}.</p>;
  // not for several, which would be a list of numbers
  const before = (names: readonly string[], count: (name: string) => number) => {
    const [name, ...others] = names;
    return compare === null || name === undefined || others.length > 0
      ? ''
      : `; ${countText(count(name))} in ${compare}`;
  };
  const other = compare ?? year;
  const ofPost = (name: string) => totalOf(yearSum(posts.get(name) ?? [], other));
  const ofType = (name: string) => {
    const sums = [...posts.values()].map((entries) => sumsByType(entries, other).get(name));
    return sums.reduce((all, sum) => all + (sum ? totalOf(sum) : 0), 0);
  };
  return (
    <p className={styles.sentence}>
      Most failures in {year}: <Names finding={post} before={before(post.names, ofPost)} />; most frequent:{' '}
      <Names finding={type} before={before(type.names, ofType)} />.
    </p>
  );
}

interface NamesProps {
  finding: Finding;
  /** About the year compared with, after the count. */
  before: string;
}

function Names({ finding: { names, total }, before }: NamesProps) {
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
      {names.length > 1 && ' each'}
      {before})
    </>
  );
}

interface KeyFigure {
  label: string;
  figure: string;
  note: string;
  /** About the year compared with, unless it is in the note. */
  before?: string;
}

/** Only what yearly counts can prove, compared with the chosen year or the year before. */
export function KeyFigures({ posts, year, compare }: YearProps) {
  const [today] = useState(() => new Date());
  const now = figuresOf(posts, year, today);
  const then = compare !== null && isYearKnown(posts, compare) ? figuresOf(posts, compare, today) : null;
  const other = compare ?? year - 1;
  const change = changeBetween(posts, year, other, today);
  const none = isYearKnown(posts, other)
    ? `${Math.max(year, other)} has not begun`
    : `No counts for ${other} to compare with`;
  const figures: KeyFigure[] = [
    { label: `Failures in ${year}`, figure: countText(now.total), note: change ? changeText(change, other) : none },
    {
      label: 'Share at the entrance',
      figure: now.share,
      note: `Entrance ${countText(now.entrance)}, exit ${countText(now.exit)}`,
      ...(then && { before: then.share }),
    },
    {
      label: 'Posts with failures',
      figure: countText(now.failing),
      note: `of ${countText(posts.size)}`,
      ...(then && { before: countText(then.failing) }),
    },
    {
      label: 'Average pace',
      figure: now.pace.figure,
      note: now.pace.note,
      ...(then && { before: then.pace.figure }),
    },
  ];
  return (
    <dl className={`${layout.figures} ${styles.strip}`} aria-label={`Figures of ${year}`}>
      {figures.map(({ label, figure, note, before }) => (
        <div key={label} className={`${layout.plate} ${styles.card}`}>
          <dt className={`${texts.note} ${styles.label}`}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className={`${texts.fine} ${styles.note}`}>{note}</dd>
          {before !== undefined && (
            <dd className={`${texts.fine} ${styles.note}`}>
              {compare}: {before}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function figuresOf(posts: CarPosts, year: number, today: Date) {
  const { entrance, exit } = siteSum(posts, year);
  const total = entrance + exit;
  return {
    total,
    entrance,
    exit,
    share: total === 0 ? '–' : `${Math.round((entrance / total) * 100)} %`,
    failing: Array.from(posts.values()).filter((entries) => totalOf(yearSum(entries, year)) > 0).length,
    pace: paceText(total, daysPassed(year, today)),
  };
}
