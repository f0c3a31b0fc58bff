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
  startVisit,
  clientOfDraft,
  forgetCarriedOver,
  forgetLastForm,
  formDraftName,
  storeLastClient,
  lastFormLifetimeMs,
  readLastClient,
  type FormVisit,
} from './form-drafts.ts';
import { clientName } from './form-site.ts';

interface OpenVisit extends FormVisit {
  client: string;
  /** In milliseconds since 1970. */
  openedAt: number;
  /** When what the form shows was handed over, in milliseconds since 1970; null when it was not. */
  handedAt: number | null;
}

function openVisit(client: string): OpenVisit {
  return { client, openedAt: Date.now(), handedAt: null, ...startVisit(client) };
}

function formDraftTitle(draftName: string): StoredMessage {
  const sites = queryClient.getQueryData(sitesQuery.queryKey) ?? [];
  const name = clientName(clientOfDraft(draftName), sites);
  return name === null
    ? storedMessage('Maintenance report form')
    : storedMessage('Maintenance report form, {client}', { client: name });
}

/** The open form, of one client at a time, stored on the device while typing. */
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
      setVisit((before) => ({ ...before, lastForm: null }));
    },
    lastForm,
  );

  const show = (next: OpenVisit) => {
    storeLastClient(next.client);
    setVisit(next);
  };
  const change = (form: MaintenanceForm | null) => {
    // another tab may have opened another client's form
    if (readLastClient() !== client) storeLastClient(client);
    draft.change(() => form);
    setVisit((before) => ({ ...before, handedAt: null }));
  };

  return {
    ...visit,
    /** The day of a form that nobody has typed in yet: today. */
    day,
    typed,
    restoredAt,
    isStored,
    settle: draft.flush,
    change,
    /** Changes what is typed for this client when it is called, if anything. */
    revise: (revised: (form: MaintenanceForm) => MaintenanceForm) => {
      const latest = draft.latest();
      const next = latest && revised(latest);
      if (latest && next && !sameForm(next, latest)) change(next);
    },
    /** Opens the form of a client, each with its own draft; of the same client, the form as it is stored. */
    open: (nextClient: string) => {
      draft.open(formDraftName(nextClient));
      show(openVisit(nextClient));
    },
    /** Moves what was typed without a client to a client, with the details that the client brings. */
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
    /** Marks what was typed as handed over, unless it has changed since. */
    handedOver: (sent: MaintenanceForm | null) => {
      if (sent && draft.latest() === sent) setVisit((before) => ({ ...before, handedAt: Date.now() }));
    },
    /** Continues the form that was handed over last. */
    goOn: () => {
      if (draft.replace(lastForm?.value ?? typed)) forgetLastForm(client);
      setVisit({ ...visit, lastForm: null });
    },
  };
}
