import { useMutation } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { isComposingKey, useFocusAfter } from '../../lib/screen/keyboard.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { changeKeyLabel } from './key-calls.ts';
import { keyErrorText, logKeyError } from './key-errors.ts';
import { checkKeyLabel } from './key-request.ts';
import layout from '../../ui/layout.module.css';
import styles from './AccessKeysRoute.module.css';

interface KeyLabelProps {
  target: AccessKey;
  /** Whether the label can be changed: only that of a key in use can. */
  canChange: boolean;
  onRenamed: () => void;
}

/** The element id of a key's label, by which a menu button refers to it. */
export function labelIdOf({ id }: Pick<AccessKey, 'id'>): string {
  return `key-${id}`;
}

/** The label of a key, which an admin can change in its cell (`decisions §17`). */
export function KeyLabelCell({ target: { id, label }, canChange, onRenamed }: KeyLabelProps) {
  const [editing, setEditing] = useState(false);
  const openerId = useId();
  const focusAfter = useFocusAfter();
  const close = () => {
    setEditing(false);
    focusAfter(() => document.getElementById(openerId) ?? undefined);
  };

  if (editing)
    return (
      <LabelForm
        id={id}
        label={label}
        onClose={close}
        onSaved={(next) => {
          notify.success(t('The key “{key}” is called “{label}” now.', { key: label, label: next }));
          onRenamed();
          close();
        }}
      />
    );
  return (
    <>
      <span id={labelIdOf({ id })}>{label}</span>
      {canChange && (
        <Button
          id={openerId}
          variant="ghost"
          className={styles.sites}
          aria-label={t('Change the label of {key}', { key: label })}
          onClick={() => setEditing(true)}
        >
          {t('Change label')}
        </Button>
      )}
    </>
  );
}

interface LabelFormProps {
  id: number;
  label: string;
  onClose: () => void;
  onSaved: (label: string) => void;
}

function LabelForm({ id, label, onClose, onSaved }: LabelFormProps) {
  const [typed, setTyped] = useState(label);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const change = useMutation({
    mutationFn: (next: string) => changeKeyLabel(id, next),
    onSuccess: (_, next) => onSaved(next),
    onError: logKeyError,
  });
  const problem = checkKeyLabel(typed, label);
  // a refusal is shown while the field has the label that was refused
  const refusal = change.isError && change.variables === typed.trim() ? keyErrorText(change.error) : null;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (problem !== null || change.isPending) return;
    if (typed.trim() === label) onClose();
    else change.mutate(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // while an input method composes a text, Escape belongs to it
    if (event.key !== 'Escape' || isComposingKey(event.nativeEvent) || change.isPending) return;
    event.preventDefault();
    onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles up from every field
    <form
      className={`${layout.gap2} ${styles.labelForm}`}
      aria-label={t('Label of {key}', { key: label })}
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <TextField
        label={t('Label')}
        value={typed}
        autoComplete="off"
        inputRef={focusAndSelect}
        onChange={setTyped}
        error={refusal ?? (isSubmitted && problem !== null ? problem : undefined)}
      />
      <div className={layout.wrap}>
        <Button type="submit" variant="primary" busy={change.isPending}>
          {t(change.isPending ? 'Saving…' : 'Save')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}

/** Focuses the input with its whole text selected, so that typing replaces it. */
function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
