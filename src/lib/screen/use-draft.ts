import { useCallback, useState, useEffect, useEffectEvent } from 'react';
import type * as v from 'valibot';
import { draftLoginId, storeDraft, readDraft, removeDraft } from '../device/drafts.ts';
import type { StoredMessage } from '../language/stored-message.ts';
import { t } from '../language/translate.ts';
import { notify } from '../notify.ts';
import { createStore, useStore } from '../store.ts';

// The draft of a form (`decisions §8`). Input is stored on the device 0.3 seconds after the last change; the first change and the removal of
// the draft are stored at once. The draft is restored after a reload, a crash or an expired session, until it is saved or discarded. A tab
// writes only what was typed in it. The cost is one write of the whole value in each pause. Where the device stores nothing, `isStored` is
// false: the form works, and says that its input is not stored.

/** How long (ms) after the last change the draft is stored. */
export const storeDelayMs = 300;

interface DraftState<Value> {
  /** Null while nothing is typed. */
  value: Value | null;
  /** When the restored draft was stored, in milliseconds since 1970; null for a draft that was started in this form. */
  restoredAt: number | null;
}

interface DraftOptions<Value> {
  /** The title of the draft in the logout dialog. */
  title: (value: Value, name: string) => StoredMessage;
  /** Converts the value to what is stored and read by the schema; by default it is stored as it is. */
  stored?: (value: Value) => unknown;
}

/** An open draft. It is written only after a change in this tab, because another tab may have the same form open. */
function openDraft<Value>(
  name: string,
  initialState: DraftState<Value>,
  { title, stored = (value) => value }: DraftOptions<Value>,
) {
  const state = createStore(initialState);
  const isStored = createStore(true);
  const loginId = draftLoginId();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const cancelTimer = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** Stores the value at once if it has changed. Returns whether the device has stored it. */
  const flush = (): boolean => {
    if (timer === null) return isStored.get();
    cancelTimer();
    const { value } = state.get();
    // a save may end when the form is closed and another key has logged in
    if (draftLoginId() !== loginId) return false;
    if (value === null) void removeDraft(name);
    isStored.set(value === null || storeDraft(name, title(value, name), stored(value)));
    return isStored.get();
  };
  const put = (newState: DraftState<Value>) => {
    const previousValue = state.get().value;
    state.set(newState);
    if (newState.value === previousValue) return;
    cancelTimer();
    // the timer is not cancelled with the form, because a save may end after the form was closed
    timer = setTimeout(flush, storeDelayMs);
    // a new or an ended draft is stored at once, because the logout dialog lists the drafts
    if (previousValue === null || newState.value === null) flush();
  };
  /** Removes the draft when it is stored under another name, and cancels the pending write, which would bring it back. */
  const leave = () => {
    cancelTimer();
    void removeDraft(name);
  };
  return { state, isStored, flush, put, leave };
}

/**
 * The draft of a form: what a person types is stored on this device until it is saved or discarded (`decisions §8`).
 * @param initialName the name of the draft that is opened first.
 */
export function useDraft<Schema extends v.GenericSchema>(
  initialName: string,
  schema: Schema,
  options: DraftOptions<v.InferOutput<Schema>>,
) {
  type Value = v.InferOutput<Schema>;
  const openStored = (name: string) => {
    const stored = readDraft(name, schema);
    return openDraft<Value>(name, { value: stored?.value ?? null, restoredAt: stored?.savedAt ?? null }, options);
  };
  const [draft, setDraft] = useState(() => openStored(initialName));
  const { state, flush, put } = draft;
  useOnLeave(flush);
  const { value, restoredAt } = useStore(state);

  const change = useCallback(
    (next: (before: Value | null) => Value | null) => put({ ...state.get(), value: next(state.get().value) }),
    [state, put],
  );
  const replace = useCallback(
    (next: Value | null) => {
      put({ value: next, restoredAt: null });
      return flush();
    },
    [put, flush],
  );
  const latest = useCallback((): Value | null => state.get().value, [state]);
  return {
    value,
    restoredAt: value === null ? null : restoredAt,
    /** False when this device stores no drafts. */
    isStored: useStore(draft.isStored),
    /** Returns the value at the moment of the call, even after the form was closed. */
    latest,
    /** Changes the value, as typing does; the device stores it after a short pause. */
    change,
    /** Replaces the typed or restored value, and stores it at once. Returns whether the device has stored it. */
    replace,
    /** Stores the value at once. Returns whether the device has stored it. */
    flush,
    /** Opens the draft of another name. With the same name, it reads the stored draft again. */
    open: (name: string) => {
      flush();
      setDraft(openStored(name));
    },
    /** Moves the draft to another name, with this value. */
    moveTo: (name: string, movedValue: Value | null) => {
      const newDraft = openDraft<Value>(name, { value: null, restoredAt: null }, options);
      newDraft.put({ value: movedValue, restoredAt: null });
      // the new draft is stored before the old one is removed, because a tab may crash at any moment
      if (newDraft.flush()) draft.leave();
      setDraft(newDraft);
    },
    /** Discards the draft and offers to undo that, even after the form was closed. */
    discard: () => {
      const discardedValue = state.get().value;
      replace(null);
      notify.undo(t('Your changes were discarded.'), () => state.get().value === null && change(() => discardedValue));
    },
    /** Removes the draft without an offer to undo that. */
    end: () => void replace(null),
  };
}

/** Calls `leave` when the page is hidden or the component unmounts. */
export function useOnLeave(leave: () => void): void {
  const call = useEffectEvent(leave);
  useEffect(() => {
    const onHide = () => call();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      call();
    };
  }, []);
}
