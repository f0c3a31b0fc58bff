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

// The forms on this device (`decisions §8`). For each client they are the draft, the last form that was handed over, and the values with which
// the form of the next visit starts.

/** How long a form that was handed over can be continued: an hour. */
export const lastFormLifetimeMs = 3_600_000;

/** The values with which the next visit to a client starts: the client's details and the equipment of the last form. */
const carriedOverSchema = v.object({
  client: v.string(),
  location: v.string(),
  equipment: equipmentSchema,
  /**
   * The equipment in the client's record when the last form was handed over; null if it was not known. If the record has other equipment now,
   * that is newer than the last form.
   */
  brought: v.nullable(equipmentSchema),
});

/** What this device has stored for the visit whose form is open. */
export interface FormVisit {
  carriedOver: v.InferOutput<typeof carriedOverSchema> | null;
  /** The form that was handed over last, while it can be continued; else null. */
  lastForm: Draft<MaintenanceForm> | null;
}

/** The name of the draft that stores which client's form was open last, so that the screen opens it again. */
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

/** The form that was typed for a client and not handed over; null if there is none, or none that can be read. */
export function readFormDraft(client: string): Draft<MaintenanceForm> | null {
  return readDraft(formDraftName(client), formSchema);
}

/** Reads what this device has stored for a visit to a client. */
export function readFormVisit(client: string): FormVisit {
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

/**
 * The form of a new visit, with the equipment of the last visit unless the client's record has newer equipment.
 * @param fromClient null if no client is chosen, or its record is not read yet
 */
export function freshForm(
  { day, carriedOver }: Pick<FormVisit, 'carriedOver'> & { day: string },
  fromClient: ClientDetails | null,
): MaintenanceForm {
  if (!fromClient) {
    if (!carriedOver) return newVisit(null, day);
    const { client, location, equipment } = carriedOver;
    return newVisit({ generalInfo: { client, location, salesEngineer: '' }, equipment }, day);
  }
  const { generalInfo, equipment: ofRecord } = fromClient;
  const isUnchanged = ofRecord && carriedOver?.brought && changedEquipment(carriedOver.brought, ofRecord).length === 0;
  const equipment = ofRecord && !isUnchanged ? ofRecord : (carriedOver?.equipment ?? newVisit(null, day).equipment);
  return newVisit({ generalInfo, equipment }, day);
}

/**
 * Ends a visit after its form was handed over. The next time a new form opens, and for an hour the old one can be continued. If something was typed
 * after the hand-over, the draft stays.
 * @param form the form as it was shown and handed over
 * @param typed the draft from which `form` was made; null if nothing was typed, then nothing is done
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
