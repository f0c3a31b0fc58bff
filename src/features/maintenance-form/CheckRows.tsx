import { useId, useRef } from 'react';
import { said, t } from '../../lib/language/translate.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { isUnexplained, openChecks, withResult } from '../../records/maintenance-form/form-visit.ts';
import {
  checkResults,
  keysOf,
  resultLabel,
  taskHints,
  taskLabels,
  type Check,
  type MaintenanceForm,
  type TaskField,
} from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { useTypedText } from '../../ui/field/TextField.tsx';
import { FormRow, gapElement, TextNotes } from './FormTable.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './CheckRows.module.css';
import inputs from './FormTable.module.css';

interface ChecksProps {
  form: MaintenanceForm;
  onChange: (form: MaintenanceForm) => void;
}

export function CheckRows({ form, onChange }: ChecksProps) {
  const { tasksPerformed } = form;
  return keysOf(taskLabels).map((field) => (
    <CheckRow
      key={field}
      id={gapElement({ kind: 'finding', subject: field })}
      label={said(taskLabels[field])}
      hint={said(taskHints[field])}
      check={tasksPerformed[field]}
      onChange={(check) => onChange({ ...form, tasksPerformed: { ...tasksPerformed, [field]: check } })}
    />
  ));
}

interface AllPassProps extends ChecksProps {
  /** The checks that the button has set to Pass for this visit, which *Undo* can reset. */
  passed: readonly TaskField[];
  onPassed: (passed: readonly TaskField[]) => void;
  onSign: () => void;
}

/** A button that sets every check without a result to Pass, so that the person only has to change the exceptions. */
export function AllPass({ form, onChange, passed, onPassed, onSign }: AllPassProps) {
  const open = openChecks(form);
  // *Undo* does not reset a check that the person has changed since
  const undoable = passed.filter((field) => form.tasksPerformed[field].result === 'Pass');
  const row = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  /** @param nextAction the `data-action` of the button that gets the focus, because the pressed button disappears */
  const set = (fields: readonly TaskField[], result: Check['result'], nextAction: string) => {
    onChange(withResult(form, fields, result));
    onPassed(result === 'Pass' ? fields : []);
    focusAfter(() => row.current?.querySelector<HTMLElement>(`[data-action="${nextAction}"]`) ?? undefined);
  };
  return (
    <div ref={row} className={`${layout.row} ${styles.allPass}`}>
      {open.length > 0 && (
        <Button data-action="pass" onClick={() => set(open, 'Pass', 'undo')}>
          {t('All pass')}
        </Button>
      )}
      {undoable.length > 0 && (
        // the button appears where 'All pass' was, so the second click of a double click on 'All pass' is ignored
        <Button data-action="undo" onClick={({ detail }) => detail <= 1 && set(undoable, '', 'pass')}>
          {t('Undo')}
        </Button>
      )}
      {open.length === 0 && <Button onClick={onSign}>{t('Go to signatures')}</Button>}
      <p role="status" className={`${texts.hint} ${layout.rest}`}>
        {allPassText(open.length, undoable.length)}
      </p>
    </div>
  );
}

function allPassText(open: number, undoable: number): string {
  if (undoable > 0)
    return t(
      '{undoable, plural, one {# check set to Pass. Change the exceptions one by one.} other {# checks set to Pass. Change the exceptions one by one.}}',
      { undoable },
    );
  return open > 0 ? t('Sets every check without a result to Pass. What failed stays.') : t('Every check has a result.');
}

interface CheckRowProps {
  /** The id of the field for what was found. */
  id: string;
  label: string;
  hint: string;
  check: Check;
  onChange: (check: Check) => void;
}

const resultStyles = { Pass: styles.pass, Fail: styles.fail, 'N.A.': styles.none };

function CheckRow({ id: textId, label, hint, check, onChange }: CheckRowProps) {
  const id = useId();
  const isTextMissing = isUnexplained(check);
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
          <span className={`${texts.fine} ${styles.hint}`}>{hint}</span>
        </>
      }
      nameId={id}
      className={styles.checkCell}
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
            {resultLabel(result)}
          </label>
        ))}
        {check.result !== '' && (
          <Button
            variant="ghost"
            aria-label={t('Clear the result of {check}', { check: label })}
            onClick={({ currentTarget }) => {
              // the button disappears, so the first result gets the focus
              currentTarget.parentElement?.querySelector('input')?.focus();
              onChange({ ...check, result: '' });
            }}
          >
            {t('Clear')}
          </Button>
        )}
      </div>
      {isTextMissing && (
        <p className={`${texts.problem} ${texts.smallest} ${styles.ask}`}>{t('Failed: write down what was found.')}</p>
      )}
      <textarea
        id={textId}
        className={`${inputs.input} ${inputs.framed} ${isTextMissing ? styles.unexplained : ''}`}
        aria-label={t('{check}: what was found', { check: label })}
        placeholder={t('What was found')}
        // about 60 characters fit on a line; for browsers without `field-sizing`
        rows={Math.max(1, check.text.split('\n').length, Math.ceil(check.text.length / 60))}
        value={check.text}
        onChange={(event) => type(event.target.value)}
      />
      <TextNotes id={textId} tooLong={null} remark={remark} />
    </FormRow>
  );
}
