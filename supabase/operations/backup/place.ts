/** SQL on one connection, as the owner of the database. Rows come as objects. */
export type Query = <Row>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

/** A file of the bucket, without its bytes. */
export interface StoredFile {
  name: string;
  type: string;
  cacheControl: string;
  /** When it was stored, as text of PostgreSQL. */
  createdAt: string;
}

/** The bytes of the bucket. */
export interface FileStore {
  /** Undefined when there is no such file. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Writes the file with its row, over one that is there. */
  put(file: StoredFile, bytes: Uint8Array): Promise<void>;
  remove(names: readonly string[]): Promise<void>;
}

/** A portal that is backed up or restored: a database and a bucket. */
export interface Place {
  /** As a sentence names it. */
  name: string;
  query: Query;
  files: FileStore;
  close(): Promise<void>;
}

/** Runs `work` in a transaction that starts with `begin`; an error takes everything back. */
export async function transaction<T>(query: Query, begin: string, work: () => Promise<T>): Promise<T> {
  await query(begin);
  try {
    const result = await work();
    await query('commit');
    return result;
  } catch (error) {
    // a connection that is gone has rolled back already
    await query('rollback').catch(() => undefined);
    throw error;
  }
}
