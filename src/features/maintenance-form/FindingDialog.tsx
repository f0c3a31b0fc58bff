import { taskLabels, type TaskField } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface FindingDialogProps {
  /** The failed checks of which nothing says what was found. */
  fields: readonly TaskField[];
  onGo: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** A failed check without a finding is asked about (`decisions §8`): whoever reads the form later will ask too. */
export function FindingDialog({ fields, onGo, onLeave, onClose }: FindingDialogProps) {
  const [first] = fields;
  return (
    <Dialog
      open={first !== undefined}
      onClose={onClose}
      title={
        fields.length === 1 ? 'A check failed. What was found?' : `${fields.length} checks failed. What was found?`
      }
      footer={
        <>
          <Button onClick={onLeave}>Leave it</Button>
          <Button variant="primary" onClick={onGo} data-autofocus>
            Go to it
          </Button>
        </>
      }
    >
      <p>Nothing is written beside:</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>{taskLabels[field]}</li>
        ))}
      </ul>
    </Dialog>
  );
}
