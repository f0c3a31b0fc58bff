import { useState, type ComponentProps, type SyntheticEvent } from 'react';
import { checkPostName } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import type { TakenNames } from '../draft/use-failure-draft.ts';
import { useTypedName } from './use-typed-name.ts';

interface PostNameDialogProps {
  title: string;
  /** Empty for a new post. */
  name: string;
  taken: TakenNames;
  action: string;
  onNamed: (name: string) => void;
}

export function PostNameButton({
  title,
  name,
  taken,
  action,
  onNamed,
  ...button
}: PostNameDialogProps & Pick<ComponentProps<typeof Button>, 'variant' | 'aria-label' | 'children'>) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && (
        <PostNameDialog
          title={title}
          name={name}
          taken={taken}
          action={action}
          onClose={() => setAsking(false)}
          onNamed={(next) => {
            setAsking(false);
            onNamed(next);
          }}
        />
      )}
    </>
  );
}

function PostNameDialog({
  title,
  name,
  taken,
  action,
  onNamed,
  onClose,
}: PostNameDialogProps & { onClose: () => void }) {
  const { typed, refuse, field } = useTypedName(name);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const found =
      checkPostName(typed, taken.shown) ??
      (taken.givenUp.has(typed) ? 'This name becomes available once your changes are saved.' : null);
    refuse(found);
    if (found === null) onNamed(typed);
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
        <TextField label="Post name" placeholder="e.g. P1 Main Gate" required data-autofocus {...field} />
      </form>
    </Dialog>
  );
}
