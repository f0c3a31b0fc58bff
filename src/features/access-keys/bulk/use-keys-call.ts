import { useRef, useState } from 'react';
import { isNoService, RequestError, serverRefusal } from '../../../lib/request-error.ts';
import type { AccessKey } from '../../../records/access-key/access-key.ts';
import { newBatch } from '../../../records/change-log/batch.ts';
import { keyErrorText, logKeyError } from '../key-errors.ts';
import { KeysRefused } from './bulk-calls.ts';

/** The keys that the server refused to change for the same reason. */
export interface KeyRefusal {
  reason: string;
  keys: readonly AccessKey[];
}

export type KeysCall = ReturnType<typeof useKeysCall>;

/**
 * The state of a call that changes many keys. The server changes all of the keys or none: if it refuses some, `refusals` lists them, and the
 * person may go on with the others. Without an answer the change is unconfirmed. Then only the same call may be sent again, because the server
 * does it only once. It is no mutation, because a mutation would cache new keys.
 * @param chosen the keys as they were when the dialog was opened
 */
export function useKeysCall(chosen: readonly AccessKey[]) {
  const [leftOutIds, setLeftOutIds] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<readonly KeyRefusal[]>([]);
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const [batch] = useState(newBatch);
  // prevents a second call by a double click, whose second press comes before the button is rendered as busy
  const isRunning = useRef(false);
  const targets = chosen.filter(({ id }) => !leftOutIds.has(id));
  const refusedIds = new Set(refusals.flatMap(({ keys }) => keys.map(({ id }) => id)));

  /**
   * Sends the call and updates the state.
   * @param call changes the keys with these ids
   * @param onDone called with the result and the keys, if the call succeeded
   */
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
      setUnconfirmed((wasUnconfirmed) => mayHaveChanged(cause, wasUnconfirmed));
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
     * Whether the keys may have been changed, because no answer came. Then only the same call may be sent again: with other arguments it would
     * be another attempt, and the new keys of the first attempt would never be shown.
     */
    isUnconfirmed,
    /** Whether the choices of the dialog are locked, because the call runs or is unconfirmed. */
    isLocked: busy || isUnconfirmed,
    /** The keys that are not refused. */
    accepted: targets.filter(({ id }) => !refusedIds.has(id)),
    run,
    /** Removes the refused keys from the targets. */
    leaveOutRefused: () => {
      setLeftOutIds(new Set([...leftOutIds, ...refusedIds]));
      setRefusals([]);
    },
  };
}

/**
 * Whether the keys may have been changed in spite of an error. After a refusal by the database they were not. A refusal by something else, such
 * as the gateway's rate limit, gives no information about an earlier call.
 * @param wasUnconfirmed whether an earlier call may have changed them
 */
function mayHaveChanged(error: unknown, wasUnconfirmed: boolean): boolean {
  if (error instanceof KeysRefused) return false;
  // no answer, or one that cannot be read
  if (isNoService(error) || !(error instanceof RequestError) || error.status < 400) return true;
  return wasUnconfirmed && serverRefusal(error).code === null;
}

/** Groups the refused keys by reason, in the order of the list. */
function byReason({ refused }: KeysRefused, keys: readonly AccessKey[]): KeyRefusal[] {
  const reasonById = new Map(refused.map(({ id, reason }) => [id, reason]));
  const groups = new Map<string, AccessKey[]>();
  for (const key of keys) {
    const reason = reasonById.get(key.id);
    if (reason !== undefined) groups.set(reason, [...(groups.get(reason) ?? []), key]);
  }
  return [...groups].map(([reason, refusedKeys]) => ({ reason, keys: refusedKeys }));
}
