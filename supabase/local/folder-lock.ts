import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What identifies a process: its id and start time, as ids are reused, soon after a restart of the machine. */
function identity(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`;
  } catch {
    // no /proc on this system
    return String(pid);
  }
}

function isAlive(holder: string): boolean {
  const pid = Number(holder.split(' ')[0]);
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return holder === identity(pid);
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Locks the file for this process, as two databases on one folder silently lose data; returns a function that releases
 * it. Waits `timeoutMs` ms for a predecessor to stop, then throws.
 */
export async function lockFile(file: string, timeoutMs = 5000): Promise<() => Promise<void>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      await writeFile(file, identity(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    const holder = await readFile(file, 'utf8').catch(() => '');
    if (!isAlive(holder)) {
      await rm(file, { force: true });
    } else if (Date.now() > end) {
      const pid = holder.split(' ')[0];
      throw new Error(`The portal's data is in use by another running portal (process ${pid}). Stop that one first.`);
    } else {
      await pause(200);
    }
  }
}
