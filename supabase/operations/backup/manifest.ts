import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const manifestSchema = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  madeFrom: v.string(),
  /** Versions of the migrations that the database had. */
  migrations: v.array(v.string()),
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^\w+\.\w+$/u)),
      columns: v.array(v.string()),
      rows: count,
      sha256: hash,
    }),
  ),
  sequences: v.array(v.object({ name: v.string(), last: v.string(), called: v.boolean() })),
  files: v.object({
    count,
    bytes: count,
    /** The hash of `files.jsonl`. */
    sha256: hash,
    /** Files with a row but without bytes. */
    missing: v.array(v.string()),
  }),
});

/** Describes a backup. Written last, so that an interrupted backup has none. */
export type Manifest = v.InferOutput<typeof manifestSchema>;

const fileSchema = v.object({
  name: v.string(),
  type: v.string(),
  cacheControl: v.string(),
  createdAt: v.string(),
  size: count,
  md5: v.string(),
  sha256: hash,
  /** The path of the file below `files/`. */
  path: v.pipe(v.string(), v.regex(/^(?!.*\.\.)[\w-][\w./-]*$/u)),
});

/** A line of `files.jsonl`. */
export type FileLine = v.InferOutput<typeof fileSchema>;

export const manifestPath = (folder: string) => path.join(folder, 'manifest.json');
export const tablePath = (folder: string, table: string) => path.join(folder, 'tables', `${table}.jsonl`);
export const fileListPath = (folder: string) => path.join(folder, 'files.jsonl');
export const filePath = (folder: string, file: Pick<FileLine, 'path'>) => path.join(folder, 'files', file.path);

/** Reads the manifest of a backup. @throws with a sentence when the folder has no complete backup. */
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

/** Reads a line of `files.jsonl`. @throws when a backup would not write such a line. */
export function readFileLine(line: string): FileLine {
  return v.parse(fileSchema, JSON.parse(line));
}
