import { bucket } from '../../../src/lib/file-names.ts';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { openRawApi, type RawApi, type RawProject } from './raw-api.ts';

/** A portal that a command works on, wherever it is. Its database checks everything that is asked of its API. */
export interface Place {
  /** For messages. */
  name: string;
  url: URL;
  /** Its API, as anybody may ask it. */
  ask: RawApi;
  close(): Promise<void>;
}

/** A place opened with the owner's rights: row-level security does not apply to its SQL, its files and its requests. */
export interface OwnedPlace extends Place {
  query: Query;
  files: FileStore;
}

/** SQL on one connection, as the owner of the database. Rows are objects. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** The portal's buckets: photos and PDFs of visits, and photos of reports. */
export const buckets = [bucket, faultBucket] as const;

/** The bucket of a file. Its name says so: those of reports have a folder that is nowhere in the other bucket. */
export const bucketOf = (name: string) => (name.startsWith('faults/') ? faultBucket : bucket);

/** A file of one of the buckets, without its bytes. */
export interface StoredFile {
  name: string;
  type: string;
  cacheControl: string;
  /** The upload time as PostgreSQL writes it. */
  createdAt: string;
}

/** Files of both buckets: a name is in one of them only. */
export interface FileStore {
  /** The bytes of a file; undefined when there is no such file. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes or overwrites the file and its row. */
  put(file: StoredFile, bytes: Uint8Array): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

/** The portal that answers at a URL: a hosted project, or one that runs on this machine. */
export function placeAt(project: RawProject): Place {
  const url = new URL(project.url);
  return { name: `the project ${url.host}`, url, ask: openRawApi(project), close: () => Promise.resolve() };
}
