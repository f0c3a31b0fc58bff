import { isMonth, months, taskYears } from '../../records/time.ts';
import { taskLimits, type TypedTask } from '../../records/task/new-task.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './EditFields.module.css';

interface EditFieldsProps {
  typed: TypedTask;
  /** Fields that are to be marked as empty. */
  missing: readonly (keyof TypedTask)[];
  onChange: (values: Partial<TypedTask>) => void;
}

/** Year, month, title and text of a task: all of them required (`spec §5`). */
export function EditFields({ typed, missing, onChange }: EditFieldsProps) {
  const error = (field: keyof TypedTask, text: string) => missing.includes(field) && text;
  return (
    <>
      <div className={styles.period}>
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
        data-autofocus
      />
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
