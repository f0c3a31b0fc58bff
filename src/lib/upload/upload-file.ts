import { readConfig, serviceHeaders, sessionHeader } from '../config.ts';
import { connection } from '../connection.ts';
import { getSession } from '../device/session.ts';
import { bucket, fileUrlOf } from '../file-names.ts';
import { RequestError, requestError } from '../request-error.ts';
import { fieldsIn, isOwnAnswer, tooLarge } from '../service-answer.ts';
import { supabase } from '../supabase.ts';
import { sendFile, type SendingOptions } from './send-file.ts';

// Uploads files to the storage (`send-file.ts` sends them). The caller chooses a unique name, so a file may be sent again: if the name is
// taken, the storage has this file already. An upload costs one request, and a second one about the session if the storage refuses. The
// caller repeats failed uploads (`records/upload/upload-queue.ts`).

interface UploadOptions extends SendingOptions {
  /** The bucket; by default that of tasks. */
  to?: string;
}

/** Uploads a file, and returns the URL that a task stores. @throws RequestError, or AbortError when it is stopped */
export async function uploadFile(name: string, content: Blob, options: UploadOptions = {}): Promise<string> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) throw new Error('Not configured');
  const url = `${config.url}/storage/v1/object/${options.to ?? bucket}/${name}`;
  const { status, text } = await sendFile(
    url,
    { ...serviceHeaders(config.anonKey), [sessionHeader]: getSession()?.token ?? '' },
    content,
    options,
  );
  // the storage answers `{ Id, Key }` for a stored file, and `{ statusCode, error, message }` for a refusal
  const body = fieldsIn(text);
  const isOwn = isOwnAnswer(status, text, 'value');
  const isStored = isOwn && status < 300 && 'Key' in body;
  // if the name is taken, an earlier attempt succeeded but its response was lost: nobody else can have this name
  const alreadyThere = isOwn && body['statusCode'] === '409';
  if (isStored || alreadyThere) return fileUrlOf(config.url, name);
  if (!isOwn || status < 300) throw new RequestError('No response from the storage', status, 'network');
  // The storage does not report clearly that a session has expired. The answer to `ask` does, and ends the session. Without an answer, the
  // refusal does not count.
  if (status !== tooLarge && !(await connection.ask())) throw new RequestError('No response', status, 'network');
  // for a file that is too large for its bucket, the real status is only in the body
  throw new RequestError(
    'The file was not stored',
    body['statusCode'] === String(tooLarge) ? tooLarge : status,
    'response',
  );
}

/** Deletes files. The database refuses to delete a file that a task uses. @throws RequestError */
export async function removeFiles(names: readonly string[]): Promise<void> {
  const { error } = await supabase.storage.from(bucket).remove([...names]);
  if (error) throw requestError(error);
}

/**
 * Copies a chosen file into memory, so that it can be read after the file on the disk was changed, moved or deleted.
 * @throws DOMException when it cannot be read
 */
export async function readIntoMemory(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified });
}
