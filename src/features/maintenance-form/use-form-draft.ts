import { useState } from 'react';
import { useToday } from '../../components/use-today.ts';
import { storedMessage, type StoredMessage } from '../../lib/language/stored-message.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { withTemplate, type FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import { formSchema, sameForm, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { visitTime } from '../../records/task/visit.ts';
import {
  clientOfDraft,
  forgetCarriedOver,
  forgetLastForm,
  formDraftName,
  storeLastClient,
  lastFormLifetimeMs,
  readFormVisit,
  readLastClient,
  type FormVisit,
} from './form-drafts.ts';
import { clientName } from './form-site.ts';

interface OpenVisit extends FormVisit {
  client: string;
  /** In milliseconds since 1970. */
  openedAt: number;
  /** When the form was handed over, in milliseconds since 1970; null if it was not, or was changed since. */
  handedAt: number | null;
}

function openVisit(client: string): OpenVisit {
  return { client, openedAt: Date.now(), handedAt: null, ...readFormVisit(client) };
}

function formDraftTitle(draftName: string): StoredMessage {
  const sites = queryClient.getQueryData(sitesQuery.queryKey) ?? [];
  const name = clientName(clientOfDraft(draftName), sites);
  return name === null
    ? storedMessage('Maintenance report form')
    : storedMessage('Maintenance report form, {client}', { client: name });
}

/** The open form of one client, and its draft, which is stored on the device while somebody types. */
export function useFormDraft() {
  const [visit, setVisit] = useState(() => openVisit(readLastClient()));
  const { client, lastForm } = visit;
  const { date: day } = visitTime(useToday());
  const draft = useDraft(formDraftName(client), formSchema, { title: (_, name) => formDraftTitle(name) });
  const { value: typed, restoredAt, isStored } = draft;

  // after its lifetime the last form can no longer be continued
  useLater(
    lastForm && lastForm.savedAt + lastFormLifetimeMs - visit.openedAt,
    () => {
      forgetLastForm(client);
      setVisit((current) => ({ ...current, lastForm: null }));
    },
    lastForm,
  );

  const show = (next: OpenVisit) => {
    storeLastClient(next.client);
    setVisit(next);
  };
  const change = (form: MaintenanceForm | null) => {
    // another tab may have stored another client as the last one
    if (readLastClient() !== client) storeLastClient(client);
    draft.change(() => form);
    setVisit((current) => ({ ...current, handedAt: null }));
  };

  return {
    ...visit,
    /** Today in Singapore, which is the day of a new form. */
    day,
    typed,
    restoredAt,
    isStored,
    flush: draft.flush,
    change,
    /** Applies `update` to the draft at this moment; does nothing if there is no draft. */
    revise: (update: (form: MaintenanceForm) => MaintenanceForm) => {
      const latest = draft.latest();
      const next = latest && update(latest);
      if (latest && next && !sameForm(next, latest)) change(next);
    },
    /** Opens the form of a client with its own draft. For the client whose form is open, the stored draft is read again. */
    open: (nextClient: string) => {
      draft.open(formDraftName(nextClient));
      show(openVisit(nextClient));
    },
    /** Moves the draft that was typed without a client to a client, and fills in the client's values. */
    moveTo: (nextClient: string, template: FormTemplate | null) => {
      const latest = draft.latest();
      draft.moveTo(formDraftName(nextClient), latest && withTemplate(latest, template));
      show(openVisit(nextClient));
    },
    clear: () => {
      draft.replace(null);
      forgetCarriedOver(client);
      setVisit(openVisit(client));
    },
    /** Marks the form as handed over, unless the draft has changed since. */
    handedOver: (sent: MaintenanceForm | null) => {
      if (sent && draft.latest() === sent) setVisit((current) => ({ ...current, handedAt: Date.now() }));
    },
    /** Continues the form that was handed over last. */
    goOn: () => {
      // the last form is removed only once the device has stored it as the draft
      if (draft.replace(lastForm?.value ?? typed)) forgetLastForm(client);
      setVisit({ ...visit, lastForm: null });
    },
  };
}
