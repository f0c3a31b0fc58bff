import { configure, getConfig, prettyDOM } from '@testing-library/react';
import { vi } from 'vitest';
import { stepMs } from '../../src/lib/device/device-store.ts';

/**
 * How long (ms) a test waits for something: long enough for a slow machine, and no round number, so that `hurry` recognizes it.
 */
export const patience = 90_001;

/** Retries until the check passes, also while the clock of the test is stopped. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience, interval: 10 });

/** Retries until the check passes. Before each retry it advances a stopped clock by a second and lets answers arrive. */
export async function asTimePasses(check: () => void): Promise<void> {
  for (let passed = 0; ; passed += 1_000) {
    try {
      return check();
    } catch (error) {
      if (passed > 90_000) throw error;
    }
    // each retry follows the one before
    await vi.advanceTimersByTimeAsync(1_000);
    // answers arrive by the real clock
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }
}

export const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Returns a promise and the function that resolves it, for an answer that has to come after something else. */
export function hold(): { held: Promise<unknown>; release: () => void } {
  const latch = new EventTarget();
  const held = new Promise((resolve) => latch.addEventListener('open', resolve, { once: true }));
  return { held, release: () => void latch.dispatchEvent(new Event('open')) };
}

interface Hurry {
  /** How many times shorter the pauses become: more where nobody has to see what is shown meanwhile. */
  times?: number;
  /** Whether the time limit for a store of the device becomes shorter too. A busy machine may be slower than that. */
  deviceHangs?: boolean;
}

/**
 * Shortens every longer pause that starts from now on, such as before a retry, until the end of the test. Unlike with a stopped
 * clock, keys can be pressed meanwhile. @returns a function that ends it earlier
 */
export function hurry({ times = 20, deviceHangs = false }: Hurry = {}): () => void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) =>
    setTimeout(
      run,
      isLong(milliseconds) && (deviceHangs || milliseconds !== stepMs) ? milliseconds / times : milliseconds,
    ),
  );
  return () => void vi.stubGlobal('setTimeout', setTimeout);
}

/** Whether a pause is shortened. The test itself waits as long as ever: nothing in the portal pauses for exactly `patience`. */
const isLong = (milliseconds: number) => milliseconds > 200 && milliseconds !== patience;

/** A setting of Testing Library that its types leave out. */
const trying = '_disableExpensiveErrorDiagnostics';

/** Whether a query is being retried. When Testing Library gives up, it prints the page itself. */
const isTrying = (): boolean => Reflect.get(getConfig(), trying) === true;

/** Runs a check that is retried, without printing the page in its errors. */
export function whileTrying(check: () => void): void {
  const config = getConfig();
  const quiet = { ...config, [trying]: true };
  configure(quiet);
  try {
    check();
  } finally {
    configure(config);
  }
}

/** The error of a query that finds no element, or too many. Printing the page at every retry took longer than the search. */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error([message, isTrying() ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
