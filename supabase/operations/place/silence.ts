/**
 * How long a server may say nothing before a command gives up: 60 seconds, or PORTAL_SILENCE_SECONDS.
 * @throws with a sentence when the variable is no number of seconds.
 */
export function silenceMs(): number {
  const given = process.env['PORTAL_SILENCE_SECONDS'];
  if (given === undefined || given === '') return 60_000;
  const seconds = Number(given);
  if (!(seconds > 0 && seconds <= 3_600)) throw new Error('PORTAL_SILENCE_SECONDS is a number of seconds up to 3600.');
  return Math.ceil(seconds * 1_000);
}

/** Pauses before retries. None is longer than a server may be silent: who gives up early does not wait long either. */
export const retryPauses = (ms: readonly number[]): number[] => ms.map((pauseMs) => Math.min(pauseMs, silenceMs()));

/**
 * A time limit for a request, to be stopped when that has ended. While it runs, the process stays: the timer of
 * `AbortSignal.timeout` would let it end, with no word, while it waits for a connection that was dropped.
 */
export function startTimeLimit(ms: number): { signal: AbortSignal; stop: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), ms);
  return { signal: limit.signal, stop: () => clearTimeout(timer) };
}

/** The error of a server that accepted a request and never answered; it is not worth a retry. */
export class SilentServerError extends Error {
  constructor(host: string) {
    super(`${host} has not answered for ${silenceMs() / 1_000} seconds`);
  }
}

/** What is sent is not progress that can be seen, so it adds to the time: at least this many bytes a millisecond. */
const slowestUpload = 50;

/** `fetch` that gives up on a silent server, in the middle of a body too. A large file may take as long as its bytes come. */
export const impatientFetch: typeof fetch = async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const sent = init?.body instanceof Uint8Array ? init.body.length : 0;
  const wait = (extraMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new SilentServerError(host)), silenceMs() + extraMs);
  };
  wait(sent / slowestUpload);
  try {
    const response = await fetch(input, { ...init, signal: stop.signal });
    const parts: Uint8Array[] = [];
    wait(0);
    const body: ReadableStream<Uint8Array> | null = response.body;
    for await (const part of body ?? []) {
      parts.push(part);
      wait(0);
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
