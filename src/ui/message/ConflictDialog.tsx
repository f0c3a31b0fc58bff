import { useState } from 'react';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import layout from '../layout.module.css';
import texts from '../text.module.css';
import styles from './ConflictDialog.module.css';

/** The two sides of a conflict: what somebody else saved, and what the person typed. */
export type Whose = 'theirs' | 'mine';

/** A value that two people changed. `theirs` and `mine` are the two values as text. */
export interface Conflict<Id extends string> {
  id: Id;
  label: string;
  theirs: string;
  mine: string;
  /** The value before both changes, as text. */
  before?: string;
}

interface ConflictDialogProps<Id extends string> {
  title: string;
  /** The introduction, which says what happens to the values that only one person changed. */
  lead: string;
  conflicts: readonly Conflict<Id>[];
  backLabel?: string;
  saveLabel?: string;
  /** The message when a choice is missing. */
  missingText?: string;
  /** The accessible name of a choice, if `Yours` or `Theirs` with the value says too little. */
  ariaLabelOf?: (conflict: Conflict<Id>, whose: Whose) => string;
  onClose: () => void;
  onChosen: (choices: Partial<Record<Id, Whose>>) => void;
}

const sides: readonly { whose: Whose; title: Message }[] = [
  { whose: 'theirs', title: message('Theirs') },
  { whose: 'mine', title: message('Yours') },
];

/** Asks for each value whether the person's own or the saved value is used, after somebody else has saved it first (`decisions §5`). */
export function ConflictDialog<Id extends string>({
  title,
  lead,
  conflicts,
  backLabel = t('Back to the form'),
  saveLabel = t('Save choice'),
  missingText = t('Choose one value for each field.'),
  ariaLabelOf,
  onClose,
  onChosen,
}: ConflictDialogProps<Id>) {
  const [choices, setChoices] = useState<Partial<Record<Id, Whose>>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const isIncomplete = conflicts.some(({ id }) => !choices[id]);

  return (
    <Dialog
      open
      size="large"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{backLabel}</Button>
          <Button variant="primary" onClick={() => (isIncomplete ? setSubmitted(true) : onChosen(choices))}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <p className={`${texts.muted} ${texts.measure}`}>{lead}</p>
      {conflicts.map((conflict, index) => (
        <fieldset key={conflict.id} className={styles.value}>
          <legend>{conflict.label}</legend>
          {conflict.before !== undefined && (
            <p className={`${texts.note} ${layout.wide}`}>{t('Before: {value}', { value: conflict.before })}</p>
          )}
          {sides.map(({ whose, title: side }) => (
            <label key={whose} className={`${layout.line} ${styles.choice}`}>
              <input
                type="radio"
                name={`keep-${conflict.id}`}
                checked={choices[conflict.id] === whose}
                aria-label={ariaLabelOf?.(conflict, whose)}
                onChange={() => setChoices({ ...choices, [conflict.id]: whose })}
                {...(index === 0 && whose === 'theirs' && { 'data-autofocus': true })}
              />
              <span>
                <span className={`${texts.small} ${styles.whose}`}>{said(side)}</span> {conflict[whose]}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {isSubmitted && isIncomplete && (
        <p role="alert" className={`${texts.problem} ${styles.missing}`}>
          {missingText}
        </p>
      )}
    </Dialog>
  );
}
