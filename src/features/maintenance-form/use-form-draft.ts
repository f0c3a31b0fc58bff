import { useState } from 'react';
import { withTemplate, type FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import { formSchema, sameForm, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { clientName } from './form-site.ts';
import {
  beginVisit,
  clientOfDraft,
  forgetCarriedOver,
  forgetLast,
  formDraftName,
  keepLastClient,
  lastFormLifetimeMs,
  readLastClient,
  type FormVisit,
} from './form-drafts.ts';

interface OpenVisit extends FormVisit {
  client: string;
  /** In milliseconds since 1970. */
  openedAt: number;
  /** When its current content was handed over, in milliseconds since 1970. */
  handedAt: number | null;
}

function openVisit(client: string): OpenVisit {
  return { client, openedAt: Date.now(), handedAt: null, ...beginVisit(client) };
}

function formDraftTitle(draftName: string): string {
  const sites = queryClient.getQueryData(sitesQuery.queryKey) ?? [];
  const name = clientName(clientOfDraft(draftName), sites);
  return name === null ? 'Maintenance report form' : `Maintenance report form, ${name}`;
}

/** The open form, of one client at a time, stored on the device while typing. */
export function useFormDraft() {
  const [visit, setVisit] = useState(() => openVisit(readLastClient()));
  const { client, last } = visit;
  const draft = useDraft(formDraftName(client), formSchema, { title: (_, name) => formDraftTitle(name) });
  const { value: typed, restoredAt, kept } = draft;

  // an expired offer must disappear
  useLater(
    last && last.savedAt + lastFormLifetimeMs - visit.openedAt,
    () => {
      forgetLast(client);
      setVisit((before) => ({ ...before, last: null }));
    },
    last,
  );

  const open = (next: OpenVisit) => {
    keepLastClient(next.client);
    setVisit(next);
  };
  const change = (next: (before: MaintenanceForm | null) => MaintenanceForm | null) => {
    // another tab may have opened another client's form
    if (readLastClient() !== client) keepLastClient(client);
    draft.change(next);
    setVisit((before) => ({ ...before, handedAt: null }));
  };

  return {
    ...visit,
    typed,
    restoredAt,
    kept,
    settle: draft.flush,
    change: (next: MaintenanceForm | null) => change(() => next),
    /** Changes what has been typed for this client meanwhile, if anything. */
    revise: (revised: (typed: MaintenanceForm) => MaintenanceForm) => {
      const before = draft.latest();
      const next = before && revised(before);
      if (before && next && !sameForm(next, before)) change(() => next);
    },
    /** Opens another client's form, each with its own draft; for the same client, the stored one. */
    open: (next: string) => {
      draft.open(formDraftName(next));
      open(openVisit(next));
    },
    /** Moves what was typed without a client to the chosen client, with what that client brings. */
    moveTo: (next: string, template: FormTemplate | null) => {
      const before = draft.latest();
      draft.moveTo(formDraftName(next), before && withTemplate(before, template));
      open(openVisit(next));
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
    goOn: () => {
      if (draft.replace(last?.value ?? typed)) forgetLast(client);
      setVisit({ ...visit, last: null });
    },
  };
}
