import { anySignal } from '../any-signal.ts';
import { succeeds } from './database.ts';
import { DeviceStore } from './device-store.ts';

// Locks of the browser, which the tabs of the portal share. Where a browser has none, or they do not answer, whoever asks goes on without:
// what they keep from happening twice does no harm twice (`attempt.ts`), it only costs.

/** Probes the locks: with `ifAvailable` a lock is answered at once, whether it is free or taken. */
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
    const holding = () => {
      resolve(true);
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        if (signal.aborted) release();
      });
    };
    const limitedSignal = timeoutMs === null ? signal : anySignal([signal, AbortSignal.timeout(timeoutMs)]);
    navigator.locks.request(name, { signal: limitedSignal }, holding).catch(() => resolve(false));
  });
}

/** Does something under a lock; null when another tab holds it now. */
export async function underFreeLock<Result>(name: string, work: () => Promise<Result>): Promise<Result | null> {
  if (!(await hasLocks())) return work();
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => (lock === null ? null : work()));
}
