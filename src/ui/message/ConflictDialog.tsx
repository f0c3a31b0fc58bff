import { useState } from 'react';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import styles from './ConflictDialog.module.css';

/** Whose value is kept. */
export type Whose = 'theirs' | 'mine';

/** One value that two people changed, as it is shown. */
export interface Conflict<Id extends string> {
  id: Id;
  label: string;
  theirs: string;
  mine: string;
  /** The value that both started from. */
  before?: string;
}

interface ConflictDialogProps<Id extends string> {
  title: string;
  /** What happens to the values that only one of the two changed. */
  lead: string;
  conflicts: readonly Conflict<Id>[];
  /** Words of the two buttons. */
  back?: string;
  save?: string;
  /** Asked for when the choice is not complete. */
  missing?: string;
  /** What a screen reader says of one value, where more than `Yours` or `Theirs` and the value is needed. */
  spoken?: (conflict: Conflict<Id>, whose: Whose) => string;
  /** Back to the form, nothing decided. */
  onClose: () => void;
  onChosen: (choices: Partial<Record<Id, Whose>>) => void;
}

const sides: readonly { whose: Whose; title: string }[] = [
  { whose: 'theirs', title: 'Theirs' },
  { whose: 'mine', title: 'Yours' },
];

/** Somebody else saved the same values first: both are shown, to choose from (`decisions §5`). */
export function ConflictDialog<Id extends string>({
  title,
  lead,
  conflicts,
  back = 'Back to the form',
  save = 'Save choice',
  missing = 'Choose one value for each field.',
  spoken,
  onClose,
  onChosen,
}: ConflictDialogProps<Id>) {
  const [choices, setChoices] = useState<Partial<Record<Id, Whose>>>({});
  const [asked, setAsked] = useState(false);
  const undecided = conflicts.some(({ id }) => !choices[id]);

  return (
    <Dialog
      open
      size="large"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button variant="primary" onClick={() => (undecided ? setAsked(true) : onChosen(choices))}>
            {save}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{lead}</p>
      {conflicts.map((conflict, index) => (
        <fieldset key={conflict.id} className={styles.value}>
          <legend>{conflict.label}</legend>
          {conflict.before !== undefined && <p className={styles.before}>Before: {conflict.before}</p>}
          {sides.map(({ whose, title: side }) => (
            <label key={whose} className={styles.choice}>
              <input
                type="radio"
                name={`keep-${conflict.id}`}
                checked={choices[conflict.id] === whose}
                aria-label={spoken?.(conflict, whose)}
                onChange={() => setChoices({ ...choices, [conflict.id]: whose })}
                {...(index === 0 && whose === 'theirs' && { 'data-autofocus': true })}
              />
              <span>
                <span className={styles.whose}>{side}</span> {conflict[whose]}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {asked && undecided && (
        <p role="alert" className={styles.missing}>
          {missing}
        </p>
      )}
    </Dialog>
  );
}
