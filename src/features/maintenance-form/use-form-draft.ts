import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import { changedEquipment } from '../../records/maintenance-form/equipment.ts';
import { newVisit, withTemplate, type FormTemplate } from '../../records/maintenance-form/form-visit.ts';
import {
  equipmentSchema,
  formSchema,
  sameForm,
  type MaintenanceForm,
} from '../../records/maintenance-form/maintenance-form.ts';
import { visitTime } from '../../records/task/visit-time.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keepDraft, onLeave, readDraft, removeDraft, type Draft } from '../../lib/drafts.ts';
import { clientName, type ClientDetails } from './clients.ts';

const debounceMs = 300;
/** How long a form that was handed over can be continued (`decisions §8`). */
const lastFormLifetimeMs = 3_600_000;

/** What the next visit to a client starts with: the client, and the equipment of the last form. */
const carriedOverSchema = v.object({
  client: v.string(),
  location: v.string(),
  equipment: equipmentSchema,
  /** The client's equipment at that time; if it differs now, the client's is newer. */
  brought: v.nullable(equipmentSchema),
});

interface OpenForm {
  client: string;
  day: string;
  typed: MaintenanceForm | null;
  /** When the restored draft was kept, in milliseconds; null for a new form. */
  restoredAt: number | null;
  /** When its current content was handed over, in milliseconds. */
  handedAt: number | null;
  carriedOver: v.InferOutput<typeof carriedOverSchema> | null;
  last: Draft<MaintenanceForm> | null;
}

/** The client whose form was open last: the screen returns to it. */
const lastClient = 'maintenance-form-client';
const draftName = (client: string) => `maintenance-form/${client || 'none'}`;
const lastName = (client: string) => `maintenance-form-last/${client || 'none'}`;
const carriedOverName = (client: string) => `maintenance-form-stays/${client || 'none'}`;

function formDraftTitle(client: string): string {
  const name = clientName(client, queryClient.getQueryData(sitesQuery.queryKey) ?? []);
  return name === null ? 'Maintenance report form' : `Maintenance report form, ${name}`;
}

/** What was typed for a client but not handed over; null when there is nothing readable. */
export function readFormDraft(client: string): Draft<MaintenanceForm> | null {
  return readDraft(draftName(client), formSchema);
}

function openForm(client: string): OpenForm {
  const draft = readFormDraft(client);
  return {
    client,
    day: visitTime(new Date()).date,
    typed: draft?.value ?? null,
    restoredAt: draft?.savedAt ?? null,
    handedAt: null,
    carriedOver: readDraft(carriedOverName(client), carriedOverSchema)?.value ?? null,
    last: readDraft(lastName(client), formSchema),
  };
}

/** The form of a new visit, with the equipment of the last one unless the client brings a newer one. */
export function freshForm({ day, carriedOver }: OpenForm, fromClient: ClientDetails | null): MaintenanceForm {
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
  keepDraft(lastName(client), null, form, lastFormLifetimeMs);
  keepDraft(carriedOverName(client), null, {
    client: generalInfo.client,
    location: generalInfo.location,
    equipment,
    brought: fromClient?.equipment ?? null,
  });
  const draft = readFormDraft(client);
  if (draft && sameForm(draft.value, typed)) void removeDraft(draftName(client));
}

/**
 * Stores or removes what this tab typed: another tab may have the same client's form open. Returns whether the device
 * stored it; null when there was nothing to do.
 * @param written what this tab wrote last.
 */
function write(
  { client, typed, handedAt }: OpenForm,
  written: RefObject<Pick<OpenForm, 'client' | 'typed'>>,
): boolean | null {
  const before = written.current;
  written.current = { client, typed };
  keepDraft(lastClient, null, client);
  if (handedAt !== null || (before.client === client && before.typed === typed)) return null;
  if (typed) return keepDraft(draftName(client), formDraftTitle(client), typed);
  if (before.client === client) void removeDraft(draftName(client));
  return null;
}

/** One client's form at a time, stored on the device while typing. */
export function useFormDraft() {
  const [draft, setDraft] = useState(() => openForm(readDraft(lastClient, v.string())?.value ?? ''));
  const [kept, setKept] = useState(true);
  const written = useRef({ client: draft.client, typed: draft.typed });

  /** Returns whether the device stored it. */
  const keep = (now: OpenForm): boolean => {
    const done = write(now, written);
    if (done !== null) setKept(done);
    return done ?? true;
  };
  const keepSoon = useEffectEvent((now: OpenForm) => keep(now));
  useEffect(() => {
    const timer = setTimeout(() => keepSoon(draft), debounceMs);
    return () => clearTimeout(timer);
  }, [draft]);

  const keepLatest = useEffectEvent(() => keep(draft));
  useEffect(() => onLeave(() => keepLatest()), []);

  // an expired offer must disappear
  const { client, last } = draft;
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(
      () => {
        void removeDraft(lastName(client));
        setDraft((before) => ({ ...before, last: null }));
      },
      last.savedAt + lastFormLifetimeMs - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [client, last]);

  const show = (next: OpenForm) => {
    written.current = { client: next.client, typed: next.typed };
    setDraft(next);
  };

  return {
    ...draft,
    /** False when this device stores no drafts. */
    kept,
    change: (typed: MaintenanceForm | null) =>
      setDraft((before) => (before.client === client ? { ...before, typed, handedAt: null } : before)),
    /** Changes what has been typed for this client by then, if anything. */
    revise: (revised: (typed: MaintenanceForm) => MaintenanceForm) =>
      setDraft((before) => {
        if (before.client !== client || !before.typed) return before;
        const typed = revised(before.typed);
        return sameForm(typed, before.typed) ? before : { ...before, typed, handedAt: null };
      }),
    settle: () => keep(draft),
    /** Opens another client's form, each with its own draft; for the same client, the stored one. */
    open: (next: string) => {
      keep(draft);
      show(openForm(next));
    },
    /** Moves what was typed without a client to one, with what that brings. */
    moveTo: (next: string, template: FormTemplate | null) => {
      const opened = openForm(next);
      const moved = ({ typed }: OpenForm): OpenForm => ({
        ...opened,
        typed: typed && withTemplate(typed, template),
        restoredAt: null,
      });
      // in this order, as a tab may die at any moment
      if (keep(moved(draft))) void removeDraft(draftName(client));
      setDraft(moved);
    },
    clear: () => {
      for (const name of [draftName(client), carriedOverName(client)]) void removeDraft(name);
      show({ ...openForm(client), typed: null, restoredAt: null, carriedOver: null });
    },
    /** Marks what was typed as handed over, unless it has changed since. */
    handedOver: (typed: MaintenanceForm | null) =>
      setDraft((before) => (typed && before.typed === typed ? { ...before, handedAt: Date.now() } : before)),
    goOn: () => {
      const typed = readDraft(lastName(client), formSchema)?.value ?? draft.typed;
      const restored = { ...draft, typed, restoredAt: null, last: null };
      if (keep(restored)) void removeDraft(lastName(client));
      setDraft(restored);
    },
  };
}
