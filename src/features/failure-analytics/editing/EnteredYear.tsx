import { t } from '../../../lib/language/translate.ts';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/message/Notice.tsx';
import { startWords, type StartedYear } from '../draft/started-year.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { firstCount } from './count-keys.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostTools.module.css';

interface EnteredYearProps {
  year: number;
  /** The year of today in Singapore. */
  thisYear: number;
  /** Whether there are fields for counts. */
  hasCounts: boolean;
  onYear: (year: number) => void;
}

/** The text above the counts in admin mode: a notice if the year is not the current one, and how counts are typed. */
export function EnteredYear({ year, thisYear, hasCounts, onYear }: EnteredYearProps) {
  return (
    <div className={`${layout.gap3} ${layout.unprinted}`}>
      {year !== thisYear && (
        <Notice
          role="status"
          message={t('You are entering {year}. This year is {thisYear}.', { year, thisYear })}
          action={t('Go to {year}', { year: thisYear })}
          onAction={() => onYear(thisYear)}
        />
      )}
      {hasCounts && (
        <p className={`${texts.hint} ${styles.keys}`}>
          {t(
            'Tab, Enter and the arrows go from count to count, and on to the next post. Esc takes a count back, and then leads to the buttons below. Alt and an arrow count up and down. Cells copied from a spreadsheet can be pasted.',
          )}
        </p>
      )}
    </div>
  );
}

/** The heading of a post's counts in admin mode; each field has its own name for screen readers. */
export function CountsHead({ year }: { year: number }) {
  return (
    <div className={`${texts.label} ${layout.unprinted} ${styles.sheetHead}`}>
      <p>{t('Counts of {year}', { year })}</p>
      <span aria-hidden="true" className={styles.side}>
        {t('Entrance')}
      </span>
      <span aria-hidden="true" className={styles.side}>
        {t('Exit')}
      </span>
    </div>
  );
}

interface StartYearProps {
  editing: FailureEditing;
  year: number;
  /** For each post, the year and the earlier year whose types it can take. */
  starts: readonly StartedYear[];
  /** The only post to start; undefined if all posts are started at once, because none has counts in the year. */
  post?: string;
}

/** Offers to enter a year with the types of an earlier year; nothing if no earlier year has types. */
export function StartYear({ editing, year, starts, post }: StartYearProps) {
  const focusAfter = useFocusAfter();
  const [first] = starts;
  if (!first) return null;
  const words = startWords(year, starts);
  const start = () => {
    editing.start(year, starts);
    focusAfter(() => firstCount(first.post));
  };
  return (
    <div className={layout.unprinted}>
      {post === undefined ? (
        <Notice
          role="status"
          tone="info"
          message={t('Nothing is entered for {year} yet.', { year })}
          action={words}
          onAction={start}
        />
      ) : (
        <Button aria-label={t('{action}, {post}', { action: words, post })} onClick={start}>
          {words}
        </Button>
      )}
    </div>
  );
}
