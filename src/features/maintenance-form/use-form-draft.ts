import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import { formFor, formPresets, withPreset } from '../../records/maintenance-form/form-presets.ts';
import { formSchema, sameForm, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { keepDraft, readDraft, removeDraft, type Draft } from '../../lib/drafts.ts';

/** Milliseconds from a change until it is kept. */
const pause = 300;

interface OpenForm {
  client: string;
  form: MaintenanceForm;
  /** When the draft that was found had been kept, in milliseconds; null for a form begun now. */
  restoredAt: number | null;
}

/** Which client's form was open last: the screen comes back to it. */
const lastClient = 'maintenance-form-client';
const draftName = (client: string) => `maintenance-form/${client || 'none'}`;

function draftTitle(client: string): string {
  const preset = formPresets.find(({ id }) => id === client);
  return preset ? `Maintenance report form, ${preset.name}` : 'Maintenance report form';
}

/** What was typed for a client and not handed over; null when there is none, or none that can be read. */
export function readFormDraft(client: string): Draft<MaintenanceForm> | null {
  return readDraft(draftName(client), formSchema);
}

function openForm(client: string): OpenForm {
  const draft = readFormDraft(client);
  return draft
    ? { client, form: draft.value, restoredAt: draft.savedAt }
    : { client, form: formFor(client), restoredAt: null };
}

function openLast(): OpenForm {
  const last = readDraft(lastClient, v.string())?.value;
  return openForm(formPresets.find(({ id }) => id === last)?.id ?? '');
}

/** @param held whether the draft is this tab's: another one may have the form of the same client open. */
function keepForm({ client, form }: OpenForm, held: RefObject<boolean>, onKept: (kept: boolean) => void): void {
  const untouched = sameForm(form, formFor(client));
  if (!untouched) onKept(keepDraft(draftName(client), draftTitle(client), form));
  else if (held.current) void removeDraft(draftName(client));
  held.current = !untouched;
  keepDraft(lastClient, null, client);
}

/** The form of one client at a time, kept on the device as it is typed. */
export function useFormDraft() {
  const [draft, setDraft] = useState(openLast);
  const [kept, setKept] = useState(true);
  const held = useRef(draft.restoredAt !== null);
  const { client, form } = draft;
  const untouched = sameForm(form, formFor(client));

  useEffect(() => {
    const timer = setTimeout(() => keepForm(draft, held, setKept), pause);
    return () => clearTimeout(timer);
  }, [draft]);

  // what was typed in the last moment before the page goes
  const keepLatest = useEffectEvent(() => keepForm(draft, held, setKept));
  useEffect(() => {
    const flush = () => keepLatest();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    ...draft,
    /** False when this device keeps no drafts. */
    kept,
    untouched,
    change: (next: MaintenanceForm) => setDraft((before) => ({ ...before, form: next })),
    /** Opens the form of another client, each with a draft of its own. */
    open: (next: string) => {
      keepForm(draft, held, setKept);
      const opened = openForm(next);
      held.current = opened.restoredAt !== null;
      setDraft(opened);
    },
    /** Takes what was typed without a client to one, with its details and equipment or with those that were typed. */
    moveTo: (next: string, replace: boolean) => {
      void removeDraft(draftName(client));
      setDraft({ client: next, form: replace ? withPreset(form, next) : form, restoredAt: null });
    },
    clear: () => {
      void removeDraft(draftName(client));
      setDraft({ client, form: formFor(client), restoredAt: null });
    },
  };
}
