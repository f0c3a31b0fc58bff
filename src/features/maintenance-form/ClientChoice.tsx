import { useEffect, useEffectEvent, useState } from 'react';
import type { FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import type { MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { SelectField } from '../../ui/field/SelectField.tsx';
import { clientChoices, clientName, readTemplate } from './form-site.ts';
import { readFormDraft } from './form-drafts.ts';

interface ClientChoiceProps {
  client: string;
  sites: readonly EditedSite[];
  form: MaintenanceForm;
  untouched: boolean;
  /** The chosen client while it loads; what was typed moves to it once loaded. */
  loading: string | null;
  onLoad: (client: string | null) => void;
  onOpen: (client: string) => void;
  onMove: (client: string, template: FormTemplate | null) => void;
}

/** 'Select Client' (`spec §2`): fills in a client's equipment, and never discards what was typed without asking. */
export function ClientChoice(props: ClientChoiceProps) {
  const { client, sites, form, untouched, loading, onLoad, onOpen, onMove } = props;
  const [asked, setAsked] = useState<string | null>(null);
  const read = useEffectEvent(async (next: string) => readTemplate(next, sites));
  const arrived = useEffectEvent(onMove);
  useEffect(() => {
    if (loading === null) return undefined;
    // ignores the answer if another client was chosen meanwhile
    let last = true;
    void read(loading).then((template) => last && arrived(loading, template));
    return () => {
      last = false;
    };
  }, [loading]);
  const choose = (next: string) => {
    onLoad(null);
    if (next === client) return;
    // each client has its own draft; only what was typed before a client was chosen can move to one
    if (client !== '' || next === '' || untouched || readFormDraft(next)) onOpen(next);
    else if (wouldReplace(form)) setAsked(next);
    else onLoad(next);
  };
  const answer = (replace: boolean) => {
    setAsked(null);
    if (asked === null) return;
    if (replace) onLoad(asked);
    else onMove(asked, null);
  };
  const known = client === '' || clientName(client, sites) !== null;
  return (
    <>
      <SelectField
        label="Select Client"
        value={loading ?? client}
        onChange={choose}
        options={[
          { value: '', label: 'No client selected' },
          ...(known ? [] : [{ value: client, label: 'Loading sites…' }]),
          ...clientChoices(sites),
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        title="Replace the equipment details with the template?"
        action="Yes"
        variant="secondary"
        cancel="No"
        onConfirm={() => answer(true)}
        onClose={() => answer(false)}
      >
        <p>Client, location, sales engineer and equipment were typed already. Everything else stays as it is.</p>
      </ConfirmDialog>
    </>
  );
}

function wouldReplace({ generalInfo, equipment }: MaintenanceForm): boolean {
  const { client, location, salesEngineer } = generalInfo;
  return [client, location, salesEngineer, ...Object.values(equipment)].some((text) => text.trim() !== '');
}
