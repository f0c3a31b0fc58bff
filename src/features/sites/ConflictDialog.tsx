import { useState } from 'react';
import { typedSite, type TypedSite } from './site-edit.ts';
import { siteColumns, siteValueText, type SiteColumn, type SiteField } from '../../records/site/site-columns.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './ConflictDialog.module.css';
import type { Choice, Conflict } from './use-site-save.ts';

interface ConflictDialogProps {
  conflict: Conflict;
  typed: TypedSite;
  /** Back to the form, nothing decided. */
  onClose: () => void;
  onChosen: (choices: Partial<Record<SiteField, Choice>>) => void;
}

/** Somebody else saved the same fields first: both values beside each other, to choose from. */
export function ConflictDialog({ conflict, typed, onClose, onChosen }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Partial<Record<SiteField, Choice>>>({});
  const [asked, setAsked] = useState(false);
  const theirs = typedSite(conflict.theirs);
  const undecided = conflict.fields.some((field) => !choices[field]);

  const decide = () => {
    if (undecided) setAsked(true);
    else onChosen(choices);
  };

  return (
    <Dialog
      open
      size="large"
      title="Somebody else saved this site first"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button variant="primary" onClick={decide}>
            Save choice
          </Button>
        </>
      }
    >
      <p className={styles.lead}>
        Nothing is lost: choose which value to keep. Fields that only one of you changed are not in the list and stay as
        they were typed.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {siteColumns
            .filter(({ column }) => conflict.fields.includes(column))
            .map((one) => (
              <tr key={one.column}>
                <th scope="row">{one.label}</th>
                {(['theirs', 'mine'] as const).map((whose) => (
                  <td key={whose}>
                    <label className={styles.choice}>
                      <input
                        type="radio"
                        name={`keep-${one.column}`}
                        checked={choices[one.column] === whose}
                        aria-label={`${one.label}, ${whose === 'mine' ? 'yours' : 'theirs'}: ${typedText(one, whose === 'mine' ? typed : theirs)}`}
                        onChange={() => setChoices({ ...choices, [one.column]: whose })}
                      />
                      <span>
                        <span className={styles.whose}>{whose === 'mine' ? 'Yours' : 'Theirs'}</span>
                        {typedText(one, whose === 'mine' ? typed : theirs)}
                      </span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      {asked && undecided && (
        <p role="alert" className={styles.missing}>
          Choose one value for each field.
        </p>
      )}
    </Dialog>
  );
}

function typedText({ column, kind }: SiteColumn, values: TypedSite): string {
  return siteValueText(kind, kind === 'status' ? values[column] === true : values[column]) ?? '(empty)';
}
