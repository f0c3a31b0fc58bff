import { setTimeout as pause } from 'node:timers/promises';
import { StorageClient } from '@supabase/storage-js';
import pg from 'pg';
import { bucketOf, buckets, placeAt, type FileStore, type OwnedPlace, type Query } from './place.ts';
import { impatientFetch, retryPauses, SilentServerError, silenceMs } from './silence.ts';

export interface HostedOptions {
  /** The connection string `postgresql://…`, which the dashboard shows under Connect. */
  dbUrl: string;
  /** The CA certificate of the database, if the system does not trust it. */
  ca?: string | undefined;
  url: string;
  /** The secret key of the owner, which bypasses all rules of the buckets. */
  serviceKey: string;
}

/** Whether a host is this machine. A host that begins with `%2F` is the path of a socket. */
const isLocal = (host: string) => ['', 'localhost', '127.0.0.1', '[::1]'].includes(host) || host.startsWith('%2F');

/** A client of the database. The connection is encrypted with a verified certificate, except to the same machine. */
function clientFor({ dbUrl, ca }: HostedOptions): pg.Client {
  if (!URL.canParse(dbUrl)) throw new Error('--db-url is not a URL. The dashboard shows it under Connect.');
  const url = new URL(dbUrl);
  const mode = url.searchParams.get('sslmode');
  url.searchParams.delete('sslmode');
  const isOnThisMachine = isLocal(url.hostname);
  if (!isOnThisMachine && (mode === 'disable' || mode === 'no-verify'))
    throw new Error(`sslmode=${mode} would send every record unprotected. Remove it from --db-url.`);
  const isUnencrypted = isOnThisMachine && (mode === null || mode === 'disable');
  return new pg.Client({
    connectionString: url.href,
    ssl: isUnencrypted ? false : { ...(ca && { ca }) },
    connectionTimeoutMillis: silenceMs(),
    // reading a large table may take long
    query_timeout: 5 * silenceMs(),
    keepAlive: true,
  });
}

async function connect(options: HostedOptions): Promise<pg.Client> {
  const client = clientFor(options);
  // without a listener, a lost connection would end the process; the next query reports it
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await close(client);
    const reason = reasonOf(cause);
    const hint = /certificate/u.test(reason)
      ? ' Download the certificate from the dashboard (Database, SSL) and name it with --ca FILE.'
      : '';
    throw new Error(`The database cannot be reached: ${reason}.${hint}`, { cause });
  }
}

/** Why the database cannot be reached. For a host with several addresses, Node throws an error without a message that contains several errors. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

/** How long (ms) to wait for the end of a connection, because a server that does not answer does not confirm it. */
const closeTimeoutMs = 2_000;

async function close(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  const timer = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs);
  await ended;
  clearTimeout(timer);
}

interface Refusal {
  message: string;
  status?: unknown;
  statusCode?: unknown;
}

/** Whether a file is missing. Storage answers 400 with 404 in the body. */
const isMissing = ({ status, statusCode, message }: Refusal) =>
  status === 404 || statusCode === '404' || /not.?found/iu.test(message);

const isNoAnswer = (error: unknown) =>
  error instanceof Error && 'originalError' in error && error.originalError instanceof SilentServerError;

/** The message of a refusal. Servers in front of the storage answer without a message, or with JSON or an HTML page; then it has the status. */
const sentenceOf = ({ message, status, statusCode }: Refusal) =>
  /^\s*(?:[{[<]|$)/u.test(message) ? `the server answered ${JSON.stringify(status ?? statusCode)}` : message;

/** Calls the storage, with retries after transient errors. Returns undefined when the file is missing. */
async function withRetries<T>(
  what: string,
  call: () => Promise<{ data: T | null; error: Refusal | null }>,
): Promise<T | undefined> {
  for (const pauseMs of [...retryPauses([500, 2_000, 8_000]), null]) {
    const { data, error } = await call();
    if (!error && data !== null) return data;
    if (error && isMissing(error)) return undefined;
    const isFinal = error?.status === 401 || error?.status === 403 || isNoAnswer(error);
    if (pauseMs === null || isFinal) throw new Error(`${what}: ${error ? sentenceOf(error) : 'empty answer'}`);
    await pause(pauseMs);
  }
  return undefined;
}

/** An object name encoded for a URL, because the client does not encode names. */
const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');

function fileStoreOf({ url, serviceKey }: HostedOptions): FileStore {
  if (!URL.canParse(url)) throw new Error('--url is not a URL, such as https://abcdefgh.supabase.co.');
  const headers = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` };
  const storage = new StorageClient(`${new URL(url).origin}/storage/v1`, headers, impatientFetch);
  const bucketWith = (name: string) => storage.from(bucketOf(name));
  return {
    async get(name) {
      const blob = await withRetries(name, () => bucketWith(name).download(encoded(name)));
      return blob && new Uint8Array(await blob.arrayBuffer());
    },
    async put({ name, type, cacheControl }, bytes) {
      const seconds = /\d+/u.exec(cacheControl)?.[0] ?? '3600';
      const options = { contentType: type, cacheControl: seconds, upsert: true };
      const stored = await withRetries(name, () => bucketWith(name).upload(encoded(name), bytes, options));
      if (!stored) throw new Error(`${name} cannot be stored: the project has no bucket ${bucketOf(name)}`);
    },
    async remove(names) {
      for (const bucket of buckets) {
        const bucketNames = names.filter((name) => bucketOf(name) === bucket);
        // a longer list would exceed the limit of the storage for a request body
        for (let start = 0; start < bucketNames.length; start += 500)
          await withRetries('Removing files', () => storage.from(bucket).remove(bucketNames.slice(start, start + 500)));
      }
    },
  };
}

/** Opens a Supabase project with its owner's credentials. @throws Error with a message for the user when the database cannot be reached */
export async function hostedPlace(options: HostedOptions): Promise<OwnedPlace> {
  const files = fileStoreOf(options);
  const client = await connect(options);
  const query: Query = async <Row>(sql: string, parameters: unknown[] = []) => {
    // without parameters, `pg` uses the simple protocol, which every pooler accepts
    const result = await (parameters.length > 0 ? client.query(sql, parameters) : client.query(sql));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its SQL
    return result.rows as Row[];
  };
  return {
    ...placeAt({ url: options.url, anonKey: options.serviceKey }),
    query,
    files,
    close: () => close(client),
  };
}
