import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OtherRelease } from './migrations.ts';

export interface DataFolder {
  database: string;
  files: string;
  /** The secret that signs the links to files. It is generated at the first start and stored, so that links still work after a restart. */
  secret: string;
  /** Records that the first start is complete. */
  markReady(): Promise<void>;
  /** Copies the database if it was not shut down cleanly. Called before the database is opened, because opening changes it. */
  storeCopy(): Promise<void>;
  /** Removes the copy, after the database was opened successfully. */
  dropCopy(): Promise<void>;
  /** The error that another release made the data, with what the user can do. */
  releaseError(reason: OtherRelease): Error;
  /** The error why the data cannot be opened, with the folder and what the user can do. Makes a copy if there is none yet. */
  openingError(reason: unknown): Promise<Error>;
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

/** Replaces a file. After a killed process or on a full disk, it has either the old or the new content, never a part. */
async function replaceFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** Whether Postgres was shut down cleanly, by its control file. After a killed process it was not. */
async function wasClosed(database: string): Promise<boolean> {
  const control = await readFile(path.join(database, 'global/pg_control')).catch(() => null);
  // the state is at byte 16, after the system identifier and two versions; 1 is DB_SHUTDOWNED
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
  const names = await readdir(folder);
  if (!names.includes(marker) && names.some((name) => name !== lockName && name !== `${marker}.part`)) {
    throw new Error(`${folder} contains other files. Choose an empty folder, or one with a portal's data.`);
  }
}

async function wipe(folder: string): Promise<void> {
  // the marker is removed last, so that an interrupted wipe can be repeated
  for (const member of members) await rm(path.join(folder, member), { recursive: true, force: true });
}

/**
 * Locks the folder and prepares it. The data of an incomplete first start is removed, because it could never be opened.
 * @throws Error for a folder that is not the portal's, is in use, or has a damaged marker file
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  // only this user of the machine may read the records of clients, the photos and the secret
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockFile(path.join(folder, lockName));
  try {
    await refuseForeignFolder(folder);
    const markerFile = path.join(folder, marker);
    const text = await readFile(markerFile, 'utf8').catch(() => null);
    const isReady = text === ready;
    // data is removed only if the marker file says that the first start was not completed
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
      // an existing copy stays, because it was made before the first attempt to open the database, which may have changed it
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
      releaseError: (reason) => otherReleaseError(folder, reason),
      openingError: async (reason) => {
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

/** The secret in a file. A missing secret is generated; earlier links are then invalid. */
async function storedSecret(file: string): Promise<string> {
  const stored = await readFile(file, 'utf8').catch(() => '');
  if (stored !== '') return stored;
  const newSecret = randomBytes(32).toString('hex');
  await writeFile(file, newSecret, { mode: 0o600 });
  return newSecret;
}

/** Removes the data. The next start makes the demo data again. Throws while a running portal uses the folder. */
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

/** A text that identifies a process: its id and its start time, because ids are reused, especially after a restart of the machine. */
function identity(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the start time is field 22; counted from the `)` that ends field 2, because field 2, the program's name, may contain blanks
    return `${pid} ${status.slice(status.lastIndexOf(')')).split(' ')[20]}`;
  } catch {
    // this system has no /proc
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

const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Locks a folder by creating a lock file, because two databases in one folder would lose data without an error. Returns a function that releases
 * the lock. Waits up to `timeoutMs` ms for another process to release it, then throws.
 */
export async function lockFile(file: string, timeoutMs = 5000): Promise<() => Promise<void>> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      await writeFile(file, identity(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!isExisting(error)) throw error;
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
