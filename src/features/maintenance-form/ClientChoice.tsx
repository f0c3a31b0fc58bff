import { useState } from 'react';
import { formPresets } from '../../records/maintenance-form/form-presets.ts';
import type { MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { readFormDraft } from './use-form-draft.ts';

interface ClientChoiceProps {
  client: string;
  form: MaintenanceForm;
  untouched: boolean;
  onOpen: (client: string) => void;
  onMove: (client: string, replace: boolean) => void;
}

/** 'Select Client' (`spec §2`): fills in a client's equipment, and never throws away what was typed without asking. */
export function ClientChoice({ client, form, untouched, onOpen, onMove }: ClientChoiceProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const choose = (next: string) => {
    // every client has a draft of its own; only what was typed before a client was chosen can come along
    if (client !== '' || next === '' || untouched || readFormDraft(next)) onOpen(next);
    else if (wouldReplace(form)) setAsked(next);
    else onMove(next, true);
  };
  const answer = (replace: boolean) => {
    if (asked !== null) onMove(asked, replace);
    setAsked(null);
  };
  return (
    <>
      <SelectField
        label="Select Client"
        value={client}
        onChange={choose}
        options={[
          { value: '', label: 'No client selected' },
          ...formPresets.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Dialog
        open={asked !== null}
        onClose={() => answer(false)}
        title="Replace the equipment details with the template?"
        footer={
          <>
            <Button onClick={() => answer(true)}>Yes</Button>
            <Button variant="primary" onClick={() => answer(false)} data-autofocus>
              No
            </Button>
          </>
        }
      >
        <p>Client, location, sales engineer and equipment were typed already. Everything else stays as it is.</p>
      </Dialog>
    </>
  );
}

/** Whether a template would overwrite something that was typed. */
function wouldReplace({ generalInfo, equipment }: MaintenanceForm): boolean {
  const { client, location, salesEngineer } = generalInfo;
  return [client, location, salesEngineer, ...Object.values(equipment)].some((text) => text.trim() !== '');
}
