import { useState } from 'react';
import { conflictKey, type FailureConflict } from './failure-merge.ts';
import { typeLabel } from '../reading/failure-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './FailureConflictDialog.module.css';
import type { FailureEditing } from './use-failure-draft.ts';

type Whose = 'theirs' | 'mine';

/** Somebody else saved the same cells first: both values beside each other, to choose from. */
export function FailureConflictDialog({ editing }: { editing: FailureEditing }) {
  const { conflicts } = editing;
  const [choices, setChoices] = useState<Record<string, Whose>>({});
  const [asked, setAsked] = useState(false);
  const undecided = conflicts.some((conflict) => !choices[conflictKey(conflict)]);

  const decide = () => {
    if (undecided) setAsked(true);
    else void editing.resolve(choices);
  };

  return (
    <Dialog
      open
      size="large"
      title="Somebody else changed the same counts"
      onClose={editing.closeConflicts}
      footer={
        <>
          <Button onClick={editing.closeConflicts}>Back to the page</Button>
          <Button variant="primary" onClick={decide}>
            Update with these values
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        Nothing is lost: choose which value to keep. What only one of you changed is kept as it is and not in this list.
      </p>
      <ul className={styles.list}>
        {conflicts.map((conflict, place) => {
          const key = conflictKey(conflict);
          return (
            <li key={key}>
              <fieldset className={styles.cell}>
                <legend>{nameOf(conflict)}</legend>
                <p className={styles.before}>Before: {show(conflict.base)}</p>
                {(['theirs', 'mine'] as const).map((whose) => (
                  <label key={whose} className={styles.choice}>
                    <input
                      type="radio"
                      name={key}
                      checked={choices[key] === whose}
                      onChange={() => setChoices({ ...choices, [key]: whose })}
                      {...(place === 0 && whose === 'theirs' && { 'data-autofocus': true })}
                    />
                    <span>
                      {whose === 'mine' ? 'Yours' : 'Theirs'}: <strong>{show(conflict[whose])}</strong>
                    </span>
                  </label>
                ))}
              </fieldset>
            </li>
          );
        })}
      </ul>
      {asked && undecided && (
        <p role="alert" className={styles.missing}>
          Choose one value for each.
        </p>
      )}
    </Dialog>
  );
}

function nameOf(conflict: FailureConflict): string {
  if (conflict.kind === 'name') return `Name of the post ${conflict.post}`;
  const { post, type, year, side, nth } = conflict;
  const which = nth > 0 ? `, number ${nth + 1}` : '';
  return `${post}, ${typeLabel(type)}${which}, ${year}, ${side === 'entrance' ? 'Entrance' : 'Exit'}`;
}

function show(value: string | number | null): string {
  if (value === null) return 'no longer there';
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
