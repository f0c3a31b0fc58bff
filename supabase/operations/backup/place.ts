/** SQL on one connection, as the owner of the database. Rows are objects. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** A file of the bucket, without its bytes. */
export interface StoredFile {
  name: string;
  type: string;
  cacheControl: string;
  /** The upload time as PostgreSQL writes it. */
  createdAt: string;
}

export interface FileStore {
  /** The bytes of a file; undefined when there is no such file. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes or overwrites the file and its row. */
  put(file: StoredFile, bytes: Uint8Array): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

/** A portal to back up or restore: a database and a bucket. */
export interface Place {
  /** What messages call the portal. */
  name: string;
  query: Query;
  files: FileStore;
  close(): Promise<void>;
}

/** Runs `work` in a transaction that starts with `begin`; rolls back on an error. */
export async function transaction<T>(query: Query, begin: string, work: () => Promise<T>): Promise<T> {
  await query(begin);
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    // a lost connection has rolled back already
    await query('rollback').catch(() => undefined);
    throw error;
  }
}
