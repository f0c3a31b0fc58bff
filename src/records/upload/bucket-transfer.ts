import type { Connection } from '../../lib/connection.ts';
import { smallNameOf } from '../../lib/file-names.ts';
import { RequestError } from '../../lib/request-error.ts';
import { isTransient, retry } from '../../lib/retry.ts';
import { onOtherSession } from '../../lib/session.ts';
import { removeFiles, uploadFile } from '../../lib/upload-file.ts';
import type { UploadEntry } from './upload.ts';

const uploadRetryDelaysMs = [1_000, 3_000];
/** After a stopped upload, the server may take this long to store what it had received. */
const lateStoreMs = 10_000;

let session = new AbortController();

// removals end with the session: no other key may continue them, and nobody after a logout
onOtherSession(() => {
  session.abort();
  session = new AbortController();
});

/** While the network is lost, retries wait and no attempt counts. */
function retryUntilStopped(signal: AbortSignal, connection: Connection, onPaused?: () => void) {
  return {
    delaysMs: uploadRetryDelaysMs,
    mayRetry: (error: unknown) => !signal.aborted && isTransient(error),
    waitForConnection: async (error: unknown) => {
      const unanswered = error instanceof RequestError && error.status === 0;
      if (signal.aborted || !unanswered || !(await connection.isLost())) return false;
      if (!signal.aborted) onPaused?.();
      await connection.waitUntilOnline(signal);
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

/** Returns the URL that a task stores. @throws RequestError, or AbortError when stopped. */
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
      retryUntilStopped(signal, connection, onPaused),
    );
  // the small one first: whoever finds the large one must find both
  if (small && !entry.smallUploaded) {
    await send(smallNameOf(name), small, 0);
    entry.smallUploaded = true;
  }
  return send(name, content, small?.size ?? 0);
}

interface RemoveUpload {
  connection: Connection;
  /** Whether an upload was stopped midway: the server may still store it after the first removal. */
  wasUnderWay: boolean;
}

/** Waits for the network. A file that stays in the bucket does no harm, so an error is only logged. */
export async function removeUpload(names: readonly string[], { connection, wasUnderWay }: RemoveUpload): Promise<void> {
  const { signal } = session;
  const removeOnce = async () => {
    if (!signal.aborted) await removeFiles(names);
  };
  const remove = () => retry(removeOnce, retryUntilStopped(signal, connection));
  try {
    await remove();
    if (!wasUnderWay) return;
    await new Promise((resolve) => setTimeout(resolve, lateStoreMs));
    await remove();
  } catch (error) {
    if (!signal.aborted) console.error('A file that is not needed any more could not be removed', error);
  }
}
