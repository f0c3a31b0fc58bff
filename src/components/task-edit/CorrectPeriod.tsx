import { misfiledText, periodText, type TypedTask } from '../../records/task/typed-task.ts';
import { isMisfiled, periodOf, visitStamp } from '../../records/task/visit-time.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import styles from './CorrectPeriod.module.css';

interface CorrectPeriodProps {
  typed: TypedTask;
  /** Called with the side that is right; the other follows it. */
  onCorrect: (values: Partial<TypedTask>) => void;
}

/** Reconciles month and date of entries older than the visit date (`decisions §8`); empty where they agree. */
export function CorrectPeriod({ typed, onCorrect }: CorrectPeriodProps) {
  const time = visitStamp(typed);
  const { date, year, month } = typed;
  if (time === null || year === '' || month === '' || !isMisfiled({ year, month, time })) return null;
  const dated = periodOf(date);
  return (
    <section className={styles.correct} aria-label="Date and month">
      <p>{`${misfiledText({ year, month, time })}.`}</p>
      <div className={layout.row}>
        {dated && dated.year !== '' && (
          <Button onClick={() => onCorrect({ date })}>{`File under ${periodText(dated)}`}</Button>
        )}
        <Button onClick={() => onCorrect({ year, month })}>{`Date it in ${periodText({ year, month })}`}</Button>
      </div>
    </section>
  );
}
