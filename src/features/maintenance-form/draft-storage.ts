import * as v from 'valibot';
import { formSchema, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';

const prefix = 'portal.maintenance-form.';
const lastClient = 'portal.maintenance-form';

const draftSchema = v.object({ savedAt: v.number(), form: formSchema });

/** What was typed for a client, kept on this device. `savedAt` in milliseconds. */
export type Draft = v.InferOutput<typeof draftSchema>;

const keyOf = (client: string) => `${prefix}${client || 'none'}`;

/** The draft of a client, or null when there is none that can be read. */
export function readDraft(client: string): Draft | null {
  try {
    const draft = v.safeParse(draftSchema, JSON.parse(localStorage.getItem(keyOf(client)) ?? 'null'));
    return draft.success ? draft.output : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; false where the device keeps nothing, as with blocked or full storage. */
export function writeDraft(client: string, form: MaintenanceForm): boolean {
  try {
    localStorage.setItem(keyOf(client), JSON.stringify({ savedAt: Date.now(), form } satisfies Draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(client: string): void {
  try {
    localStorage.removeItem(keyOf(client));
  } catch {
    // nothing was kept either
  }
}

/** The client whose form was open last. */
export function readLastClient(): string {
  try {
    return localStorage.getItem(lastClient) ?? '';
  } catch {
    return '';
  }
}

export function writeLastClient(client: string): void {
  try {
    localStorage.setItem(lastClient, client);
  } catch {
    // the next visit begins without a client
  }
}
