import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OtherRelease } from './migrations.ts';

export interface DataFolder {
  database: string;
  files: string;
  /** The secret that signs the links to files; generated at the first start, so that links survive a restart. */
  secret: string;
  /** Records that the first start has completed. */
  markReady(): Promise<void>;
  /** Copies a database that was not shut down cleanly before it is opened, which changes it. */
  storeCopy(): Promise<void>;
  /** Removes the copy, once the database could be opened. */
  dropCopy(): Promise<void>;
  /** An error that says that another release made the data, and what to do. */
  ofOtherRelease(reason: OtherRelease): Error;
  /** An error that says why the data cannot be opened, where it is, what to do. Makes a copy if there is none yet. */
  broken(reason: unknown): Promise<Error>;
  unlock(): Promise<void>;
}

/** The folder of the data: `PORTAL_DATA_DIR`, or `.portal-data` in `root`. */
export function dataFolderOf(root: string): string {
  return path.resolve(root, process.env['PORTAL_DATA_DIR'] || '.portal-data');
}

const marker = 'portal.json';
const members = ['database', 'database-copy', 'database-copy.part', 'files', 'secret', `${marker}.part`, marker];
const lockName = 'portal.lock';
const notReady = '{"ready":false}';
const ready = '{"ready":true}';

/** Replaces a file so that a killed process or a full disk leaves the old content or the new, never half of it. */
async function replaceFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** Whether Postgres's control file says that it was shut down cleanly, which it does not after a kill. */
async function wasClosed(database: string): Promise<boolean> {
  const control = await readFile(path.join(database, 'global/pg_control')).catch(() => null);
  // after the system identifier and two versions; 1 is DB_SHUTDOWNED
  return control !== null && control.length >= 20 && control.readUInt32LE(16) === 1;
}

function brokenError(folder: string, reason: unknown, copy: string | null): Error {
  const why = reason instanceof Error ? reason.message : String(reason);
  const copied = copy ? ` A copy of the database as it was found is in ${copy}.` : '';
  return new Error(
    `The portal's data in ${folder} cannot be opened: ${why}.${copied} Nothing was deleted. ` +
      `Replace it with a backup of this folder, or move it away and start again: PORTAL_DATA_DIR names another folder.`,
    { cause: reason },
  );
}

function otherReleaseError(folder: string, reason: OtherRelease): Error {
  return new Error(
    `The portal's data in ${folder} is of another release: ${reason.message}. Nothing was changed. ` +
      `Start that release to see the data again, or delete the data and begin with the demo data: npm run reset. ` +
      `To keep it and begin elsewhere, name another folder in PORTAL_DATA_DIR.`,
    { cause: reason },
  );
}

async function refuseForeignFolder(folder: string): Promise<void> {
  const found = await readdir(folder);
  if (!found.includes(marker) && found.some((name) => name !== lockName && name !== `${marker}.part`)) {
    throw new Error(`${folder} contains other files. Choose an empty folder, or one with a portal's data.`);
  }
}

async function wipe(folder: string): Promise<void> {
  // the marker last, so that an interrupted wipe can be resumed
  for (const member of members) await rm(path.join(folder, member), { recursive: true, force: true });
}

/**
 * Locks the folder. An incomplete first start is wiped, because it would never open.
 * @throws Error for a folder that is not the portal's, is in use, or does not say whether it was completed.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  // records of clients, photos and the secret are for nobody else on this machine
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFile(path.join(folder, lockName));
  try {
    await refuseForeignFolder(folder);
    const markerFile = path.join(folder, marker);
    const text = await readFile(markerFile, 'utf8').catch(() => null);
    const isReady = text === ready;
    // only a folder that says so itself is empty
    if (!isReady && text !== null && text !== notReady)
      throw brokenError(folder, `its file ${marker} is damaged; it should read ${ready}`, null);
    const secretFile = path.join(folder, 'secret');
    if (!isReady) {
      await wipe(folder);
      await replaceFile(markerFile, notReady);
    }
    const secret = await storedSecret(secretFile);
    const database = path.join(folder, 'database');
    const copy = path.join(folder, 'database-copy');
    let isCopied = false;
    const makeCopy = async () => {
      // an existing copy predates the first attempt to open it, which may have changed the database
      if ((await stat(copy).catch(() => null)) === null) {
        await rm(`${copy}.part`, { recursive: true, force: true });
        await cp(database, `${copy}.part`, { recursive: true });
        await rename(`${copy}.part`, copy);
      }
      isCopied = true;
    };
    return {
      database,
      files: path.join(folder, 'files'),
      secret,
      markReady: async () => {
        if (!isReady) await replaceFile(markerFile, ready);
      },
      storeCopy: async () => {
        if (isReady && !(await wasClosed(database))) await makeCopy();
      },
      dropCopy: () => rm(copy, { recursive: true, force: true }),
      ofOtherRelease: (reason) => otherReleaseError(folder, reason),
      broken: async (reason) => {
        if (!isReady) return reason instanceof Error ? reason : new Error(String(reason));
        if (!isCopied) await makeCopy().catch(() => undefined);
        return brokenError(folder, reason, isCopied ? copy : null);
      },
      unlock,
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The secret in a file. A missing one is generated, which only invalidates links signed before. */
async function storedSecret(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored !== '') return stored;
  const made = randomBytes(32).toString('hex');
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

/** Removes the data; the next start recreates the demo data. Throws while a portal has it open. */
export async function removeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFile(path.join(folder, lockName), 0);
  try {
    await refuseForeignFolder(folder);
    await wipe(folder);
  } finally {
    await unlock();
  }
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
}

/** What identifies a process: its id and start time, as ids are reused, soon after a restart of the machine. */
function identity(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${status.slice(status.lastIndexOf(')')).split(' ')[20]}`;
  } catch {
    // no /proc on this system
    return String(pid);
  }
}

function isAlive(owner: string): boolean {
  const pid = Number(owner.split(' ')[0]);
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return owner === identity(pid);
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
    const owner = await readFile(file, 'utf8').catch(() => '');
    if (!isAlive(owner)) {
      await rm(file, { force: true });
    } else if (Date.now() > end) {
      const pid = owner.split(' ')[0];
      throw new Error(`The portal's data is in use by another running portal (process ${pid}). Stop that one first.`);
    } else {
      await pause(200);
    }
  }
}
