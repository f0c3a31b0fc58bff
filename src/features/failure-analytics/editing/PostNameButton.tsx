import { useState, type ComponentProps, type SyntheticEvent, useRef } from 'react';
import { t } from '../../../lib/language/translate.ts';
import type { FocusTarget } from '../../../lib/screen/keyboard.ts';
import { checkPostName, typeLabel } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { SamePostHint } from './SameNameHint.tsx';
import layout from '../../../ui/layout.module.css';

interface PostNameDialogProps {
  title: string;
  /** The current name; empty for a new post. */
  name: string;
  /** The names of the other posts. */
  takenNames: ReadonlySet<string>;
  /** For a new post: goes to the existing post whose name is nearly the same as the typed one. */
  onExisting?: (name: string) => void;
  action: string;
  /** Null closes the dialog at once. A promise resolves with null, which closes it, or with a message that says what is wrong. */
  onNamed: (name: string) => Promise<string | null> | null;
}

type OpenerProps = Pick<ComponentProps<typeof Button>, 'variant' | 'aria-label' | 'children'>;

/** A button with a dialog that asks for the name of a post. */
export function PostNameButton(props: PostNameDialogProps & OpenerProps) {
  const { title, name, takenNames, onExisting, action, onNamed, ...button } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && (
        <PostNameDialog
          title={title}
          name={name}
          takenNames={takenNames}
          action={action}
          {...(onExisting && {
            onExisting: (existing: string) => {
              setAsking(false);
              onExisting(existing);
            },
          })}
          onClose={() => setAsking(false)}
          onNamed={async (next) => {
            const problem = await onNamed(next);
            if (problem === null) setAsking(false);
            return problem;
          }}
        />
      )}
    </>
  );
}

function PostNameDialog(dialog: PostNameDialogProps & { onClose: () => void }) {
  const { title, name, takenNames, onExisting, action, onNamed, onClose } = dialog;
  const { typed, refuse, field } = useTypedName(name);
  const [saving, setSaving] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const problem = checkPostName(typed, takenNames);
    refuse(problem);
    if (problem !== null || saving) return;
    setSaving(true);
    refuse(await onNamed(typed));
    setSaving(false);
  };

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" form="post-name" busy={saving}>
            {action}
          </Button>
        </>
      }
    >
      <form id="post-name" className={layout.gap1} noValidate onSubmit={(event) => void submit(event)}>
        <TextField label={t('Post name')} placeholder={t('e.g. P1 Main Gate')} required data-autofocus {...field} />
        <SamePostHint typed={typed} takenNames={takenNames} onExisting={onExisting} />
      </form>
    </Dialog>
  );
}

/** The state of a name input: `field` has the input's props, `typed` is the trimmed name. */
export function useTypedName(initial = '') {
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    typed: value.trim(),
    /** Shows the problem and focuses the input; null clears it. */
    refuse: (message: string | null) => {
      setProblem(message);
      if (message !== null) inputRef.current?.focus();
    },
    /** Replaces the typed name, and returns the focus to the input. */
    take: (name: string) => {
      setValue(name);
      setProblem(null);
      inputRef.current?.focus();
    },
    field: {
      // it is no person's name, so the browser must not suggest one
      autoComplete: 'off',
      inputRef,
      value,
      onChange: (text: string) => {
        setValue(text);
        setProblem(null);
      },
      error: problem,
    },
  };
}

// Where the focus goes after a dialog about a post.

type FocusKeyParts =
  | readonly ['update']
  | readonly ['rename-post' | 'remove-post', post: string]
  | readonly ['rename-type', post: string, type: string];

/** The value of a button's `data-focus`, by which the button is found again. */
export function focusKey(...parts: FocusKeyParts): string {
  return JSON.stringify(parts);
}

function buttonAt(...parts: FocusKeyParts): HTMLElement | undefined {
  const key = focusKey(...parts);
  return [...document.querySelectorAll<HTMLElement>('button[data-focus]')].find(
    ({ dataset }) => dataset['focus'] === key,
  );
}

export const focusAfterPostRemoval: FocusTarget = () => buttonAt('update');

/** The buttons of the type are gone, so the focus goes to a button of its post. */
export function focusAfterTypeRemoval(post: string): FocusTarget {
  return () => buttonAt('remove-post', post);
}

export function focusAfterTypeRename(post: string, newType: string): FocusTarget {
  return () => buttonAt('rename-type', post, typeLabel(newType));
}
