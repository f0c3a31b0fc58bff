import { vi } from 'vitest';

/** How many milliseconds a test waits for what has to come. It costs nothing where it comes, and a slow machine needs it. */
export const patience = 90_000;

/** Waits until the check passes, also while the clock of the test stands still. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: patience });

/** Waits until the check passes while a stopped clock goes on a second for every look, with answers arriving in between. */
export async function asTimePasses(check: () => void): Promise<void> {
  for (let passed = 0; ; passed += 1_000) {
    try {
      return check();
    } catch (error) {
      if (passed > patience) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await vi.advanceTimersByTimeAsync(1_000);
    // oxlint-disable-next-line no-await-in-loop -- answers come in turns of the real clock
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }
}

/** Stops the clock of `setTimeout` and its like. */
export const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** A promise that waits until it is let go: for an answer that has to come after something else, however slow that is. */
export function hold(): { held: Promise<unknown>; release: () => void } {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  return { held, release: () => void gate.dispatchEvent(new Event('open')) };
}

/**
 * Until the end of the test every longer pause, such as the one before another try, takes a twentieth of its time; the
 * clock goes on, so that a person can press keys meanwhile.
 */
export function hurry(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) =>
    setTimeout(run, milliseconds > 200 ? milliseconds / 20 : milliseconds),
  );
}
