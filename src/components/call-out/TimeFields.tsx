import { said, t } from '../../lib/language/translate.ts';
import { dayOfClock, momentParts, timeProblems, typedMoment } from '../../records/task/call-out-times.ts';
import { timeMemberNames, timeMembers, type TimeMember } from '../../records/task/optional-members.ts';
import type { TaskProblems, TypedTask } from '../../records/task/typed-task.ts';
import { visitTime } from '../../records/task/visit.ts';
import { longDay, taskYears } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { useToday } from '../use-today.ts';
import texts from '../../ui/text.module.css';
import styles from './TimeFields.module.css';

interface TimeFieldsProps {
  typed: TypedTask;
  onChange: (values: Partial<TypedTask>) => void;
  problems: TaskProblems;
  /** The saved task. Wrong times may stay if they are saved already and not changed. */
  savedTask?: TypedTask | undefined;
}

/**
 * The fields for the times of a call-out in one row: when it was reported, and when somebody arrived and left (`decisions §14`). A
 * wrong order shows an error during typing, an incomplete time only after an attempt to save.
 */
export function TimeFields({ typed, onChange, problems, savedTask }: TimeFieldsProps) {
  const isUnchanged = timeMemberNames.every((member) => typed[member] === savedTask?.[member]);
  // a moment is typed as date + `T` + time: without a date it begins with the T, without a time it ends with it
  const isComplete = (member: TimeMember) => !/^T|T$/u.test(typed[member]);
  const today = useToday();
  const orderProblems = isUnchanged ? {} : timeProblems(typed, today);
  const errorOf = (member: TimeMember) => problems[member] ?? (isComplete(member) ? orderProblems[member] : undefined);
  const reported = momentParts(typed.reported);
  return (
    <fieldset className={styles.times}>
      <legend className={texts.label}>{t('Times of the call-out (optional)')}</legend>
      <div className={styles.row}>
        <TextField
          label={t('Reported on')}
          name="reported-day"
          type="date"
          min={`${taskYears[0]}-01-01`}
          max={`${taskYears.at(-1)}-12-31`}
          value={reported.date}
          onChange={(date) => onChange({ reported: typedMoment({ date, clock: reported.clock }) })}
          {...(reported.date !== '' && { hint: longDay(reported.date) })}
        />
        {timeMemberNames.map((member) => (
          <ClockField key={member} member={member} typed={typed} onChange={onChange} error={errorOf(member)} />
        ))}
      </div>
    </fieldset>
  );
}

interface ClockFieldProps extends Pick<TimeFieldsProps, 'typed' | 'onChange'> {
  member: TimeMember;
  error: string | undefined;
}

/** A field for a time of day, with a button that enters the present time. */
function ClockField({ member, typed, onChange, error }: ClockFieldProps) {
  const label = said(timeMembers[member].label);
  const { date, clock } = momentParts(typed[member]);
  const changeClock = (newClock: string) => {
    // the arrival and the time of the visit are always equal
    const day = member === 'arrived' ? typed.date : dayOfClock(member, newClock, typed);
    onChange({ [member]: newClock === '' ? '' : typedMoment({ date: day, clock: newClock }) });
  };
  return (
    <div className={styles.clock}>
      <TextField
        label={label}
        name={member}
        type="time"
        value={clock}
        onChange={changeClock}
        error={error}
        {...(member === 'left' && date !== '' && date !== typed.date && { hint: longDay(date) })}
      />
      <Button
        aria-label={t('{time}: now', { time: label })}
        onClick={() => onChange({ [member]: typedMoment(visitTime(new Date())) })}
      >
        {t('Now')}
      </Button>
    </div>
  );
}
