import { taskLabels, type TaskField } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface FindingDialogProps {
  fields: readonly TaskField[];
  onGo: () => void;
  onLeave: () => void;
  onClose: () => void;
}

/** Asks about failed checks without a finding (`decisions §8`), as the form's readers would. */
export function FindingDialog({ fields, onGo, onLeave, onClose }: FindingDialogProps) {
  const [first] = fields;
  return (
    <Dialog
      open={first !== undefined}
      onClose={onClose}
      title={fields.length === 1 ? 'A failed check has no finding' : `${fields.length} failed checks have no finding`}
      footer={
        <>
          <Button onClick={onLeave}>Continue without it</Button>
          <Button variant="primary" onClick={onGo} data-autofocus>
            Add the finding
          </Button>
        </>
      }
    >
      <p>Whoever reads the report will ask what was found:</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>{taskLabels[field]}</li>
        ))}
      </ul>
    </Dialog>
  );
}
