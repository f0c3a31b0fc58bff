import { useRef, useState, type SyntheticEvent } from 'react';
import { checkPostName } from './failure-check.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface PostNameDialogProps {
  title: string;
  /** The name that it has now; empty for a new post. */
  name: string;
  /** Names that it cannot have. */
  taken: Iterable<string>;
  action: string;
  onClose: () => void;
  onNamed: (name: string) => void;
}

/** Asks for the name of a car post and says what is wrong with it. */
export function PostNameDialog({ title, name, taken, action, onClose, onNamed }: PostNameDialogProps) {
  const [typed, setTyped] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const next = typed.trim();
    const found = checkPostName(next, taken);
    setProblem(found);
    if (found) field.current?.focus();
    else onNamed(next);
  };

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" form="post-name">
            {action}
          </Button>
        </>
      }
    >
      <form id="post-name" noValidate onSubmit={submit}>
        <TextField
          label="Post name"
          placeholder="e.g. P1 Main Gate"
          required
          data-autofocus
          autoComplete="off"
          inputRef={field}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setProblem(null);
          }}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
