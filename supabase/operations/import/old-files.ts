import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isOldAddress } from '../../../src/records/import/read-files.ts';
import { retry } from '../../../src/lib/retry.ts';

/** Where the photos and PDFs of the old portal are. */
export interface OldFiles {
  has: (file: string) => Promise<boolean>;
  /** Null for one that is not there. */
  read: (file: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/** Milliseconds after which an address is given up, and before it is asked once more. */
const patience = 30_000;
const pauses = [1_000];

/** Files of a folder and its subfolders, by their names in any case; of an address its last part is the name. */
export async function filesInFolder(folder: string): Promise<OldFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name.toLowerCase(), join(entry.parentPath, entry.name)]),
  );
  const pathOf = (file: string) => paths.get(basename(isOldAddress(file) ? decodedPath(file) : file).toLowerCase());
  return {
    has: async (file) => pathOf(file) !== undefined,
    read: async (file) => {
      const path = pathOf(file);
      return path === undefined ? null : new Uint8Array(await readFile(path));
    },
  };
}

function decodedPath(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Files by their addresses in the old public bucket; no other address is asked. */
export const filesByAddress: OldFiles = {
  has: async (file) => (await ask(file, 'HEAD')) !== null,
  read: async (file) => {
    const answer = await ask(file, 'GET');
    return answer && new Uint8Array(await answer.arrayBuffer());
  },
};

/** Null when there is no such file. @throws Error when the old server does not answer. */
async function ask(file: string, method: 'GET' | 'HEAD'): Promise<Response | null> {
  if (!isOldAddress(file)) return null;
  const answer = await retry(() => fetch(file, { method, redirect: 'error', signal: AbortSignal.timeout(patience) }), {
    pauses,
    mayRetry: () => true,
  }).catch((cause: unknown) => {
    throw new Error(
      `${new URL(file).host}, where the old photos are, does not answer. Nothing of this site was written.`,
      { cause },
    );
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  return null;
}
