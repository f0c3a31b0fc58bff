import { type ReactNode, useState, type ComponentProps } from 'react';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import layout from '../layout.module.css';
import texts from '../text.module.css';
import styles from './ConflictDialog.module.css';

interface ConfirmDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'onClose' | 'children'> {
  open?: boolean;
  action: ReactNode;
  /** `secondary` when staying is the better answer: that button is then the main one, and last. */
  variant: 'primary' | 'danger' | 'secondary';
  /** Label of the button that changes nothing; it has the initial focus. */
  cancel?: string;
  busy?: boolean;
  /** Whether something is missing that has to be known before. */
  disabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog({
  action,
  variant,
  cancel = t('Cancel'),
  busy = false,
  disabled = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
  const prefersCancel = variant === 'secondary';
  const confirm = (
    <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
      {action}
    </Button>
  );
  return (
    <Dialog
      open
      {...dialog}
      footer={
        <>
          {prefersCancel && confirm}
          <Button variant={prefersCancel ? 'primary' : 'secondary'} onClick={dialog.onClose} data-autofocus>
            {cancel}
          </Button>
          {!prefersCancel && confirm}
        </>
      }
    />
  );
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onClose'> {
  label: string;
  busy?: boolean;
  /** Whether a press asks first; else it acts at once. */
  asks?: boolean;
}

export function ConfirmButton({ label, busy = false, asks = true, onConfirm, ...question }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button busy={busy} onClick={() => (asks ? setAsking(true) : onConfirm())}>
        {label}
      </Button>
      <ConfirmDialog
        {...question}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      />
    </>
  );
}

export type Whose = 'theirs' | 'mine';

export interface Conflict<Id extends string> {
  id: Id;
  label: string;
  theirs: string;
  mine: string;
  before?: string;
}

interface ConflictDialogProps<Id extends string> {
  title: string;
  /** What happens to the values that only one person changed. */
  lead: string;
  conflicts: readonly Conflict<Id>[];
  back?: string;
  save?: string;
  /** Shown while a choice is missing. */
  missing?: string;
  /** For screen readers, where `Yours` or `Theirs` and the value are not enough. */
  ariaLabelOf?: (conflict: Conflict<Id>, whose: Whose) => string;
  onClose: () => void;
  onChosen: (choices: Partial<Record<Id, Whose>>) => void;
}

const sides: readonly { whose: Whose; title: Message }[] = [
  { whose: 'theirs', title: message('Theirs') },
  { whose: 'mine', title: message('Yours') },
];

/** Asks whose values to save, when somebody else saved the same values first (`decisions §5`). */
export function ConflictDialog<Id extends string>({
  title,
  lead,
  conflicts,
  back = t('Back to the form'),
  save = t('Save choice'),
  missing = t('Choose one value for each field.'),
  ariaLabelOf,
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
      {asked && undecided && (
        <p role="alert" className={`${texts.problem} ${styles.missing}`}>
          {missing}
        </p>
      )}
    </Dialog>
  );
}
