import { longDay, taskYears, isMonth, months, type Month } from '../records/time.ts';
import { taskLimits } from '../records/task/task.ts';
import type { TaskProblems, TypedTask } from '../records/task/typed-task.ts';
import { isVisitKind, visitKinds, periodOf } from '../records/task/visit.ts';
import { SelectField } from '../ui/field/SelectField.tsx';
import { TextAreaField, TextField } from '../ui/field/TextField.tsx';
import layout from '../ui/layout.module.css';
import styles from './TaskFields.module.css';
import { t } from '../lib/language/translate.ts';

interface TaskFieldsProps {
  typed: TypedTask;
  onChange: (values: Partial<TypedTask>) => void;
  problems: TaskProblems;
  titles?: readonly string[];
  inDialog?: boolean;
}

/** The fields of a task. All are required (`spec §5`), except the kind of visit. */
export function TaskFields({ typed, onChange, problems, titles = [], inDialog = false }: TaskFieldsProps) {
  return (
    <>
      <div className={`${layout.stack} ${styles.when}`}>
        <TextField
          label={t('Visit date')}
          name="date"
          type="date"
          required
          min={`${taskYears[0]}-01-01`}
          max={`${taskYears.at(-1)}-12-31`}
          value={typed.date}
          onChange={(date) => onChange({ date })}
          error={problems.date}
          // browsers format a date by their own locale
          {...(periodOf(typed.date) && { hint: longDay(typed.date) })}
        />
        <TextField
          label={t('Time')}
          name="clock"
          type="time"
          required
          value={typed.clock}
          onChange={(clock) => onChange({ clock })}
          error={problems.clock}
        />
        <PeriodFields period={typed} onChange={onChange} problems={problems} />
      </div>
      <TextField
        label={t('Title')}
        name="title"
        autoComplete="off"
        required
        limit={taskLimits.title}
        value={typed.title}
        onChange={(title) => onChange({ title })}
        error={problems.title}
        suggestions={titles}
        {...(inDialog && { 'data-autofocus': true })}
      />
      <div className={styles.kind}>
        <SelectField
          label={t('Kind of visit')}
          name="kind"
          value={typed.kind}
          onChange={(kind) => onChange({ kind: isVisitKind(kind) ? kind : '' })}
          options={[{ value: '', label: 'Not specified' }, ...visitKinds]}
        />
      </div>
      <div className={styles.text}>
        <TextAreaField
          label={t('Task text')}
          name="text"
          rows={8}
          required
          limit={taskLimits.text}
          value={typed.text}
          onChange={(text) => onChange({ text })}
          error={problems.text}
        />
      </div>
    </>
  );
}

interface Period {
  year: string;
  month: Month | '';
}

interface PeriodFieldsProps {
  period: Period;
  onChange: (values: Partial<Period>) => void;
  problems: Partial<Record<keyof Period, string | false | null | undefined>>;
}

/** Year and month of a visit, both required (`spec §3`). */
export function PeriodFields({ period, onChange, problems }: PeriodFieldsProps) {
  return (
    <>
      <SelectField
        label={t('Year')}
        name="year"
        required
        value={period.year}
        onChange={(year) => onChange({ year })}
        error={problems.year}
        options={[{ value: '', label: 'Select a year' }, ...taskYears.map((year) => ({ value: year, label: year }))]}
      />
      <SelectField
        label={t('Month')}
        name="month"
        required
        value={period.month}
        onChange={(month) => onChange({ month: isMonth(month) ? month : '' })}
        error={problems.month}
        options={[{ value: '', label: 'Select a month' }, ...months]}
      />
    </>
  );
}
