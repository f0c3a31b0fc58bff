import * as v from 'valibot';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import { storeDraft, readDraft, removeDraft, type Draft } from '../../lib/device/drafts.ts';
import { newVisit } from '../../records/maintenance-form/form-visit.ts';
import {
  changedEquipment,
  equipmentSchema,
  formSchema,
  sameForm,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import type { ClientDetails } from './form-site.ts';

// What this device stores of the forms: for each client what is typed, the last form that was handed over, and what the
// next visit starts with (`decisions §8`).

/** For how long a form that was handed over can be continued. */
export const lastFormLifetimeMs = 3_600_000;

/** What the next visit to a client starts with: the client, and the equipment of the last form. */
const carriedOverSchema = v.object({
  client: v.string(),
  location: v.string(),
  equipment: equipmentSchema,
  /** The equipment of the client's record at that time; if the record differs now, it is newer. */
  brought: v.nullable(equipmentSchema),
});

/** A visit whose form is open. */
export interface FormVisit {
  carriedOver: v.InferOutput<typeof carriedOverSchema> | null;
  /** The form that was handed over last, while it can be continued. */
  lastForm: Draft<MaintenanceForm> | null;
}

/** The name of the draft with the client whose form was open last: the screen returns to it. */
const lastClientName = 'maintenance-form-client';
export const formDraftName = (client: string) => draftNamePrefixes.maintenanceForm + (client || 'none');
export const clientOfDraft = (name: string) => name.slice(draftNamePrefixes.maintenanceForm.length);
const lastFormName = (client: string) => `maintenance-form-last/${client || 'none'}`;
const carriedOverName = (client: string) => `maintenance-form-stays/${client || 'none'}`;

export function readLastClient(): string {
  return readDraft(lastClientName, v.string())?.value ?? '';
}

export function storeLastClient(client: string): void {
  storeDraft(lastClientName, null, client);
}

/** What was typed for a client but not handed over; null when there is nothing readable. */
export function readFormDraft(client: string): Draft<MaintenanceForm> | null {
  return readDraft(formDraftName(client), formSchema);
}

/** Starts a visit, with what this device stores for the client. */
export function startVisit(client: string): FormVisit {
  return {
    carriedOver: readDraft(carriedOverName(client), carriedOverSchema)?.value ?? null,
    lastForm: readDraft(lastFormName(client), formSchema),
  };
}

export function forgetLastForm(client: string): void {
  void removeDraft(lastFormName(client));
}

export function forgetCarriedOver(client: string): void {
  void removeDraft(carriedOverName(client));
}

/** The form of a new visit of a day, with the equipment of the last visit unless the client's record has newer equipment. */
export function freshForm(
  { day, carriedOver }: Pick<FormVisit, 'carriedOver'> & { day: string },
  fromClient: ClientDetails | null,
): MaintenanceForm {
  if (!fromClient) {
    if (!carriedOver) return newVisit(null, day);
    const { client, location, equipment } = carriedOver;
    return newVisit({ generalInfo: { client, location, salesEngineer: '' }, equipment }, day);
  }
  const { generalInfo, equipment: stored } = fromClient;
  const isAsBrought = stored && carriedOver?.brought && changedEquipment(carriedOver.brought, stored).length === 0;
  const equipment = stored && !isAsBrought ? stored : (carriedOver?.equipment ?? newVisit(null, day).equipment);
  return newVisit({ generalInfo, equipment }, day);
}

/**
 * Ends a visit: next time a new form opens, and for an hour this form can be continued. What was typed since it was
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
  storeLastClient(client);
  storeDraft(lastFormName(client), null, form, lastFormLifetimeMs);
  storeDraft(carriedOverName(client), null, {
    client: generalInfo.client,
    location: generalInfo.location,
    equipment,
    brought: fromClient?.equipment ?? null,
  });
  const draft = readFormDraft(client);
  if (draft && sameForm(draft.value, typed)) void removeDraft(formDraftName(client));
}
