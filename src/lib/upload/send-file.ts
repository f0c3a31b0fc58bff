import { sendingTimeMs } from './sending-time.ts';

// Sends a file to the storage, for whoever has a session and for the page of a sticker, which has none. It shows its progress, may be stopped,
// and is given up when nothing moves for thirty seconds. Whether it was stored is said by the caller, who knows what the answer means.

/** How long an upload may go without a byte sent. */
const stallTimeoutMs = 30_000;
/** Bytes that the browser may report as sent while they are still buffered. */
const maxBufferedBytes = 4_000_000;

export interface SendingOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** What the service asks of every call. */
export function serviceHeaders(anonKey: string): Record<string, string> {
  return { apikey: anonKey, authorization: `Bearer ${anonKey}` };
}

/**
 * Sends a file with `XMLHttpRequest`, as `fetch` would report no progress. Status 0 means no response, or one of somebody else.
 * @throws AbortError when stopped
 */
export function sendFile(
  url: string,
  headers: Readonly<Record<string, string>>,
  content: Blob,
  { onProgress, signal }: SendingOptions,
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
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    form.append('cacheControl', '3600');
    form.append('', content);
    restartTimer();
    return request.send(form);
  });
}
