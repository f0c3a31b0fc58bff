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
  return (
    <span className={`${texts.medium} ${styles.difference} ${toneOf(counts, years)}`}>
      <span aria-hidden="true">{differenceMark(counts)}</span>
      <span className={layout.visuallyHidden}>{differenceWords(counts, years)}</span>
    </span>
  );
}

/** Fewer is good news only once the year is over. */
function toneOf({ older, newer }: CountPair, { soFar }: YearPair): string {
  if (older === null || newer === null || newer === older) return '';
  if (newer > older) return styles.more;
  return soFar ? '' : styles.fewer;
}

interface YearFiguresProps {
  /** The figures of the year shown. */
  shown: string;
  /** The figures of the year compared with. */
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
