import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import {
  type FileLine,
  fileListPath,
  filePath,
  type Manifest,
  readFileLine,
  readManifest,
  tablePath,
} from './manifest.ts';

export interface CheckedBackup {
  folder: string;
  manifest: Manifest;
  files: FileLine[];
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return 'not there';
  }
  return hash.digest('hex');
}

/** The lines of a table's file, read without `readline`: it splits at U+2028, a character that text may contain. */
export async function* linesOf(folder: string, table: string): AsyncGenerator<string> {
  let rest = '';
  const options = { encoding: 'utf8', highWaterMark: 4_000_000 } as const;
  for await (const part of createReadStream(tablePath(folder, table), options)) {
    const lines = `${rest}${String(part)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Verifies every table and file of a backup against its manifest.
 * @throws with a sentence that names what is broken, before anything is touched.
 */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  const refuse = (what: string): never => {
    throw new Error(`${folder} holds a broken backup: ${what}. Nothing was restored.`);
  };
  for (const { name, sha256 } of manifest.tables) {
    if ((await hashOf(tablePath(folder, name))) !== sha256)
      refuse(`the rows of ${name} are not the ones that were backed up`);
  }
  if ((await hashOf(fileListPath(folder))) !== manifest.files.sha256)
    refuse('files.jsonl is not the one that was written');
  const list = await readFile(fileListPath(folder), 'utf8');
  const files = list.split('\n').filter(Boolean).map(readFileLine);
  for (const file of files) {
    if ((await hashOf(filePath(folder, file))) !== file.sha256) refuse(`the file ${file.name} is missing or changed`);
  }
  return { folder, manifest, files };
}
