import { createStore, type Store } from './store.ts';

/** Unless an event says that the network is back. The last one repeats. */
const pollDelaysMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** Of a call that failed while the server answers others. */
const retryDelayMs = 5_000;

/** Distinguishes a lost network from a failed request. Then polls, as browsers do not report every loss and return. */
export class Connection {
  readonly #lost = createStore(!navigator.onLine);
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

  /** For a request without a response: whether the others fail too. */
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

  /** Resolves when the server is back, after a pause if it answers others, or when `signal` is aborted. */
  async waitBeforeRetry(signal: AbortSignal): Promise<void> {
    if (await this.isLost()) await this.waitUntilOnline(signal);
    else await this.#onlineWithin(retryDelayMs);
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
      // oxlint-disable-next-line no-await-in-loop -- one check after the other
      if (await this.#onlineWithin(pollDelaysMs[Math.min(attempt, pollDelaysMs.length - 1)] ?? 0)) attempt = 0;
      // oxlint-disable-next-line no-await-in-loop -- one check after the other
      if (!this.#end.signal.aborted && (await this.#ask())) this.#lost.set(false);
    }
    this.#watching = false;
  }

  #onlineWithin(pause: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isOnline: boolean) => {
        clearTimeout(timer);
        waiting.abort();
        resolve(isOnline);
      };
      const waiting = new AbortController();
      const timer = setTimeout(() => done(false), pause);
      addEventListener('online', () => done(true), { signal: waiting.signal });
      this.#end.signal.addEventListener('abort', () => done(false), { signal: waiting.signal });
    });
  }

  /** One request for all callers. */
  #ask(): Promise<boolean> {
    this.#asking ??= this.#isReachable().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }
}
