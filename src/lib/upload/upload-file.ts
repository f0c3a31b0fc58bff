import { readConfig } from '../config.ts';
import { connection } from '../connection.ts';
import { getSession } from '../device/session.ts';
import { bucket, fileUrlOf } from '../file-names.ts';
import { RequestError, requestError } from '../request-error.ts';
import { fieldsIn, isOwnAnswer, tooLarge } from '../service-answer.ts';
import { supabase } from '../supabase.ts';
import { sendFile, serviceHeaders, type SendingOptions } from './send-file.ts';

// Stores files (`send-file.ts` sends them). The caller names a file, and no two files have one name, so a file may be sent again: where the
// storage has that name already, it has this file. An upload costs one request, and a question about the session where the storage refuses.
// A failed upload is repeated by the caller (`records/upload/upload-queue.ts`).

interface UploadOptions extends SendingOptions {
  /** Where it goes; the bucket of tasks if none is said. */
  to?: string;
}

/** Uploads a file, and returns the URL that a task stores. @throws RequestError, or AbortError when stopped */
export async function uploadFile(name: string, content: Blob, options: UploadOptions = {}): Promise<string> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new Error('Not configured');
  const url = `${config.url}/storage/v1/object/${options.to ?? bucket}/${name}`;
  const { status, text } = await sendFile(
    url,
    { ...serviceHeaders(config.anonKey), 'x-portal-session': getSession()?.token ?? '' },
    content,
    options,
  );
  // `{ Id, Key }` of a stored file, `{ statusCode, error, message }` of a refusal
  const body = fieldsIn(text);
  const isOwn = isOwnAnswer(status, text, 'value');
  const isStored = isOwn && status < 300 && 'Key' in body;
  // an earlier attempt arrived but its response was lost: nobody else can have this name
  const alreadyThere = isOwn && body['statusCode'] === '409';
  if (isStored || alreadyThere) return fileUrlOf(config.url, name);
  if (!isOwn || status < 300) throw new RequestError('No response from the storage', status, 'network');
  // the storage does not say clearly that a session has expired, but the answer to `ask` does, and ends it; without an answer the refusal
  // does not count
  if (status !== tooLarge && !(await connection.ask())) throw new RequestError('No response', status, 'network');
  // the storage names the status of a file that is too large for its bucket in the body
  throw new RequestError(
    'The file was not stored',
    body['statusCode'] === String(tooLarge) ? tooLarge : status,
    'response',
  );
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
