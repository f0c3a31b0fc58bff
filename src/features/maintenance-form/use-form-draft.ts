import { useEffect, useRef, useState } from 'react';
import { formFor, formPresets, withPreset } from '../../records/maintenance-form/form-presets.ts';
import { sameForm, type MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { readDraft, readLastClient, removeDraft, writeDraft, writeLastClient } from './draft-storage.ts';

/** Milliseconds from a change until it is kept. */
const pause = 300;

interface Draft {
  client: string;
  form: MaintenanceForm;
  /** When the draft that was found had been kept, in milliseconds; null for a form begun now. */
  restoredAt: number | null;
}

function open(client: string): Draft {
  const draft = readDraft(client);
  return draft
    ? { client, form: draft.form, restoredAt: draft.savedAt }
    : { client, form: formFor(client), restoredAt: null };
}

function openLast(): Draft {
  const last = readLastClient();
  return open(formPresets.some(({ id }) => id === last) ? last : '');
}

/** The form of one client at a time, kept on the device as it is typed. */
export function useFormDraft() {
  const [draft, setDraft] = useState(openLast);
  const [kept, setKept] = useState(true);
  const { client, form } = draft;
  const untouched = sameForm(form, formFor(client));

  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => {
      if (untouched) removeDraft(client);
      else setKept(writeDraft(client, form));
      writeLastClient(client);
    };
    const timer = setTimeout(() => keep.current(), pause);
    return () => clearTimeout(timer);
  }, [client, form, untouched]);

  // what was typed in the last moment before the page goes
  useEffect(() => {
    const flush = () => keep.current();
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
      keep.current();
      setDraft(open(next));
    },
    /** Takes what was typed without a client to one, with its details and equipment or with those that were typed. */
    moveTo: (next: string, replace: boolean) => {
      removeDraft(client);
      setDraft({ client: next, form: replace ? withPreset(form, next) : form, restoredAt: null });
    },
    /** Begins the form of this client anew. */
    clear: () => {
      removeDraft(client);
      setDraft({ client, form: formFor(client), restoredAt: null });
    },
  };
}
