import { configure, getConfig, prettyDOM } from '@testing-library/react';
import { vi } from 'vitest';
import { stepMs } from '../../src/lib/device/device-store.ts';

/** How long (ms) a test waits for something: long enough for a slow machine. */
export const patience = 90_001;

/** Retries until the check passes, even while the test's clock is stopped. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience, interval: 10 });

/**
 * Retries until the check passes, advancing a stopped clock by a second each time and letting answers arrive in
 * between.
 */
export async function asTimePasses(check: () => void): Promise<void> {
  for (let passed = 0; ; passed += 1_000) {
    try {
      return check();
    } catch (error) {
      if (passed > 90_000) throw error;
    }
    // each attempt follows the one before
    await vi.advanceTimersByTimeAsync(1_000);
    // answers arrive by the real clock
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  }
}

export const stopTime = (): void => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** A promise that the test releases, for an answer that has to come after something else, however slow that is. */
export function hold(): { held: Promise<unknown>; release: () => void } {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  return { held, release: () => void gate.dispatchEvent(new Event('open')) };
}

interface Hurry {
  /** How many times shorter: more where nobody has to see what is shown meanwhile. */
  times?: number;
  /** Whether a store of the device is given up sooner, too: a busy machine may be as slow as that. */
  deviceHangs?: boolean;
}

/**
 * Shortens every longer pause that begins from now on, such as before a retry, until the end of the test; unlike with a stopped
 * clock, keys can be pressed meanwhile.
 * @returns what ends it before
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

/** The test itself waits no less: nothing in the portal pauses for exactly that long. */
const isLong = (milliseconds: number) => milliseconds > 200 && milliseconds !== patience;

/** Testing Library's own setting, missing from its types. */
const trying = '_disableExpensiveErrorDiagnostics';

/** Whether a query is being retried: on giving up, it prints the page itself. */
const isTrying = (): boolean => Reflect.get(getConfig(), trying) === true;

/** Runs a check that is retried, without listing the page's elements in its errors. */
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

/**
 * The error of a query that finds nothing, or too much. Printing the page at every attempt took longer than the search.
 */
export function elementError(message: string | null, container: Element): Error {
  const error = new Error([message, isTrying() ? null : prettyDOM(container)].filter(Boolean).join('\n\n'));
  error.name = 'TestingLibraryElementError';
  return error;
}
