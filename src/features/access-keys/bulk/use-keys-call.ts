import { useRef, useState } from 'react';
import { isNoService, RequestError, serverRefusal } from '../../../lib/request-error.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { newBatch } from '../../../records/change-log/batch.ts';
import { keyErrorText, logKeyError } from '../key-calls.ts';
import { KeysRefused } from './bulk-calls.ts';

/** Keys that may not be changed so, for the same reason. */
export interface Refusals {
  reason: string;
  keys: readonly AccessKey[];
}

export type KeysCall = ReturnType<typeof useKeysCall>;

/**
 * Changes many keys once at a time, and holds what came of it. Where some refuse nothing is changed, and a person may go on with the
 * others. It is no mutation, because that would cache new keys.
 * @param chosen the keys, as they were when the dialog was opened
 */
export function useKeysCall(chosen: readonly AccessKey[]) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusals[]>([]);
  const [unclear, setUnclear] = useState(false);
  const [batch] = useState(newBatch);
  // a second press of a double click comes before the button is busy
  const isRunning = useRef(false);
  const targets = chosen.filter(({ id }) => !leftOut.has(id));
  const refusing = new Set(refusals.flatMap(({ keys }) => keys.map(({ id }) => id)));

  /** @param call what to do with the keys @param onDone called with what came of it, and with the keys */
  const run = async <Result>(
    keys: readonly AccessKey[],
    call: (ids: readonly number[], batch: string) => Promise<Result>,
    onDone: (result: Result, keys: readonly AccessKey[]) => void,
  ) => {
    if (isRunning.current || keys.length === 0) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    setRefusals([]);
    try {
      const result = await call(
        keys.map(({ id }) => id),
        batch,
      );
      onDone(result, keys);
    } catch (cause) {
      setUnclear((before) => mayBeDone(cause, before));
      if (cause instanceof KeysRefused) setRefusals(byReason(cause, keys));
      else {
        logKeyError(cause);
        setError(keyErrorText(cause, 'many'));
      }
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return {
    /** The keys that would be changed. */
    targets,
    busy,
    error,
    refusals,
    /**
     * Whether the keys may have been changed, as no answer came. Then the same is to be sent again: another choice is another attempt, and
     * what the first one made would stay unseen.
     */
    unclear,
    /** Whether what was chosen is not to be changed: it is sent, or may be done. */
    isFixed: busy || unclear,
    /** The keys that do not refuse. */
    others: targets.filter(({ id }) => !refusing.has(id)),
    run,
    /** Leaves out the keys that refuse from here on. */
    leaveOutRefusing: () => {
      setLeftOut(new Set([...leftOut, ...refusing]));
      setRefusals([]);
    },
  };
}

/**
 * Whether the keys may have been changed in spite of this error. The database’s own refusal says that they were not; whatever else refuses
 * a call, as a limit of the gateway, says nothing of an earlier one.
 * @param before whether an earlier call may have changed them
 */
function mayBeDone(error: unknown, before: boolean): boolean {
  if (error instanceof KeysRefused) return false;
  if (isNoService(error) || !(error instanceof RequestError) || error.status < 400) return true;
  return before && serverRefusal(error).code === null;
}

/** The keys that refuse by the reason, in the order of the list. */
function byReason({ refused }: KeysRefused, keys: readonly AccessKey[]): Refusals[] {
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]));
  const groups = new Map<string, AccessKey[]>();
  for (const key of keys) {
    const reason = reasons.get(key.id);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), key]);
  }
  return [...groups].map(([reason, refusing]) => ({ reason, keys: refusing }));
}
