import { asPdf } from '../../lib/as-pdf.ts';
import { RequestError, requestError } from '../../lib/request-error.ts';

/** Where a guide lies; it comes with the pages and needs no session. */
export function guideAddress(file: string): string {
  return `/guides/${encodeURIComponent(file)}`;
}

/**
 * The bytes of a guide.
 * @throws RequestError; also when a host answered with the start page, as it does for a file that is not there.
 */
export async function fetchGuide(file: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(guideAddress(file), { signal });
    if (!response.ok) throw new RequestError('Not there', response.status, 'answer');
    return await asPdf(await response.blob());
  } catch (cause) {
    throw cause instanceof RequestError ? cause : requestError(cause);
  }
}
