import {
  countText,
  differenceMark,
  differenceWords,
  type CountPair,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './Difference.module.css';

interface DifferenceProps {
  counts: CountPair;
  years: YearPair;
}

/** What became of a count, as an arrow with a number, and in words for screen readers; colours only repeat it. */
export function Difference({ counts, years }: DifferenceProps) {
  const { older, newer } = counts;
  // fewer is good news only once the year is over
  const tone =
    older === null || newer === null || newer === older
      ? ''
      : newer > older
        ? styles.more
        : years.soFar
          ? ''
          : styles.fewer;
  return (
    <span className={`${texts.medium} ${styles.difference} ${tone}`}>
      <span aria-hidden="true">{differenceMark(counts)}</span>
      <span className={layout.spoken}>{differenceWords(counts, years)}</span>
    </span>
  );
}

interface YearFiguresProps {
  /** Of the year shown, and of the year compared with. */
  shown: string;
  before: string;
  /** Whether the year compared with is the older one. */
  beforeFirst: boolean;
}

/** A figure of two years, the older on the left; that of the year compared with is smaller. */
export function YearFigures({ shown, before, beforeFirst }: YearFiguresProps) {
  const large = <span>{shown}</span>;
  const small = <small className={`${texts.smallest} ${styles.before}`}>{before}</small>;
  return (
    <span className={styles.pair}>
      {beforeFirst ? small : large} {beforeFirst ? large : small}
    </span>
  );
}

/** A count, or a dash without an entry: that is not zero. */
export function countOrDash(count: number | null): string {
  return count === null ? '–' : countText(count);
}
