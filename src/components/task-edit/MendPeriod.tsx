import { misfiledText, periodText, type TypedTask } from '../../records/task/typed-task.ts';
import { isMisfiled, periodOf, visitStamp } from '../../records/task/visit-time.ts';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import styles from './MendPeriod.module.css';

interface MendPeriodProps {
  typed: TypedTask;
  /** Called with the side that is right; the other follows it. */
  onMend: (values: Partial<TypedTask>) => void;
}

/** Reconciles month and date of entries older than the visit date (`decisions §8`); empty where they agree. */
export function MendPeriod({ typed, onMend }: MendPeriodProps) {
  const time = visitStamp(typed);
  const { date, year, month } = typed;
  if (time === null || year === '' || month === '' || !isMisfiled({ year, month, time })) return null;
  const dated = periodOf(date);
  return (
    <section className={styles.mend} aria-label="Date and month">
      <p>{`${misfiledText({ year, month, time })}.`}</p>
      <div className={layout.row}>
        {dated && dated.year !== '' && (
          <Button onClick={() => onMend({ date })}>{`File under ${periodText(dated)}`}</Button>
        )}
        <Button onClick={() => onMend({ year, month })}>{`Date it in ${periodText({ year, month })}`}</Button>
      </div>
    </section>
  );
}
