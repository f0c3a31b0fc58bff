import { readConfig } from './config.ts';
import { connection } from './connection.ts';
import { getSession } from './device/session.ts';
import { bucket, fileUrlOf } from './file-names.ts';
import { RequestError, requestError } from './request-error.ts';
import { fieldsIn, isOwnAnswer, tooLarge } from './service-answer.ts';
import { sendingTimeMs, supabase } from './supabase.ts';

// Sending files. An upload shows its progress, may be stopped, and is given up when nothing moves for thirty seconds. Its name is the
// caller's, so it may be sent again: what is there already under that name is this very file, and counts as stored. It costs one request, and
// one question for the session where the storage refuses. What failed is repeated by the caller (`records/upload/upload-queue.ts`).

/** How long an upload may go without a byte sent. */
const stallTimeoutMs = 30_000;
/** Bytes that the browser may report as sent while they are still buffered. */
const maxBufferedBytes = 4_000_000;

interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Uploads a file, and returns the URL that a task stores. @throws RequestError, or AbortError when stopped */
export async function uploadFile(name: string, content: Blob, options: UploadOptions = {}): Promise<string> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new Error('Not configured');
  const url = `${config.url}/storage/v1/object/${bucket}/${name}`;
  const { status, text } = await send(url, config.anonKey, content, options);
  // `{ Id, Key }` of a stored file, `{ statusCode, error, message }` of a refusal
  const body = fieldsIn(text);
  const isOwn = isOwnAnswer(status, text, 'value');
  const isStored = isOwn && status < 300 && 'Key' in body;
  // an earlier attempt arrived but its response was lost: nobody else can have this name
  const alreadyThere = isOwn && body['statusCode'] === '409';
  if (isStored || alreadyThere) return fileUrlOf(config.url, name);
  if (!isOwn || status < 300) throw new RequestError('No response from the storage', status, 'network');
  // the storage does not say clearly that a session has expired; `whoami` does, and ends it here. Where it does not answer, the refusal
  // does not count
  if (status !== tooLarge && !(await connection.ask())) throw new RequestError('No response', status, 'network');
  // the storage names the status of a file that is too large for its bucket in the body
  throw new RequestError(
    'The file was not stored',
    body['statusCode'] === String(tooLarge) ? tooLarge : status,
    'response',
  );
}

/** Sends a file with `XMLHttpRequest`, as `fetch` would report no progress. Status 0 means no response. */
function send(
  url: string,
  anonKey: string,
  content: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(timer);
      const unseen = Math.min(content.size, maxBufferedBytes);
      timer = setTimeout(giveUp, stallTimeoutMs + sendingTimeMs(unseen));
    };
    const giveUp = () => {
      request.abort();
      resolve({ status: 0, text: '' });
    };
    const stop = () => {
      request.abort();
      reject(new DOMException('The upload was stopped', 'AbortError'));
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      restartTimer();
      onProgress?.(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      // the service never redirects, and this request cannot be told to stop there
      const isRedirected = request.responseURL !== '' && request.responseURL !== new URL(url).href;
      resolve(isRedirected ? { status: 0, text: '' } : { status: request.status, text: request.responseText });
    });
    request.open('POST', url);
    request.setRequestHeader('apikey', anonKey);
    request.setRequestHeader('authorization', `Bearer ${anonKey}`);
    request.setRequestHeader('x-portal-session', getSession()?.token ?? '');
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    form.append('cacheControl', '3600');
    form.append('', content);
    restartTimer();
    return request.send(form);
  });
}

/** Deletes files; the database refuses to delete a file that a task uses. @throws RequestError */
export async function removeFiles(names: readonly string[]): Promise<void> {
  const { error } = await supabase.storage.from(bucket).remove([...names]);
  if (error) throw requestError(error);
}

/**
 * Copies a chosen file into memory, so that it can be read even after the file on the disk was changed, moved or deleted.
 * @throws DOMException when it cannot be read now
 */
export async function readIntoMemory(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified });
}
