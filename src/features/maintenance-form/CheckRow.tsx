import { useId } from 'react';
import { isUnexplained } from '../../records/maintenance-form/form-visit.ts';
import { checkResults, type Check } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { FormRow } from './FormTable.tsx';
import tableStyles from './FormTable.module.css';
import layout from '../../ui/layout.module.css';
import { useTypedText } from '../../ui/field/use-typed-text.ts';
import { TextNotes } from './TextNotes.tsx';
import styles from './CheckRow.module.css';

interface CheckRowProps {
  /** Of the field for what was found. */
  id: string;
  label: string;
  hint: string;
  check: Check;
  onChange: (check: Check) => void;
}

const resultStyles = { Pass: styles.pass, Fail: styles.fail, 'N.A.': styles.none };

export function CheckRow({ id: textId, label, hint, check, onChange }: CheckRowProps) {
  const id = useId();
  const unexplained = isUnexplained(check);
  const { type, remark } = useTypedText({
    value: check.text,
    onChange: (text) => onChange({ ...check, text }),
    lines: true,
  });
  return (
    <FormRow
      name={
        <>
          {label}
          <span className={styles.hint}>{hint}</span>
        </>
      }
      nameId={id}
      className={styles.cell}
    >
      <div className={`${layout.row} ${styles.results}`} role="radiogroup" aria-labelledby={id}>
        {checkResults.map((result) => (
          <label key={result} className={`${styles.result} ${resultStyles[result]}`}>
            <input
              type="radio"
              name={id}
              value={result}
              checked={check.result === result}
              onChange={() => onChange({ ...check, result })}
            />
            {result}
          </label>
        ))}
        {check.result !== '' && (
          <Button
            variant="ghost"
            aria-label={`Clear the result of ${label}`}
            onClick={({ currentTarget }) => {
              // the button disappears, and the keyboard would lose its place
              currentTarget.parentElement?.querySelector('input')?.focus();
              onChange({ ...check, result: '' });
            }}
          >
            Clear
          </Button>
        )}
      </div>
      {unexplained && <p className={styles.ask}>Failed: write down what was found.</p>}
      <textarea
        id={textId}
        className={`${tableStyles.input} ${tableStyles.framed} ${unexplained ? styles.unexplained : ''}`}
        aria-label={`${label}: what was found`}
        placeholder="What was found"
        rows={Math.max(1, check.text.split('\n').length, Math.ceil(check.text.length / 60))}
        value={check.text}
        onChange={(event) => type(event.target.value)}
      />
      <TextNotes id={textId} tooLong={null} remark={remark} />
    </FormRow>
  );
}
