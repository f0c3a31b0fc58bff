import { RequestError, requestError } from './request-error.ts';
import { isOwnAnswer } from './service-answer.ts';

/** Downloads a file of the storage. @throws RequestError, also when it is cancelled */
export async function fileAt(url: string, options: RequestInit): Promise<Blob> {
  // the service never redirects, but a public network does
  const { status, file } = await fetch(url, { redirect: 'error', ...options })
    .then(async (response) => ({ status: response.status, file: await response.blob() }))
    .catch((error: unknown) => {
      throw requestError(error);
    });
  const beginning = await file.slice(0, 1_000).text();
  if (!isOwnAnswer(status, beginning, 'file', file.type))
    throw new RequestError('Something else than the file came', status, 'network');
  if (status >= 400) throw new RequestError('The storage refused the file', status, 'response');
  return file;
}
