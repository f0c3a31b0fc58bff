import { RequestError } from './request-error.ts';

/**
 * The same bytes under the type of a PDF, whatever the server called them.
 * @throws RequestError when they do not begin as one: in a frame anything else could run as a page of ours.
 */
export async function asPdf(file: Blob): Promise<Blob> {
  const start = await file.slice(0, 5).text();
  if (start !== '%PDF-') throw new RequestError('Not a PDF', 200, 'answer');
  return file.slice(0, file.size, 'application/pdf');
}
