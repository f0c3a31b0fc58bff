import type { Connection } from '../../lib/server-connection.ts';
import { smallNameOf } from '../../lib/file-names.ts';
import { RequestError } from '../../lib/request-error.ts';
import { retry } from '../../lib/retry.ts';
import { uploadFile } from '../../lib/upload-file.ts';
import { canRetryHelp, pauses } from './bucket-retry.ts';
import type { UploadEntry } from './upload.ts';

interface SendUpload {
  name: string;
  signal: AbortSignal;
  connection: Connection;
  /** From 0 to 1, of the file and its small rendition together. */
  onProgress: (share: number) => void;
  onPaused: () => void;
}

/**
 * Puts a prepared file into the bucket, the small rendition first, and answers the URL that a task stores. While the
 * network is gone it waits, and no try counts.
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
  const mayRetry = (error: unknown) => !signal.aborted && canRetryHelp(error);
  const excuse = async (error: unknown) => {
    const unanswered = error instanceof RequestError && error.status === 0;
    if (signal.aborted || !unanswered || !(await connection.isLost())) return false;
    if (!signal.aborted) onPaused();
    await connection.untilBack(signal);
    return !signal.aborted;
  };
  const send = (objectName: string, file: Blob, before: number) =>
    retry(
      () =>
        uploadFile(objectName, file, {
          signal,
          onProgress: (share) => {
            if (!signal.aborted) onProgress((before + share * file.size) / total);
          },
        }),
      { pauses, mayRetry, excuse },
    );
  // the small one first: what points at the large one must find both
  if (small && !entry.smallIsUp) {
    await send(smallNameOf(name), small, 0);
    entry.smallIsUp = true;
  }
  return send(name, content, small?.size ?? 0);
}
