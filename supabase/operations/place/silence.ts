/**
 * How long (ms) a server may send nothing before a command gives up: 60 seconds, or PORTAL_SILENCE_SECONDS.
 * @throws Error with a message for the user when the variable is not a number of seconds
 */
export function silenceMs(): number {
  const variable = process.env['PORTAL_SILENCE_SECONDS'];
  if (variable === undefined || variable === '') return 60_000;
  const seconds = Number(variable);
  if (!(seconds > 0 && seconds <= 3_600)) throw new Error('PORTAL_SILENCE_SECONDS is a number of seconds up to 3600.');
  return Math.ceil(seconds * 1_000);
}

/** The pauses before retries. A pause is at most `silenceMs`, so that a person who sets a short time does not wait long. */
export const retryPauses = (ms: readonly number[]): number[] => ms.map((pauseMs) => Math.min(pauseMs, silenceMs()));

/**
 * Starts a time limit for a request. It must be stopped when the request has ended. While it runs, the process does not exit. With
 * `AbortSignal.timeout`, the process would exit without a message while it waits for a lost connection.
 */
export function startTimeLimit(ms: number): { signal: AbortSignal; stop: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), ms);
  return { signal: limit.signal, stop: () => clearTimeout(timer) };
}

/** A server accepted a request and did not answer. The request is not retried. */
export class SilentServerError extends Error {
  constructor(host: string) {
    super(`${host} has not answered for ${silenceMs() / 1_000} seconds`);
  }
}

/** The slowest upload, in bytes per millisecond. The progress of an upload is not visible, so its time is added to the limit. */
const slowestUpload = 50;

/**
 * A `fetch` that gives up when the server sends nothing for `silenceMs`, also in the middle of a body. A large file may take as long as
 * bytes arrive.
 */
export const impatientFetch: typeof fetch = async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input);
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const sentBytes = init?.body instanceof Uint8Array ? init.body.length : 0;
  const restartTimer = (extraMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new SilentServerError(host)), silenceMs() + extraMs);
  };
  restartTimer(sentBytes / slowestUpload);
  try {
    const response = await fetch(input, { ...init, signal: controller.signal });
    const parts: Uint8Array[] = [];
    restartTimer(0);
    const body: ReadableStream<Uint8Array> | null = response.body;
    for await (const part of body ?? []) {
      parts.push(part);
      restartTimer(0);
    }
    const hasBody = response.body !== null && ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? Buffer.concat(parts) : null, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  } finally {
    clearTimeout(timer);
  }
};
