import { bucket } from '../../../src/lib/file-names.ts';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { openRawApi, type RawApi, type RawProject } from './raw-api.ts';

/** A portal on which a command works: a hosted one, or one on this machine. Its database checks every request to its API. */
export interface Place {
  /** The name of the portal in messages. */
  name: string;
  url: URL;
  /** Sends a request to its API, without special rights. */
  ask: RawApi;
  close(): Promise<void>;
}

/** A place that is opened with the owner's rights. Row-level security does not apply to its SQL, its files and its requests. */
export interface OwnedPlace extends Place {
  query: Query;
  files: FileStore;
}

/** Runs SQL on one connection as the owner of the database. Returns the rows as objects. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** The portal's buckets: photos and PDFs of visits, and photos of reports. */
export const buckets = [bucket, faultBucket] as const;

/** The bucket of a file, by its name: only the photos of reports are in the folder `faults`. */
export const bucketOf = (name: string) => (name.startsWith('faults/') ? faultBucket : bucket);

/** A file of one of the buckets, without its bytes. */
export interface StoredFile {
  name: string;
  type: string;
  cacheControl: string;
  /** The upload time in the format of PostgreSQL. */
  createdAt: string;
}

/** The files of both buckets. Each name is in only one of them. */
export interface FileStore {
  /** The bytes of a file; undefined when there is no such file. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes or overwrites the file and its row. */
  put(file: StoredFile, bytes: Uint8Array): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

/** The portal at a URL: a hosted project, or a portal that runs on this machine. */
export function placeAt(project: RawProject): Place {
  const url = new URL(project.url);
  return { name: `the project ${url.host}`, url, ask: openRawApi(project), close: () => Promise.resolve() };
}
