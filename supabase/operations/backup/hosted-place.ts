import { createClient } from '@supabase/supabase-js';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { bucket } from '../../../src/lib/file-names.ts';
import type { FileStore, Place, Query } from './place.ts';

export interface HostedOptions {
  /** `postgresql://…`, as the dashboard shows it under Connect. */
  dbUrl: string;
  /** CA certificate of the database, if the system does not know it. */
  ca?: string | undefined;
  url: string;
  /** Bypasses all rules of the bucket: for the owner only. */
  serviceKey: string;
}

const retryDelaysMs = [500, 2_000, 8_000];

const isLocal = (host: string) => ['', 'localhost', '127.0.0.1', '[::1]'].includes(host) || host.startsWith('%2F');

/** Encrypted with a verified certificate, except on the same machine. */
function clientFor({ dbUrl, ca }: HostedOptions): pg.Client {
  if (!URL.canParse(dbUrl)) throw new Error('--db-url is not a URL. The dashboard shows it under Connect.');
  const url = new URL(dbUrl);
  const mode = url.searchParams.get('sslmode');
  url.searchParams.delete('sslmode');
  const mayBeOpen = isLocal(url.hostname);
  if (!mayBeOpen && (mode === 'disable' || mode === 'no-verify'))
    throw new Error(`sslmode=${mode} would send every record unprotected. Remove it from --db-url.`);
  const isOpen = mayBeOpen && (mode === null || mode === 'disable');
  return new pg.Client({ connectionString: url.href, ssl: isOpen ? false : { ...(ca && { ca }) } });
}

async function connect(options: HostedOptions): Promise<pg.Client> {
  const client = clientFor(options);
  // the next query reports a lost connection; without a listener it would end the process
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const hint = /certificate/u.test(reason)
      ? ' Download the certificate from the dashboard (Database, SSL) and name it with --ca FILE.'
      : '';
    throw new Error(`The database cannot be reached: ${reason}.${hint}`, { cause });
  }
}

interface Refusal {
  message: string;
  status?: unknown;
  statusCode?: unknown;
}

/** For a missing file storage answers 400, with 404 in the body. */
const isMissing = ({ status, statusCode, message }: Refusal) =>
  status === 404 || statusCode === '404' || /not.?found/iu.test(message);

/** Retries transient errors. */
async function patiently<T>(
  what: string,
  call: () => Promise<{ data: T | null; error: Refusal | null }>,
): Promise<T | undefined> {
  for (const wait of [...retryDelaysMs, null]) {
    const { data, error } = await call();
    if (!error && data !== null) return data;
    if (error && isMissing(error)) return undefined;
    const refused = error?.status === 401 || error?.status === 403;
    if (wait === null || refused) throw new Error(`${what}: ${error?.message ?? 'empty answer'}`);
    await pause(wait);
  }
  return undefined;
}

/** The client inserts names into URLs unencoded. */
const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');

function bucketOf({ url, serviceKey }: HostedOptions): FileStore {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  const files = createClient(url, serviceKey, { auth }).storage.from(bucket);
  return {
    async get(name) {
      const blob = await patiently(name, () => files.download(encoded(name)));
      return blob && new Uint8Array(await blob.arrayBuffer());
    },
    async put({ name, type, cacheControl }, bytes) {
      const seconds = /\d+/u.exec(cacheControl)?.[0] ?? '3600';
      const options = { contentType: type, cacheControl: seconds, upsert: true };
      const stored = await patiently(name, () => files.upload(encoded(name), bytes, options));
      if (!stored) throw new Error(`${name} cannot be stored: the project has no bucket ${bucket}`);
    },
    async remove(names) {
      // a longer list would exceed storage's body limit
      for (let at = 0; at < names.length; at += 500)
        await patiently('Removing files', () => files.remove(names.slice(at, at + 500)));
    },
  };
}

/** A Supabase project, with its owner's credentials. @throws with a sentence when the database cannot be reached. */
export async function hostedPlace(options: HostedOptions): Promise<Place> {
  const client = await connect(options);
  const query: Query = async <Row>(sql: string, parameters: unknown[] = []) => {
    // without parameters, the simple protocol, which every pooler accepts
    const result = await (parameters.length > 0 ? client.query(sql, parameters) : client.query(sql));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the columns of its SQL
    return result.rows as Row[];
  };
  return {
    name: `the project ${new URL(options.url).host}`,
    query,
    files: bucketOf(options),
    close: () => client.end(),
  };
}
