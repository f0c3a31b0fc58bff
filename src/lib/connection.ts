import { createStore, type Store } from './store.ts';

/** Pauses between checks, unless an event says that the network is back. The last pause repeats. */
const pollDelaysMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** The pause before a call is retried that failed while the server answers others. */
const retryDelayMs = 5_000;

/** Whether the browser says that it is offline. It may be wrong: a network need not have a connection. */
export const offline: Pick<Store<boolean>, 'get' | 'subscribe'> = {
  get: () => !navigator.onLine,
  subscribe: (listener) => {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};

/** Resolves at once, or when the browser says that the network is back. */
export async function whenOnline(): Promise<void> {
  if (!offline.get()) return;
  await new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
  });
}

/** Waits until the pause is over, the browser says that the network is back (true), or `signal` is aborted. */
export function onlineWithin(pauseMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isOnline: boolean) => {
      clearTimeout(timer);
      waiting.abort();
      resolve(isOnline);
    };
    const waiting = new AbortController();
    const timer = setTimeout(() => done(false), pauseMs);
    addEventListener('online', () => done(true), { signal: waiting.signal });
    signal?.addEventListener('abort', () => done(false), { signal: waiting.signal });
  });
}

/** Distinguishes a lost network from a failed request. Then polls, as browsers do not report every loss and return. */
export class Connection {
  readonly #lost = createStore(offline.get());
  readonly #isReachable: () => Promise<boolean>;
  readonly #end = new AbortController();
  #asking: Promise<boolean> | null = null;
  #watching = false;

  /** @param isReachable whether the server answers at all, whatever it says. */
  constructor(isReachable: () => Promise<boolean>) {
    this.#isReachable = isReachable;
    addEventListener('offline', () => this.#lose(), { signal: this.#end.signal });
    if (this.#lost.get()) this.#lose();
  }

  readonly lost: Pick<Store<boolean>, 'get' | 'subscribe'> = this.#lost;

  /** Whether the connection is lost: for a request without a response, asks whether others would fail too. */
  async isLost(): Promise<boolean> {
    if (!this.#lost.get() && !(await this.#ask())) this.#lose();
    return this.#lost.get();
  }

  /** Resolves when the server is reachable, or when `signal` is aborted. */
  waitUntilOnline(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#lost.get() && !signal.aborted) return;
        leave();
        signal.removeEventListener('abort', check);
        resolve();
      };
      const leave = this.#lost.subscribe(check);
      signal.addEventListener('abort', check);
      check();
    });
  }

  /** Resolves when the server is back, after a pause if it answers other calls, or when `signal` is aborted. */
  async waitBeforeRetry(signal: AbortSignal): Promise<void> {
    if (await this.isLost()) await this.waitUntilOnline(signal);
    else await onlineWithin(retryDelayMs, this.#end.signal);
  }

  dispose(): void {
    this.#end.abort();
  }

  #lose(): void {
    this.#lost.set(true);
    if (!this.#watching) void this.#watch();
  }

  async #watch(): Promise<void> {
    this.#watching = true;
    for (let attempt = 0; this.#lost.get() && !this.#end.signal.aborted; attempt += 1) {
      if (await onlineWithin(pollDelaysMs[Math.min(attempt, pollDelaysMs.length - 1)] ?? 0, this.#end.signal))
        attempt = 0;
      if (!this.#end.signal.aborted && (await this.#ask())) this.#lost.set(false);
    }
    this.#watching = false;
  }

  /** Asks whether the server is reachable, with one request for all callers. */
  #ask(): Promise<boolean> {
    this.#asking ??= this.#isReachable().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}
