import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import * as v from 'valibot';

const hexHash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const manifestSchema = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  madeFrom: v.string(),
  /** The versions of the migrations that the database had. */
  migrations: v.array(v.string()),
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^\w+\.\w+$/u)),
      columns: v.array(v.string()),
      rows: count,
      sha256: hexHash,
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), called: v.boolean() })),
  files: v.object({
    count,
    bytes: count,
    /** The hash of `files.jsonl`. */
    sha256: hexHash,
    /** The names of files that have a row in the database, but whose bytes are missing in the storage. */
    missing: v.array(v.string()),
  }),
});

/** The description of a backup. It is written last, so that an interrupted backup has no manifest. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

const fileSchema = v.object({
  name: v.string(),
  type: v.string(),
  cacheControl: v.string(),
  createdAt: v.string(),
  size: count,
  md5: v.string(),
  sha256: hexHash,
  /** The path of the file below `files/`. */
  path: v.pipe(v.string(), v.regex(/^(?!.*\.\.)[\w-][\w./-]*$/u)),
});

/** A line of `files.jsonl`. */
export type FileLine = v.InferOutput<typeof fileSchema>;

export const manifestPath = (folder: string) => path.join(folder, 'manifest.json');
export const tablePath = (folder: string, table: string) => path.join(folder, 'tables', `${table}.jsonl`);
export const fileListPath = (folder: string) => path.join(folder, 'files.jsonl');
export const filePath = (folder: string, file: Pick<FileLine, 'path'>) => path.join(folder, 'files', file.path);

/** Reads the manifest of a backup. @throws Error with a message for the user when the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) {
    if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
    throw new Error(`${folder} holds no finished backup: manifest.json, which is written last, is missing.`);
  }
  try {
    return v.parse(manifestSchema, JSON.parse(text));
  } catch (cause) {
    throw new Error(`${folder} holds a broken backup: manifest.json cannot be read.`, { cause });
  }
}

export interface CheckedBackup {
  folder: string;
  manifest: Manifest;
  files: FileLine[];
}

async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return 'not there';
  }
  return hash.digest('hex');
}

/** The lines of a table's file. `readline` is not used, because it splits at U+2028, which texts may contain. */
export async function* linesOf(folder: string, table: string): AsyncGenerator<string> {
  let lastPart = '';
  const options = { encoding: 'utf8', highWaterMark: 4_000_000 } as const;
  for await (const part of createReadStream(tablePath(folder, table), options)) {
    const lines = `${lastPart}${String(part)}`.split('\n');
    lastPart = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Verifies every table and file of a backup against its manifest. It changes nothing.
 * @throws Error with a message for the user that names what is broken
 */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  const refuse = (what: string): never => {
    throw new Error(`${folder} holds a broken backup: ${what}. Nothing was restored.`);
  };
  for (const { name, sha256 } of manifest.tables) {
    if ((await fileHash(tablePath(folder, name))) !== sha256)
      refuse(`the rows of ${name} are not the ones that were backed up`);
  }
  if ((await fileHash(fileListPath(folder))) !== manifest.files.sha256)
    refuse('files.jsonl is not the one that was written');
  const list = await readFile(fileListPath(folder), 'utf8');
  const files = list
    .split('\n')
    .filter(Boolean)
    .map((line) => v.parse(fileSchema, JSON.parse(line)));
  for (const file of files) {
    if ((await fileHash(filePath(folder, file))) !== file.sha256) refuse(`the file ${file.name} is missing or changed`);
  }
  return { folder, manifest, files };
}

/** The number of files that are transferred in parallel. */
const concurrency = 6;

/**
 * Does the work for each file, several in parallel.
 * @throws the first error, after all running work has ended, so that the caller can close the place or remove the folder
 */
export async function eachFile<Item, Result>(
  files: readonly Item[],
  work: (file: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(concurrency);
  let firstFailure: { error: unknown } | undefined;
  const results = await Promise.all(
    files.map((file) =>
      limit(async () => {
        if (firstFailure) return [];
        try {
          return [await work(file)];
        } catch (error) {
          firstFailure ??= { error };
          return [];
        }
      }),
    ),
  );
  if (firstFailure) throw firstFailure.error;
  return results.flat();
}
