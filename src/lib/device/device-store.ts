import type { Store } from '../store.ts';

// A store of the device may stop answering: in WebKit the opening of a database beside a page in the back-forward cache does.
// Nothing on the server waits for the device (`decisions §12`), so each access to its database, its caches, its locks and the
// estimate of its room passes through a `DeviceStore`.
//
// What counts is not how long an access takes but how long the store is silent: sixty photos are sixty answers, however slow the phone.
// When accesses wait and nothing is answered for three seconds, the store counts as hanging: what waits fails with `NoAnswer`,
// and what is asked next fails at once, so that nobody waits twice. Any late answer ends that: of what was given up, or of a
// probe. The first probe is sent at once, others when somebody asks again, at most every thirty seconds.
//
// A write that was given up may still happen, which is told to whoever asked for it. A removal is never given up: it is
// carried out when the store answers again, before anything that is asked then.

/** How long (ms) a store may be silent, in steps: a page that slept or computed for longer has only missed a step. */
export const stepMs = 750;
const silentSteps = 4;
/** The pause (ms) between two probes of a store that hangs. */
const probePauseMs = 30_000;

/** The store of the device does not answer. */
export class NoAnswer extends Error {}

export class DeviceStore implements Pick<Store<boolean>, 'get' | 'subscribe'> {
  readonly #probe: () => Promise<unknown>;
  /** Gives up each access that waits. */
  readonly #waiting = new Set<() => void>();
  readonly #removals = new Set<() => Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #answers = true;
  #silence = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #probedAt = 0;

  /** @param probe asks for something small, on a connection of its own. */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe;
  }

  /** Whether the store answers, as far as is known. */
  readonly get = (): boolean => this.#answers;

  /** Calls when the store hangs and when it answers again; returns the unsubscribe function. */
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
    if (this.#answers) return this.#run(access, onLate);
    if (Date.now() - this.#probedAt >= probePauseMs) this.#ask();
    throw new NoAnswer();
  }

  /** Removes something, at the latest when the store answers again. @throws NoAnswer, and what the access throws */
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
      const probing = setInterval(() => this.#ask(), probePauseMs);
      const check = () => {
        if (!this.#answers && !signal.aborted) return;
        clearInterval(probing);
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
    const asking = async () => {
      try {
        const result = await access();
        if (controller.signal.aborted) onLate?.();
        return result;
      } finally {
        this.#waiting.delete(giveUp);
        this.#answered();
      }
    };
    this.#waiting.add(giveUp);
    if (this.#waiting.size === 1) this.#restartClock();
    return Promise.race([asking(), silence]);
  }

  #restartClock(): void {
    this.#silence = 0;
    clearTimeout(this.#timer);
    if (this.#waiting.size > 0) this.#timer = setTimeout(this.#step, stepMs);
  }

  readonly #step = (): void => {
    this.#silence += 1;
    if (this.#silence < silentSteps) this.#timer = setTimeout(this.#step, stepMs);
    else this.#hang();
  };

  #hang(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#answers = false;
    for (const giveUp of waiting) giveUp();
    this.#tell();
    this.#ask();
  }

  #ask(): void {
    this.#probedAt = Date.now();
    const answered = () => this.#answered();
    // a refusal is an answer too
    this.#probe().then(answered, answered);
  }

  #answered(): void {
    this.#restartClock();
    if (this.#answers) return;
    this.#answers = true;
    // before what the listeners ask: a file may be stored again under its name
    for (const removal of this.#removals) this.#run(removal).catch(() => undefined);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
