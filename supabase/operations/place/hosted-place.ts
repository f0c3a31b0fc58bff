import { setTimeout as pause } from 'node:timers/promises';
import { StorageClient } from '@supabase/storage-js';
import pg from 'pg';
import { bucketOf, buckets, placeAt, type FileStore, type OwnedPlace, type Query } from './place.ts';
import { impatientFetch, retryPauses, SilentServerError, silenceMs } from './silence.ts';

export interface HostedOptions {
  /** `postgresql://…`, as the dashboard shows it under Connect. */
  dbUrl: string;
  /** CA certificate of the database, if the system does not know it. */
  ca?: string | undefined;
  url: string;
  /** The key that bypasses all rules of the bucket: for the owner only. */
  serviceKey: string;
}

const isLocal = (host: string) => ['', 'localhost', '127.0.0.1', '[::1]'].includes(host) || host.startsWith('%2F');

/** A client of the database, encrypted with a verified certificate, except on the same machine. */
function clientFor({ dbUrl, ca }: HostedOptions): pg.Client {
  if (!URL.canParse(dbUrl)) throw new Error('--db-url is not a URL. The dashboard shows it under Connect.');
  const url = new URL(dbUrl);
  const mode = url.searchParams.get('sslmode');
  url.searchParams.delete('sslmode');
  const mayBeOpen = isLocal(url.hostname);
  if (!mayBeOpen && (mode === 'disable' || mode === 'no-verify'))
    throw new Error(`sslmode=${mode} would send every record unprotected. Remove it from --db-url.`);
  const isOpen = mayBeOpen && (mode === null || mode === 'disable');
  return new pg.Client({
    connectionString: url.href,
    ssl: isOpen ? false : { ...(ca && { ca }) },
    connectionTimeoutMillis: silenceMs(),
    // a large table may take its time
    query_timeout: 5 * silenceMs(),
    keepAlive: true,
  });
}

async function connect(options: HostedOptions): Promise<pg.Client> {
  const client = clientFor(options);
  // the next query reports a lost connection; without a listener it would end the process
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

/** Why the database cannot be reached. For several addresses Node reports several errors, under an empty message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

/** How long the end of a connection is waited for: a server that has fallen silent does not confirm it. */
const goodbyeMs = 2_000;

async function close(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => undefined);
  const timer = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
  await ended;
  clearTimeout(timer);
}

interface Refusal {
  message: string;
  status?: unknown;
  statusCode?: unknown;
}

/** Whether a file is missing: storage answers 400 then, with 404 in the body. */
const isMissing = ({ status, statusCode, message }: Refusal) =>
  status === 404 || statusCode === '404' || /not.?found/iu.test(message);

const isSilence = (error: unknown) =>
  error instanceof Error && 'originalError' in error && error.originalError instanceof SilentServerError;

/** A refusal in a sentence. Servers in front of the storage answer without a message, or with a page. */
const sentenceOf = ({ message, status, statusCode }: Refusal) =>
  /^\s*(?:[{[<]|$)/u.test(message) ? `the server answered ${JSON.stringify(status ?? statusCode)}` : message;

/** Calls the storage, again after transient errors. */
async function patiently<T>(
  what: string,
  call: () => Promise<{ data: T | null; error: Refusal | null }>,
): Promise<T | undefined> {
  for (const wait of [...retryPauses([500, 2_000, 8_000]), null]) {
    const { data, error } = await call();
    if (!error && data !== null) return data;
    if (error && isMissing(error)) return undefined;
    const refused = error?.status === 401 || error?.status === 403 || isSilence(error);
    if (wait === null || refused) throw new Error(`${what}: ${error ? sentenceOf(error) : 'empty answer'}`);
    await pause(wait);
  }
  return undefined;
}

/** A name for a URL, as the client inserts names unencoded. */
const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');

function fileStoreOf({ url, serviceKey }: HostedOptions): FileStore {
  if (!URL.canParse(url)) throw new Error('--url is not a URL, such as https://abcdefgh.supabase.co.');
  const headers = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` };
  const storage = new StorageClient(`${new URL(url).origin}/storage/v1`, headers, impatientFetch);
  const bucketWith = (name: string) => storage.from(bucketOf(name));
  return {
    async get(name) {
      const blob = await patiently(name, () => bucketWith(name).download(encoded(name)));
      return blob && new Uint8Array(await blob.arrayBuffer());
    },
    async put({ name, type, cacheControl }, bytes) {
      const seconds = /\d+/u.exec(cacheControl)?.[0] ?? '3600';
      const options = { contentType: type, cacheControl: seconds, upsert: true };
      const stored = await patiently(name, () => bucketWith(name).upload(encoded(name), bytes, options));
      if (!stored) throw new Error(`${name} cannot be stored: the project has no bucket ${bucketOf(name)}`);
    },
    async remove(names) {
      for (const bucket of buckets) {
        const ofBucket = names.filter((name) => bucketOf(name) === bucket);
        // a longer list would exceed storage's body limit
        for (let at = 0; at < ofBucket.length; at += 500)
          await patiently('Removing files', () => storage.from(bucket).remove(ofBucket.slice(at, at + 500)));
      }
    },
  };
}

/** A Supabase project, with its owner's credentials. @throws with a sentence when the database cannot be reached. */
export async function hostedPlace(options: HostedOptions): Promise<OwnedPlace> {
  const files = fileStoreOf(options);
  const client = await connect(options);
  const query: Query = async <Row>(sql: string, parameters: unknown[] = []) => {
    // without parameters, the simple protocol, which every pooler accepts
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
