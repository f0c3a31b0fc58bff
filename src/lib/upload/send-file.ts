import { sendingTimeMs } from './sending-time.ts';

// Sends a file to the storage, with a session or, from the page of a sticker, without one. It reports its progress, can be stopped, and fails
// when no byte is sent for thirty seconds. The caller interprets the answer, and decides whether the file was stored.

/** How long (ms) an upload may go without a byte sent. */
const stallTimeoutMs = 30_000;
/** How many bytes the browser may report as sent while they are still in its buffer. */
const maxBufferedBytes = 4_000_000;

export interface SendingOptions {
  /** Called with the share of the bytes that were sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file. It uses `XMLHttpRequest`, because `fetch` reports no progress. Status 0 means that there was no response, or that another
 * server has sent it.
 * @throws AbortError when it is stopped
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
      const bufferedBytes = Math.min(content.size, maxBufferedBytes);
      timer = setTimeout(giveUp, stallTimeoutMs + sendingTimeMs(bufferedBytes));
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
      // the service never redirects, but this kind of request follows redirects
      const isRedirected = request.responseURL !== '' && request.responseURL !== new URL(url).href;
      resolve(isRedirected ? { status: 0, text: '' } : { status: request.status, text: request.responseText });
    });
    request.open('POST', url);
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    // the fields that the storage's own client sends
    const form = new FormData();
    form.append('cacheControl', '3600');
    form.append('', content);
    restartTimer();
    return request.send(form);
  });
}
