import { useRef, useState } from 'react';
import { isNoService, RequestError, serverRefusal } from '../../../lib/request-error.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { newBatch } from '../../../records/change-log/batch.ts';
import { keyErrorText, logKeyError } from '../key-errors.ts';
import { KeysRefused } from './bulk-calls.ts';

/** A reason, and the keys whose change the server refused for it. */
export interface KeyRefusal {
  reason: string;
  keys: readonly AccessKey[];
}

export type KeysCall = ReturnType<typeof useKeysCall>;

/**
 * Sends one call that changes many keys, and holds its outcome. The server changes all of the keys or none: where it refuses some, they
 * are named by reason, and the person may go on with the others. Without an answer the change is unconfirmed, and only the same call may
 * be sent again, which the server does once. It is no mutation, because a mutation would cache new keys.
 * @param chosen the keys as they were when the dialog was opened
 */
export function useKeysCall(chosen: readonly AccessKey[]) {
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly KeyRefusal[]>([]);
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const [batch] = useState(newBatch);
  // a second press of a double click comes before the button is busy
  const isRunning = useRef(false);
  const targets = chosen.filter(({ id }) => !leftOut.has(id));
  const refusedIds = new Set(refusals.flatMap(({ keys }) => keys.map(({ id }) => id)));

  /** @param call changes the keys @param onDone called with the result, and with the keys */
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
      setUnconfirmed((before) => mayHaveChanged(cause, before));
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
     * Whether the keys may have been changed, as no answer came. Then only the same call may be sent again: another choice would be another
     * attempt, and keys that the first attempt made would never be shown.
     */
    isUnconfirmed,
    /** Whether the choices of the dialog are locked, because the call runs or is unconfirmed. */
    isLocked: busy || isUnconfirmed,
    /** The keys that are not refused. */
    accepted: targets.filter(({ id }) => !refusedIds.has(id)),
    run,
    /** Leaves out the refused keys from here on. */
    leaveOutRefused: () => {
      setLeftOut(new Set([...leftOut, ...refusedIds]));
      setRefusals([]);
    },
  };
}

/**
 * Whether the keys may have been changed in spite of this error. A refusal by the database says that they were not. A refusal by anything
 * else, such as the gateway's limit, says nothing of an earlier call.
 * @param before whether an earlier call may have changed them
 */
function mayHaveChanged(error: unknown, before: boolean): boolean {
  if (error instanceof KeysRefused) return false;
  if (isNoService(error) || !(error instanceof RequestError) || error.status < 400) return true;
  return before && serverRefusal(error).code === null;
}

/** The refused keys by their reason, in the order of the list. */
function byReason({ refused }: KeysRefused, keys: readonly AccessKey[]): KeyRefusal[] {
  const reasons = new Map(refused.map(({ id, reason }) => [id, reason]));
  const groups = new Map<string, AccessKey[]>();
  for (const key of keys) {
    const reason = reasons.get(key.id);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), key]);
  }
  return [...groups].map(([reason, refusedFor]) => ({ reason, keys: refusedFor }));
}
