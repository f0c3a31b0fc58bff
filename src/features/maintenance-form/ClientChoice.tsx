import { useState } from 'react';
import { withTemplate } from '../../records/maintenance-form/form-visit.ts';
import type { MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { clientChoices, clientName, readTemplate } from './clients.ts';
import { readFormDraft } from './use-form-draft.ts';

interface ClientChoiceProps {
  client: string;
  sites: readonly EditedSite[];
  form: MaintenanceForm;
  untouched: boolean;
  onOpen: (client: string) => void;
  onMove: (client: string, form: MaintenanceForm) => void;
}

/** 'Select Client' (`spec §2`): fills in a client's equipment, and never throws away what was typed without asking. */
export function ClientChoice({ client, sites, form, untouched, onOpen, onMove }: ClientChoiceProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const fillIn = async (next: string) => onMove(next, withTemplate(form, await readTemplate(next, sites)));
  const choose = (next: string) => {
    // every client has a draft of its own; only what was typed before a client was chosen can come along
    if (client !== '' || next === '' || untouched || readFormDraft(next)) onOpen(next);
    else if (wouldReplace(form)) setAsked(next);
    else void fillIn(next);
  };
  const answer = (replace: boolean) => {
    setAsked(null);
    if (asked === null) return;
    if (replace) void fillIn(asked);
    else onMove(asked, form);
  };
  const known = client === '' || clientName(client, sites) !== null;
  return (
    <>
      <SelectField
        label="Select Client"
        value={client}
        onChange={choose}
        options={[
          { value: '', label: 'No client selected' },
          ...(known ? [] : [{ value: client, label: 'Loading sites…' }]),
          ...clientChoices(sites),
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
