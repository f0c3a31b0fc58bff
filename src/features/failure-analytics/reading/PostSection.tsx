import { memo, type ReactNode } from 'react';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { sumsByType, totalOf, yearSum } from './failure-totals.ts';
import { FailureFigure } from '../chart/FailureFigure.tsx';
import { countText, failuresText } from './figure-words.ts';
import styles from './PostSection.module.css';
import { TypeCard } from './TypeCard.tsx';

interface PostSectionProps {
  /** Of the section's heading, which the heat map leads to. */
  id: string;
  post: string;
  entries: readonly FailureEntry[];
  /** The post's list as it is stored. */
  saved: readonly FailureEntry[];
  year: number;
  compare: number | null;
  /** Whether it is the first on the page. */
  first: boolean;
  printing: boolean;
  /** False while its turn to be rendered has not come; the heading is there at once. */
  ready: boolean;
  /** Given in admin mode. */
  onCount: ((post: string, index: number, side: 'entrance' | 'exit', count: number) => void) | null;
}

/** A post: its badge, its chart and a card for each failure type of the year (`spec §2`). */
export const PostSection = memo(function PostSection(props: PostSectionProps) {
  const { id, post, entries, saved, year, compare, first, printing, ready, onCount } = props;
  const sum = yearSum(entries, year);
  const before = compare === null ? null : sumsByType(entries, compare);
  const cards: ReactNode[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!ready || entry.year !== year) continue;
    const then = before?.get(entry.type) ?? { entrance: 0, exit: 0 };
    cards.push(
      <TypeCard
        // posts know no ids; entries are only ever added at the end
        key={index}
        post={post}
        entry={entry}
        saved={saved[index] ?? null}
        compared={compare === null ? null : { ...then, year: compare }}
        onCount={onCount && ((side, count) => onCount(post, index, side, count))}
      />,
    );
  }
  const recorded = entries.some((entry) => entry.year === year);

  return (
    <>
      <header className={styles.head}>
        <h2 id={id} tabIndex={-1} className={styles.badge} title={post}>
          {post}
        </h2>
        <p className={styles.sum}>
          {recorded
            ? `${failuresText(totalOf(sum))} in ${year}: entrance ${countText(sum.entrance)}, exit ${countText(sum.exit)}`
            : `No entries in ${year}`}
        </p>
      </header>
      {ready && recorded && <FailureFigure {...{ post, year, compare, entries, first, printing }} />}
      {cards.length > 0 && <ul className={styles.cards}>{cards}</ul>}
    </>
  );
}, isSameSection);

/** A draft makes new lists of all posts; only the post that was changed has to be rendered. */
function isSameSection(one: PostSectionProps, other: PostSectionProps): boolean {
  return (
    one.id === other.id &&
    one.post === other.post &&
    one.year === other.year &&
    one.compare === other.compare &&
    one.first === other.first &&
    one.printing === other.printing &&
    one.ready === other.ready &&
    one.onCount === other.onCount &&
    isSameList(one.entries, other.entries) &&
    isSameList(one.saved, other.saved)
  );
}

function isSameList(one: readonly FailureEntry[], other: readonly FailureEntry[]): boolean {
  return one === other || (one.length === other.length && one.every((entry, index) => entry === other[index]));
}
