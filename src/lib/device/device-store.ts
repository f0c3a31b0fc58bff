import type { Store } from '../store.ts';

// A store of the device may hang. In WebKit, for example, the opening of a database hangs while another page that uses it is in the
// back-forward cache. A request to the server must never wait for the device (`decisions §12`), so each access to the database, the
// caches, the locks and the estimate of the free room passes through a `DeviceStore`.
//
// The limit is on the silence of the store, not on the duration of an access: on a slow phone sixty photos take long, but they are
// sixty answers. When accesses are waiting and the store answers none of them for three seconds, it counts as hanging. The waiting
// accesses then fail with `NoAnswer`, and later accesses fail at once, so that nobody waits twice. The store counts as answering
// again as soon as anything answers late: an access that was given up, or a probe. The first probe is sent at once. Further probes
// are sent when there is another access, at most every thirty seconds.
//
// A write that was given up may still happen; `onLate` tells its caller. A removal is never given up: it runs when the store
// answers again, before any access that starts then.

/**
 * A store may be silent for four steps of 750 ms, which is three seconds. It is divided into steps so that a page that slept, or computed
 * for long, has only missed one step.
 */
export const stepMs = 750;
const maxSilentSteps = 4;
/** The pause (ms) between two probes of a store that hangs. */
const probePauseMs = 30_000;

/** The store of the device does not answer. */
export class NoAnswer extends Error {}

export class DeviceStore implements Pick<Store<boolean>, 'get' | 'subscribe'> {
  readonly #probe: () => Promise<unknown>;
  /** A function for each waiting access, which gives it up. */
  readonly #waiting = new Set<() => void>();
  readonly #removals = new Set<() => Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #isAnswering = true;
  #silentSteps = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probedAt = 0;

  /** @param probe a small access on a new connection, which succeeds once the store answers again. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  /** Whether the store answers, as far as is known. */
  readonly get = (): boolean => this.#isAnswering;

  /** Calls the listener when the store hangs and when it answers again. Returns the unsubscribe function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * The result of an access.
   * @param onLate called when it succeeds after it was given up
   * @throws NoAnswer, and what the access throws
   */
  async inTime<Result>(access: () => Promise<Result>, onLate?: () => void): Promise<Result> {
    if (this.#isAnswering) return this.#run(access, onLate);
    if (Date.now() - this.#probedAt >= probePauseMs) this.#sendProbe();
    throw new NoAnswer();
  }

  /**
   * Removes something. Where the store hangs, this throws, and the removal runs when the store answers again.
   * @throws NoAnswer, and what the access throws
   */
  async remove(access: () => Promise<unknown>): Promise<void> {
    const removal = async () => {
      try {
        await access();
      } catch (error) {
        if (error instanceof NoAnswer) throw error;
        this.#removals.delete(removal);
        throw error;
      }
      this.#removals.delete(removal);
    };
    this.#removals.add(removal);
    await this.inTime(removal);
  }

  /** Resolves when the store answers, or when `signal` is aborted. */
  whenAnswering(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const probeTimer = setInterval(() => this.#sendProbe(), probePauseMs);
      const check = () => {
        if (!this.#isAnswering && !signal.aborted) return;
        clearInterval(probeTimer);
        unsubscribe();
        signal.removeEventListener('abort', check);
        resolve();
      };
      const unsubscribe = this.subscribe(check);
      signal.addEventListener('abort', check);
      check();
    });
  }

  async #run<Result>(access: () => Promise<Result>, onLate?: () => void): Promise<Result> {
    const controller = new AbortController();
    const giveUp = () => controller.abort();
    const silence = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new NoAnswer()));
    });
    const runAccess = async () => {
      try {
        const result = await access();
        if (controller.signal.aborted) onLate?.();
        return result;
      } finally {
        this.#waiting.delete(giveUp);
        this.#noteAnswer();
      }
    };
    this.#waiting.add(giveUp);
    if (this.#waiting.size === 1) this.#restartClock();
    return Promise.race([runAccess(), silence]);
  }

  /** Starts to measure the silence of the store anew. */
  #restartClock(): void {
    this.#silentSteps = 0;
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#timer = setTimeout(this.#step, stepMs);
  }

  readonly #step = (): void => {
    this.#silentSteps += 1;
    if (this.#silentSteps < maxSilentSteps) this.#timer = setTimeout(this.#step, stepMs);
    else this.#giveUpAll();
  };

  /** Gives up all waiting accesses, because the store has been silent for too long. */
  #giveUpAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#isAnswering = false;
    for (const giveUp of waiting) giveUp();
    this.#notifyListeners();
    this.#sendProbe();
  }

  #sendProbe(): void {
    this.#probedAt = Date.now();
    const noteAnswer = () => this.#noteAnswer();
    // an error is an answer too
    this.#probe().then(noteAnswer, noteAnswer);
  }

  #noteAnswer(): void {
    this.#restartClock();
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    // the removals start before the listeners are called, because a listener may store a file again under the same name
    for (const removal of this.#removals) this.#run(removal).catch(() => undefined);
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}
