import { onOtherSession } from './device/session.ts';
import { offline, onlineWithin } from './online.ts';
import { checkSession } from './session-check.ts';
import { createStore, type Store } from './store.ts';

/** The pauses (ms) between two checks, unless the browser reports earlier that the network is back. The last pause repeats. */
const pollDelaysMs = [2_000, 4_000, 8_000, 15_000, 30_000];
/** The pauses (ms) before a call is repeated that failed while the service answers other calls. The last pause repeats. */
const retryDelaysMs = [1_000, 3_000, 5_000, 10_000, 20_000, 30_000];
/** The longest pause (ms) that the service may demand. */
const longestPauseMs = 300_000;

const delayOf = (delaysMs: readonly number[], attempt: number) => delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0;

/**
 * Knows whether the service answers (`decisions §12`). When a call gets no answer, it asks the service, and goes on asking until it answers:
 * after 2 seconds, then after growing pauses of up to 30 seconds. Code that waits here continues by itself when the service is back, and all
 * waiting code together costs one request at a time. If the service answers other calls, a failed call is repeated after a pause of its own.
 */
export class Connection {
  readonly #lost = createStore(false);
  readonly #isAnswered: () => Promise<boolean>;
  /** The request that is under way; null for none. */
  #request: Promise<boolean> | null = null;
  /** Stops the repeated requests while the service does not answer; null while it does. */
  #controller: AbortController | null = null;
  /** The earliest time of the next request that the service has demanded, in milliseconds since 1970. */
  #notBefore = 0;

  /** @param isAnswered sends a request, and returns whether the service answered it, with whatever result. Must not throw. */
  constructor(isAnswered: () => Promise<boolean>) {
    this.#isAnswered = isAnswered;
    addEventListener('offline', () => this.#lose());
    if (offline.get()) this.#lose();
  }

  /** Whether the service does not answer now. */
  readonly lost: Pick<Store<boolean>, 'get' | 'subscribe'> = this.#lost;

  /** Asks the service after a call without an answer. Returns true if it does not answer at all, so that other calls would fail, too. */
  async isLost(): Promise<boolean> {
    if (this.#lost.get() || offline.get() || !(await this.ask())) this.#lose();
    return this.#lost.get();
  }

  /** Asks the service now, with one request for all callers. Returns whether it answered. */
  ask(): Promise<boolean> {
    this.#request ??= this.#isAnswered().finally(() => {
      this.#request = null;
    });
    return this.#request;
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
   * Waits before a failed call is repeated: until the service answers again or, if it answers other calls, for a pause. Resolves at once
   * when `signal` is aborted.
   * @param attempt how many times the call was repeated before; the pauses grow with it
   * @param onAway called if the service does not answer at all
   */
  async waitBeforeRetry(signal: AbortSignal, attempt = 0, onAway: () => void = () => undefined): Promise<void> {
    // asks only before every second attempt: if every second request fails and each call came after a question, each call would be the one that fails
    if (attempt % 2 === 0) await this.isLost();
    if (this.#lost.get()) onAway();
    await this.pauseBeforeRetry(signal, attempt);
  }

  /** Like `waitBeforeRetry`, but without asking: for a page that nobody uses, because asking counts as a use of the session. */
  async pauseBeforeRetry(signal: AbortSignal, attempt: number): Promise<void> {
    if (this.#lost.get()) await this.waitUntilBack(signal);
    else await onlineWithin(Math.max(delayOf(retryDelaysMs, attempt), this.#notBefore - Date.now()), signal);
  }

  /** Sets the pause that the service demands with `Retry-After`. */
  pauseFor(milliseconds: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + Math.min(milliseconds, longestPauseMs));
  }

  /** Stops asking and resets the state, because nobody waits after the end of a session. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.#notBefore = 0;
    this.#lost.set(false);
    if (offline.get()) this.#lose();
  }

  /** Records that the service does not answer, and asks it until it does. */
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

/** The only connection of the page. */
export const connection = new Connection(checkSession);

onOtherSession(() => connection.stop());
