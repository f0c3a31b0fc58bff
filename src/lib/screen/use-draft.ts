import { useCallback, useState, useEffect, useEffectEvent } from 'react';
import type * as v from 'valibot';
import { draftLoginId, storeDraft, readDraft, removeDraft } from '../device/drafts.ts';
import type { StoredMessage } from '../language/stored-message.ts';
import { t } from '../language/translate.ts';
import { notify } from '../notify.ts';
import { createStore, useStore } from '../store.ts';

// The draft of a form (`decisions §8`). What is typed is on the device within 0.3 seconds, the first and the last change at once, and
// comes back after a reload, a crash or an expired session, until it is saved or discarded. Only the tab that typed it writes it. It costs one
// write of the whole value in each pause. Where the device stores nothing, `kept` is false: the form works, and says that it is kept nowhere.

/** How long (ms) nothing is typed before the device stores it again. */
export const storeDelayMs = 300;

interface DraftState<Value> {
  /** Null while nothing is typed. */
  value: Value | null;
  /** When the restored draft was stored, in milliseconds since 1970; null for a draft that was started here. */
  restoredAt: number | null;
}

interface DraftOptions<Value> {
  /** The name of the draft in the logout dialog. */
  title: (value: Value, name: string) => StoredMessage;
  /** The form of the value in the storage, which the schema reads. */
  stored?: (value: Value) => unknown;
}

/** An open draft. A tab stores or removes only what was typed in it, as another tab may have the same form open. */
function openDraft<Value>(
  name: string,
  found: DraftState<Value>,
  { title, stored = (value) => value }: DraftOptions<Value>,
) {
  const state = createStore(found);
  const isStored = createStore(true);
  const loginId = draftLoginId();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const cancelTimer = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** Stores what is typed at once. Returns whether the device has it. */
  const flush = (): boolean => {
    if (timer === null) return isStored.get();
    cancelTimer();
    const { value } = state.get();
    // a save may end after the form was closed and somebody else has logged in
    if (draftLoginId() !== loginId) return false;
    if (value === null) void removeDraft(name);
    isStored.set(value === null || storeDraft(name, title(value, name), stored(value)));
    return isStored.get();
  };
  const put = (next: DraftState<Value>) => {
    const before = state.get().value;
    state.set(next);
    if (next.value === before) return;
    cancelTimer();
    // the timer outlives the form, as a save may end after it was closed
    timer = setTimeout(flush, storeDelayMs);
    // a new or an ended draft is stored at once, as the logout dialog lists the drafts
    if (before === null || next.value === null) flush();
  };
  /** Removes the draft, which is stored under another name now, and cancels the pending write that would bring it back. */
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
  const read = (name: string) => {
    const draft = readDraft(name, schema);
    return openDraft<Value>(name, { value: draft?.value ?? null, restoredAt: draft?.savedAt ?? null }, options);
  };
  const [opened, setOpened] = useState(() => read(initialName));
  const { state, flush, put } = opened;
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
    isStored: useStore(opened.isStored),
    /** What is typed at the moment of the call, even after the form was closed. */
    latest,
    /** Changes the value, as typing does; the device stores it after a short pause. */
    change,
    /** Puts a value in place of what was typed or restored, stored at once. Returns whether the device has it. */
    replace,
    /** Stores what is typed at once. */
    flush,
    /** Goes on with another draft; with the same draft, as it is stored. */
    open: (name: string) => {
      flush();
      setOpened(read(name));
    },
    /** Goes on with the draft, as `moved`, under another name. */
    moveTo: (name: string, moved: Value | null) => {
      const next = openDraft<Value>(name, { value: null, restoredAt: null }, options);
      next.put({ value: moved, restoredAt: null });
      // in this order, as a tab may die at any moment
      if (next.flush()) opened.leave();
      setOpened(next);
    },
    /** Discards what was typed, and offers to undo that, also once the form has closed. */
    discard: () => {
      const before = state.get().value;
      replace(null);
      notify.undo(t('Your changes were discarded.'), () => state.get().value === null && change(() => before));
    },
    /** Removes the draft without an offer to undo it. */
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
