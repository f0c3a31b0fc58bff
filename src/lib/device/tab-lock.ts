import { anySignal } from '../any-signal.ts';
import { succeeds } from './database.ts';
import { DeviceStore } from './device-store.ts';

// Locks of the browser, which the tabs of the portal share. Where a browser has no locks, or they do not answer, the work is done without
// one. That does no harm: two tabs may then send the same save, but the database does it once (`attempt.ts`).

/** Probes the locks. With `ifAvailable` the browser answers at once, whether the lock is free or taken. */
const askLocks = async () => navigator.locks.request('portal.probe', { ifAvailable: true }, () => null);
const lockState = new DeviceStore(askLocks);

async function hasLocks(): Promise<boolean> {
  return 'locks' in navigator && (await succeeds(() => lockState.inTime(askLocks)));
}

/**
 * Holds a lock until `signal` is aborted; false when another tab holds it.
 * @param timeoutMs milliseconds to wait; null for as long as it takes.
 */
export async function holdLock(name: string, signal: AbortSignal, timeoutMs: number | null): Promise<boolean> {
  if (!(await hasLocks())) return true;
  return new Promise((resolve) => {
    // the browser releases the lock when the promise of this callback resolves
    const holdUntilAbort = () => {
      resolve(true);
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        if (signal.aborted) release();
      });
    };
    const limitedSignal = timeoutMs === null ? signal : anySignal([signal, AbortSignal.timeout(timeoutMs)]);
    navigator.locks.request(name, { signal: limitedSignal }, holdUntilAbort).catch(() => resolve(false));
  });
}

/** Runs `work` under a lock and returns its result; null, without running it, when another tab holds the lock. */
export async function underFreeLock<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
  if (!(await hasLocks())) return work();
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? null : work()));
}
