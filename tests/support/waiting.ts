import { vi } from 'vitest';

/** How many milliseconds a test waits for what has to come. It costs nothing where it comes, and a slow machine needs it. */
export const patience = 90_000;

/** Waits until the check passes, also while the clock of the test stands still. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: patience });

/** A promise that waits until it is let go: for an answer that has to come after something else, however slow that is. */
export function hold(): { held: Promise<unknown>; release: () => void } {
  const gate = new EventTarget();
  const held = new Promise((resolve) => gate.addEventListener('open', resolve, { once: true }));
  return { held, release: () => void gate.dispatchEvent(new Event('open')) };
}
