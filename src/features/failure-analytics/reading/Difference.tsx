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

/** How a count changed from one year to the other: an arrow with a number, and words for screen readers. The colour only repeats it. */
export function Difference({ counts, years }: DifferenceProps) {
  return (
    <span className={`${texts.medium} ${styles.difference} ${toneOf(counts, years)}`}>
      <span aria-hidden="true">{differenceMark(counts)}</span>
      <span className={layout.visuallyHidden}>{differenceWords(counts, years)}</span>
    </span>
  );
}

/** The class of the colour. Fewer failures are marked as good only if the year is over, because more may follow. */
function toneOf({ older, newer }: CountPair, { soFar }: YearPair): string {
  if (older === null || newer === null || newer === older) return '';
  if (newer > older) return styles.more;
  return soFar ? '' : styles.fewer;
}

interface YearFiguresProps {
  /** The figure of the year shown. */
  shown: string;
  /** The figure of the year compared with. */
  compared: string;
  /** Whether the year compared with is the older one. */
  isComparedFirst: boolean;
}

/** The figures of two years, that of the older year on the left. The figure of the year compared with is smaller. */
export function YearFigures({ shown, compared, isComparedFirst }: YearFiguresProps) {
  const large = <span>{shown}</span>;
  const small = <small className={`${texts.smallest} ${styles.before}`}>{compared}</small>;
  return (
    <span className={styles.pair}>
      {isComparedFirst ? small : large} {isComparedFirst ? large : small}
    </span>
  );
}

/** The count as text, or a dash if there is no entry, which is not zero. */
export function countOrDash(count: number | null): string {
  return count === null ? '–' : countText(count);
}
