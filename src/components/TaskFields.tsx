import { isMonth, months, taskYears } from '../records/time.ts';
import { taskLimits, type TypedTask } from '../records/task/stored-task.ts';
import { SelectField } from '../ui/SelectField.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './TaskFields.module.css';

interface TaskFieldsProps {
  typed: TypedTask;
  onChange: (values: Partial<TypedTask>) => void;
  missing: readonly (keyof TypedTask)[];
  /** Suggestions. */
  titles?: readonly string[];
  /** The title gets the focus, and year and month stay narrow. */
  inDialog?: boolean;
}

/** All of them required (`spec §5`). */
export function TaskFields({ typed, onChange, missing, titles = [], inDialog = false }: TaskFieldsProps) {
  const error = (field: keyof TypedTask, text: string) => (missing.includes(field) ? text : null);
  return (
    <>
      <div className={`${styles.period} ${inDialog ? styles.narrow : ''}`}>
        <SelectField
          label="Year"
          name="year"
          required
          value={typed.year}
          onChange={(year) => onChange({ year })}
          error={error('year', 'Choose a year.')}
          options={[{ value: '', label: 'Select a year' }, ...taskYears.map((year) => ({ value: year, label: year }))]}
        />
        <SelectField
          label="Month"
          name="month"
          required
          value={typed.month}
          onChange={(month) => onChange({ month: isMonth(month) ? month : '' })}
          error={error('month', 'Choose a month.')}
          options={[{ value: '', label: 'Select a month' }, ...months]}
        />
      </div>
      <TextField
        label="Title"
        name="title"
        autoComplete="off"
        required
        maxLength={taskLimits.title}
        value={typed.title}
        onChange={(title) => onChange({ title })}
        error={error('title', 'Enter a title.')}
        {...(titles.length > 0 && { list: 'common-titles' })}
        {...(inDialog && { 'data-autofocus': true })}
      />
      {titles.length > 0 && (
        <datalist id="common-titles">
          {titles.map((title) => (
            <option key={title}>{title}</option>
          ))}
        </datalist>
      )}
      <div className={styles.text}>
        <TextAreaField
          label="Task text"
          name="text"
          rows={8}
          required
          maxLength={taskLimits.text}
          value={typed.text}
          onChange={(text) => onChange({ text })}
          error={error('text', 'Enter what was done.')}
        />
      </div>
    </>
  );
}
