import type { Connection } from '../../lib/server-connection.ts';
import { RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { onOtherSession } from '../../lib/session.ts';
import { removeFiles } from '../../lib/upload-file.ts';
import { canRetryHelp, pauses } from './bucket-retry.ts';

/** Milliseconds within which a server has stored what it had received of an upload that was stopped. */
const lateness = 10_000;

let session = new AbortController();

// no other key may do it, and nobody after a logout
onOtherSession(() => {
  session.abort();
  session = new AbortController();
});

interface RemoveUpload {
  connection: Connection;
  /** Whether the upload was stopped before its end: what the server has of it may be stored after the first removal. */
  wasUnderWay: boolean;
}

/**
 * Takes files out of the bucket that no task points at, once the network is there. One that stays is in nobody's way, so
 * that nobody is asked what to do: it is logged.
 */
export async function removeUpload(names: readonly string[], { connection, wasUnderWay }: RemoveUpload): Promise<void> {
  const { signal } = session;
  const excuse = async (error: unknown) => {
    const unanswered = error instanceof RequestError && error.status === 0;
    if (signal.aborted || !unanswered || !(await connection.isLost())) return false;
    await connection.untilBack(signal);
    return !signal.aborted;
  };
  const mayRetry = (error: unknown) => !signal.aborted && canRetryHelp(error);
  const removeOnce = async () => {
    if (!signal.aborted) await removeFiles(names);
  };
  const remove = () => retry(removeOnce, { pauses, mayRetry, excuse });
  try {
    await remove();
    if (!wasUnderWay) return;
    await new Promise((resolve) => setTimeout(resolve, lateness));
    await remove();
  } catch (error) {
    if (!signal.aborted) console.error('A file that is not needed any more could not be removed', error);
  }
}
