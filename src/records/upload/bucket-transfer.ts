import type { Connection } from '../../lib/server-connection.ts';
import { smallNameOf } from '../../lib/file-names.ts';
import { RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { onOtherSession } from '../../lib/session.ts';
import { removeFiles, uploadFile } from '../../lib/upload-file.ts';
import type { UploadEntry } from './upload.ts';

/** Milliseconds before each retry of what is asked of the bucket. */
const pauses = [1_000, 3_000];
/** Statuses after which a retry can help; 0 is no answer. */
const transient = new Set([0, 408, 429, 500, 502, 503, 504]);
/** Milliseconds within which a server has stored what it had received of an upload that was stopped. */
const lateness = 10_000;

let session = new AbortController();

// a removal ends with the session: no other key may go on with it, and nobody after a logout
onOtherSession(() => {
  session.abort();
  session = new AbortController();
});

/** The retries of a call to the bucket, until `signal` stops them. While the network is gone they wait, and no try counts. */
function untilStopped(signal: AbortSignal, connection: Connection, onPaused?: () => void) {
  return {
    pauses,
    mayRetry: (error: unknown) => !signal.aborted && error instanceof RequestError && transient.has(error.status),
    excuse: async (error: unknown) => {
      const unanswered = error instanceof RequestError && error.status === 0;
      if (signal.aborted || !unanswered || !(await connection.isLost())) return false;
      if (!signal.aborted) onPaused?.();
      await connection.untilBack(signal);
      return !signal.aborted;
    },
  };
}

interface SendUpload {
  name: string;
  signal: AbortSignal;
  connection: Connection;
  /** From 0 to 1, of the file and its small rendition together. */
  onProgress: (share: number) => void;
  onPaused: () => void;
}

/**
 * Puts a prepared file into the bucket, the small rendition first, and answers the URL that a task stores.
 * @throws RequestError, or AbortError when stopped.
 */
export async function sendUpload(
  entry: UploadEntry,
  { name, signal, connection, onProgress, onPaused }: SendUpload,
): Promise<string> {
  const { prepared } = entry;
  if (!prepared) throw new Error('No file provided');
  const { content, small } = prepared;
  const total = content.size + (small?.size ?? 0);
  const send = (objectName: string, file: Blob, before: number) =>
    retry(
      () =>
        uploadFile(objectName, file, {
          signal,
          onProgress: (share) => {
            if (!signal.aborted) onProgress((before + share * file.size) / total);
          },
        }),
      untilStopped(signal, connection, onPaused),
    );
  // the small one first: what points at the large one must find both
  if (small && !entry.smallIsUp) {
    await send(smallNameOf(name), small, 0);
    entry.smallIsUp = true;
  }
  return send(name, content, small?.size ?? 0);
}

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
  const removeOnce = async () => {
    if (!signal.aborted) await removeFiles(names);
  };
  const remove = () => retry(removeOnce, untilStopped(signal, connection));
  try {
    await remove();
    if (!wasUnderWay) return;
    await new Promise((resolve) => setTimeout(resolve, lateness));
    await remove();
  } catch (error) {
    if (!signal.aborted) console.error('A file that is not needed any more could not be removed', error);
  }
}
