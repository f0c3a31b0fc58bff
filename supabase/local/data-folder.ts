import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockFile } from './folder-lock.ts';

export interface DataFolder {
  database: string;
  files: string;
  /** Signs the links to files; made at the first start, so that links outlive a restart. */
  secret: string;
  /** Says that the first start was completed. */
  markReady(): Promise<void>;
  unlock(): Promise<void>;
}

/** Where the data of the portal in `root` is: the folder PORTAL_DATA_DIR, or `.portal-data`. */
export function dataFolderOf(root: string): string {
  return path.resolve(root, process.env['PORTAL_DATA_DIR'] || '.portal-data');
}

const marker = 'portal.json';
const members = ['database', 'files', 'secret', marker];
const lock = 'portal.lock';

async function refuseForeignFolder(folder: string): Promise<void> {
  const found = await readdir(folder);
  if (!found.includes(marker) && found.some((name) => name !== lock)) {
    throw new Error(
      `${folder} holds other files. Choose an empty folder, or one of the portal, for the portal's data.`,
    );
  }
}

async function wipe(folder: string): Promise<void> {
  // the marker last: a wipe that is cut short can be taken up again
  for (const member of members) await rm(path.join(folder, member), { recursive: true, force: true });
}

/** Locks the folder for opening. What a first start left incomplete is wiped: it would never open. */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFile(path.join(folder, lock));
  try {
    await refuseForeignFolder(folder);
    const markerFile = path.join(folder, marker);
    const ready = await readFile(markerFile, 'utf8').then(
      (text) => text.includes('"ready":true'),
      () => false,
    );
    const secretFile = path.join(folder, 'secret');
    if (!ready) {
      await wipe(folder);
      await writeFile(markerFile, '{"ready":false}');
      await writeFile(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 });
    }
    return {
      database: path.join(folder, 'database'),
      files: path.join(folder, 'files'),
      secret: await readFile(secretFile, 'utf8'),
      markReady: () => writeFile(markerFile, '{"ready":true}'),
      unlock,
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Removes the data; the next start creates the demo data again. Throws while a portal has it open. */
export async function removeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unlock = await lockFile(path.join(folder, lock), 0);
  try {
    await refuseForeignFolder(folder);
    await wipe(folder);
  } finally {
    await unlock();
  }
  if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
}
