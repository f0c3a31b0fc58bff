import { onOtherSession } from './device/session.ts';
import { offline, onlineWithin } from './online.ts';
import { checkSession } from './session-check.ts';
import { createStore, type Store } from './store.ts';

/** Pauses between checks, unless an event says that the network is back. The last pause repeats. */
const pollDelaysMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** Pauses before a call is sent again that failed while the service answers others. The last pause repeats. */
const retryDelaysMs = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000];
/** The longest pause that the service may ask for. */
const longestPauseMs = 300_000;

const delayOf = (delaysMs: readonly number[], attempt: number) => delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0;

/**
 * Tells whether the service answers (`decisions §12`), and asks until it does. It promises that whoever waits goes on by itself, and that
 * all who wait cost one request at a time: after 2 seconds, then in growing pauses up to 30. It asks when a call has no answer, and while
 * the service is away. Where the service answers others but refuses one call for now, that call waits for a pause of its own.
 */
export class Connection {
  readonly #lost = createStore(false);
  readonly #isAnswered: () => Promise<boolean>;
  #asking: Promise<boolean> | null = null;
  #controller: AbortController | null = null;
  /** When the service wants to be asked again at the earliest, in milliseconds since 1970. */
  #notBefore = 0;

  /** @param isAnswered asks the service, and tells whether it answers at all, whatever it says. Never throws. */
  constructor(isAnswered: () => Promise<boolean>) {
    this.#isAnswered = isAnswered;
    addEventListener('offline', () => this.#lose());
    if (offline.get()) this.#lose();
  }

  /** Whether the service does not answer now. */
  readonly lost: Pick<Store<boolean>, 'get' | 'subscribe'> = this.#lost;

  /** Whether the service is away: after a call without an answer, asks whether others would fail too. */
  async isLost(): Promise<boolean> {
    if (this.#lost.get() || offline.get() || !(await this.ask())) this.#lose();
    return this.#lost.get();
  }

  /** Asks the service now, with one request for all callers. Returns whether it answered. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#isAnswered().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Resolves when the service answers, or when `signal` is aborted. */
  waitUntilBack(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#lost.get() && !signal.aborted) return;
        unsubscribe();
        signal.removeEventListener('abort', check);
        resolve();
      };
      const unsubscribe = this.#lost.subscribe(check);
      signal.addEventListener('abort', check);
      check();
    });
  }

  /**
   * Resolves when the service is back, after a pause if it answers other calls, or when `signal` is aborted.
   * @param attempt how often the call was repeated: the pauses grow
   * @param onAway called when the service is found to be away
   */
  async waitBeforeRetry(signal: AbortSignal, attempt = 0, onAway: () => void = () => undefined): Promise<void> {
    // every other time only: where every second request fails, the call right after the question would always be the one that fails
    if (attempt % 2 === 0) await this.isLost();
    if (this.#lost.get()) onAway();
    await this.pauseBeforeRetry(signal, attempt);
  }

  /** The same without asking: for what a page repeats that nobody uses, as the question counts as a use of the session. */
  async pauseBeforeRetry(signal: AbortSignal, attempt: number): Promise<void> {
    if (this.#lost.get()) await this.waitUntilBack(signal);
    else await onlineWithin(Math.max(delayOf(retryDelaysMs, attempt), this.#notBefore - Date.now()), signal);
  }

  /** Notes that the service wants to be left alone for a while, as its `Retry-After` says. */
  pauseFor(milliseconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + Math.min(milliseconds, longestPauseMs));
  }

  /** Stops asking and forgets the state, as nobody waits after the end of a session. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.#notBefore = 0;
    this.#lost.set(false);
    if (offline.get()) this.#lose();
  }

  #lose(): void {
    this.#lost.set(true);
    if (this.#controller) return;
    this.#controller = new AbortController();
    void this.#askUntilBack(this.#controller.signal);
  }

  async #askUntilBack(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const pauseMs = Math.max(delayOf(pollDelaysMs, attempt), this.#notBefore - Date.now());
      if (await onlineWithin(pauseMs, signal)) attempt = 0;
      if (signal.aborted || !(await this.ask())) continue;
      if (signal.aborted) return;
      this.#controller = null;
      this.#lost.set(false);
      return;
    }
  }
}

/** The one connection of the page. */
export const connection = new Connection(checkSession);

onOtherSession(() => connection.stop());
