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
import { keepDraft, onLastMoment, readDraft, removeDraft, type Draft } from '../../lib/drafts.ts';
import { clientName, type Brought } from './clients.ts';

/** Milliseconds from a change until it is kept. */
const pause = 300;
/** Milliseconds in which a form that was handed over can be gone on with (`decisions §8`). */
const lastFormStays = 3_600_000;

/** What the next visit to a client begins with: who it is, and the equipment of the last form. */
const staysSchema = v.object({
  client: v.string(),
  location: v.string(),
  equipment: equipmentSchema,
  /** The equipment that the client brought then; when it brings another, that is newer. */
  brought: v.nullable(equipmentSchema),
});

interface OpenForm {
  client: string;
  /** Today, when it was opened. */
  day: string;
  typed: MaintenanceForm | null;
  /** When the draft that was found had been kept, in milliseconds; null for a form begun now. */
  restoredAt: number | null;
  /** When it was handed over as it is, in milliseconds. */
  handedAt: number | null;
  stays: v.InferOutput<typeof staysSchema> | null;
  last: Draft<MaintenanceForm> | null;
}

/** Which client's form was open last: the screen comes back to it. */
const lastClient = 'maintenance-form-client';
const draftName = (client: string) => `maintenance-form/${client || 'none'}`;
const lastName = (client: string) => `maintenance-form-last/${client || 'none'}`;
const staysName = (client: string) => `maintenance-form-stays/${client || 'none'}`;

function formDraftTitle(client: string): string {
  const name = clientName(client, queryClient.getQueryData(sitesQuery.queryKey) ?? []);
  return name === null ? 'Maintenance report form' : `Maintenance report form, ${name}`;
}

/** What was typed for a client and not handed over; null when there is none, or none that can be read. */
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
    stays: readDraft(staysName(client), staysSchema)?.value ?? null,
    last: readDraft(lastName(client), formSchema),
  };
}

/** The form of a new visit, with the equipment of the last one where the client brings no newer. */
export function freshForm({ day, stays }: OpenForm, brought: Brought | null): MaintenanceForm {
  if (!brought) {
    const { client = '', location = '', equipment } = stays ?? {};
    return newVisit(equipment ? { generalInfo: { client, location, salesEngineer: '' }, equipment } : null, day);
  }
  const { generalInfo, equipment } = brought;
  const unchanged = stays && (!equipment || (stays.brought && changedEquipment(stays.brought, equipment).length === 0));
  const begun = unchanged ? stays.equipment : equipment;
  const fresh = newVisit(null, day);
  return newVisit({ generalInfo, equipment: begun ?? fresh.equipment }, day);
}

/**
 * Ends a visit: the next opening is a new one, and for an hour the form can be gone on with. What was typed since it was
 * handed over stays a draft.
 * @param typed what of `form` was typed, as it is kept.
 */
export function handOver(
  client: string,
  form: MaintenanceForm,
  typed: MaintenanceForm | null,
  brought: Brought | null,
) {
  if (!typed) return;
  const { generalInfo, equipment } = form;
  keepDraft(lastName(client), null, form, lastFormStays);
  keepDraft(staysName(client), null, {
    client: generalInfo.client,
    location: generalInfo.location,
    equipment,
    brought: brought?.equipment ?? null,
  });
  const draft = readFormDraft(client);
  if (draft && sameForm(draft.value, typed)) void removeDraft(draftName(client));
}

/**
 * Keeps what this tab typed, or removes it: another tab may have the form of the same client open.
 * @param written what it wrote last. Answers whether the device kept it; null when there was nothing to do.
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

/** The form of one client at a time, kept on the device as it is typed. */
export function useFormDraft() {
  const [draft, setDraft] = useState(() => openForm(readDraft(lastClient, v.string())?.value ?? ''));
  const [kept, setKept] = useState(true);
  const written = useRef({ client: draft.client, typed: draft.typed });

  /** Answers whether the device has it. */
  const keep = (now: OpenForm): boolean => {
    const done = write(now, written);
    if (done !== null) setKept(done);
    return done ?? true;
  };
  const keepSoon = useEffectEvent((now: OpenForm) => keep(now));
  useEffect(() => {
    const timer = setTimeout(() => keepSoon(draft), pause);
    return () => clearTimeout(timer);
  }, [draft]);

  const keepLatest = useEffectEvent(() => keep(draft));
  useEffect(() => onLastMoment(() => keepLatest()), []);

  // an offer that is over must not stand there
  const { client, last } = draft;
  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(
      () => {
        void removeDraft(lastName(client));
        setDraft((before) => ({ ...before, last: null }));
      },
      last.savedAt + lastFormStays - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [client, last]);

  const show = (next: OpenForm) => {
    written.current = { client: next.client, typed: next.typed };
    setDraft(next);
  };

  return {
    ...draft,
    /** False when this device keeps no drafts. */
    kept,
    /** Another client's form, opened meanwhile, is not touched. */
    change: (typed: MaintenanceForm | null) =>
      setDraft((before) => (before.client === client ? { ...before, typed, handedAt: null } : before)),
    /** Changes what is typed for this client by then, where there is something. */
    revise: (revised: (typed: MaintenanceForm) => MaintenanceForm) =>
      setDraft((before) => {
        if (before.client !== client || !before.typed) return before;
        const typed = revised(before.typed);
        return sameForm(typed, before.typed) ? before : { ...before, typed, handedAt: null };
      }),
    settle: () => keep(draft),
    /** Opens the form of another client, each with a draft of its own; of the same one, as it was kept. */
    open: (next: string) => {
      keep(draft);
      show(openForm(next));
    },
    /** Takes what is typed without a client to one, with what that brings. */
    moveTo: (next: string, template: FormTemplate | null) => {
      const opened = openForm(next);
      const moved = ({ typed }: OpenForm): OpenForm => ({
        ...opened,
        typed: typed && withTemplate(typed, template),
        restoredAt: null,
      });
      // the old one goes when the new one is there: a tab may die at any moment
      if (keep(moved(draft))) void removeDraft(draftName(client));
      setDraft(moved);
    },
    clear: () => {
      for (const name of [draftName(client), staysName(client)]) void removeDraft(name);
      show({ ...openForm(client), typed: null, restoredAt: null, stays: null });
    },
    /** Says that what was typed is handed over, unless it was changed since. */
    handedOver: (typed: MaintenanceForm | null) =>
      setDraft((before) => (typed && before.typed === typed ? { ...before, handedAt: Date.now() } : before)),
    /** Brings the last form back, in the place of what stands there. */
    goOn: () => {
      const typed = readDraft(lastName(client), formSchema)?.value ?? draft.typed;
      const restored = { ...draft, typed, restoredAt: null, last: null };
      if (keep(restored)) void removeDraft(lastName(client));
      setDraft(restored);
    },
  };
}
