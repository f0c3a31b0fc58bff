import { useState } from 'react';
import { withTemplate, type FormTemplate, newVisit } from '../../records/maintenance-form/form-visit.ts';
import {
  formSchema,
  sameForm,
  type MaintenanceForm,
  equipmentSchema,
} from '../../records/maintenance-form/maintenance-form.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useLater } from '../../lib/screen/timing.ts';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { clientName, type ClientDetails } from './form-site.ts';
import * as v from 'valibot';
import { changedEquipment } from '../../records/maintenance-form/equipment.ts';
import { visitTime } from '../../records/task/visit.ts';
import { keepDraft, readDraft, removeDraft, type Draft } from '../../lib/drafts.ts';

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

/** One client's form at a time, stored on the device while typing. */
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
    // another tab may have opened another one
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
    /** Changes what has been typed for this client by then, if anything. */
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
    /** Moves what was typed without a client to one, with what that brings. */
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

// What this device keeps of the forms: for each client what is typed, the last form that was handed over, and what the
// next visit starts with (`decisions §8`).

/** How long a form that was handed over can be continued. */
const lastFormLifetimeMs = 3_600_000;

/** What the next visit to a client starts with: the client, and the equipment of the last form. */
const carriedOverSchema = v.object({
  client: v.string(),
  location: v.string(),
  equipment: equipmentSchema,
  /** The client's equipment at that time; if it differs now, the client's is newer. */
  brought: v.nullable(equipmentSchema),
});

/** A visit whose form is open. */
interface FormVisit {
  day: string;
  carriedOver: v.InferOutput<typeof carriedOverSchema> | null;
  /** The form that was handed over last, while it can be continued. */
  last: Draft<MaintenanceForm> | null;
}

/** The client whose form was open last: the screen returns to it. */
const lastClient = 'maintenance-form-client';
const draftStart = 'maintenance-form/';
const formDraftName = (client: string) => draftStart + (client || 'none');
const clientOfDraft = (name: string) => name.slice(draftStart.length);
const lastName = (client: string) => `maintenance-form-last/${client || 'none'}`;
const carriedOverName = (client: string) => `maintenance-form-stays/${client || 'none'}`;

function readLastClient(): string {
  return readDraft(lastClient, v.string())?.value ?? '';
}

function keepLastClient(client: string): void {
  keepDraft(lastClient, null, client);
}

/** What was typed for a client but not handed over; null when there is nothing readable. */
export function readFormDraft(client: string): Draft<MaintenanceForm> | null {
  return readDraft(formDraftName(client), formSchema);
}

function beginVisit(client: string): FormVisit {
  return {
    day: visitTime(new Date()).date,
    carriedOver: readDraft(carriedOverName(client), carriedOverSchema)?.value ?? null,
    last: readDraft(lastName(client), formSchema),
  };
}

function forgetLast(client: string): void {
  void removeDraft(lastName(client));
}

function forgetCarriedOver(client: string): void {
  void removeDraft(carriedOverName(client));
}

/** The form of a new visit, with the equipment of the last one unless the client brings a newer one. */
export function freshForm(
  { day, carriedOver }: Pick<FormVisit, 'day' | 'carriedOver'>,
  fromClient: ClientDetails | null,
): MaintenanceForm {
  if (!fromClient) {
    const { client = '', location = '', equipment } = carriedOver ?? {};
    return newVisit(equipment ? { generalInfo: { client, location, salesEngineer: '' }, equipment } : null, day);
  }
  const { generalInfo, equipment } = fromClient;
  const unchanged =
    carriedOver &&
    (!equipment || (carriedOver.brought && changedEquipment(carriedOver.brought, equipment).length === 0));
  const begun = unchanged ? carriedOver.equipment : equipment;
  const fresh = newVisit(null, day);
  return newVisit({ generalInfo, equipment: begun ?? fresh.equipment }, day);
}

/**
 * Ends a visit: next time a new form opens, and for an hour this one can be continued. What was typed since it was
 * handed over stays a draft.
 * @param typed the typed part of `form`, as stored.
 */
export function handOver(
  client: string,
  form: MaintenanceForm,
  typed: MaintenanceForm | null,
  fromClient: ClientDetails | null,
) {
  if (!typed) return;
  const { generalInfo, equipment } = form;
  keepLastClient(client);
  keepDraft(lastName(client), null, form, lastFormLifetimeMs);
  keepDraft(carriedOverName(client), null, {
    client: generalInfo.client,
    location: generalInfo.location,
    equipment,
    brought: fromClient?.equipment ?? null,
  });
  const draft = readFormDraft(client);
  if (draft && sameForm(draft.value, typed)) void removeDraft(formDraftName(client));
}
