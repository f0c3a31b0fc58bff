import * as v from 'valibot';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { origin, type TestBackend } from '../support/backend.ts';
import { bucket, objectName } from '../support/base-rows.ts';

/** A request of the raw HTTP interface: `GET /rest/v1/main?select=id`, a JSON body, further headers. */
export interface Attempt {
  request: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** The answer to a raw request, with its body read. */
export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}

/** Sends a request without supabase-js. */
export async function send(
  backend: TestBackend,
  { request, body, headers = {} }: Attempt,
  session?: string,
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const response = await backend.fetch(`${origin}${path}`, {
    method,
    headers: {
      apikey: anonKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(session !== undefined && { 'x-portal-session': session }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Everything that an attempt might change without permission, as text. */
export async function recordState(backend: TestBackend): Promise<string> {
  const rows = await backend.sql(`
    select (select json_agg(m order by id) from public.main m) as main,
      (select json_agg(t order by id) from public.maintable t) as maintable,
      (select json_agg(c order by site_id) from public.carpost c) as carpost,
      (select json_agg(s order by site_id, task_id) from private.visits s) as visits,
      (select json_agg(e order by message, role) from private.client_errors e) as client_errors,
      (select json_agg(f order by id) from private.faults f) as faults,
      (select json_agg(o order by id) from private.fault_voices o) as voices,
      (select json_agg(k order by id) from private.stickers k) as stickers,
      (select json_agg(l order by id) from private.share_links l) as links,
      (select json_agg(d order by id) from private.site_documents d) as documents,
      (select json_agg(a order by id) from public.site_contacts a) as contacts,
      (select json_agg(n order by id) from public.site_notes n) as notes,
      (select json_agg(r order by id) from private.reserved_sites r) as reserved,
      (select json_agg(i order by site_id, task_id) from private.imported_visits i) as imported,
      (select json_agg(r order by id) from private.imports r) as imports,
      (select json_agg(r order by import_id, site_id) from private.import_sites r) as import_sites,
      (select json_agg(o.name order by name) from storage.objects o) as objects,
      (select json_agg(b order by id) from storage.buckets b) as buckets`);
  return JSON.stringify(rows);
}

/** Every row of every table except the counters of failed logins and of public calls, and the bytes of the files, as text. */
export async function everythingIn(backend: TestBackend): Promise<string> {
  const tables = await backend.sql<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'r' and oid not in ('private.login_attempts'::regclass, 'private.door_counts'::regclass)
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'storage'::regnamespace) order by 1`);
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, string_agg(to_jsonb(t)::text, E'\\n' order by to_jsonb(t)::text) as text from ${name} t`,
  );
  const files = await Promise.all([1, 2].map((site) => backend.blobs.get(bucket, objectName(site))));
  return JSON.stringify([await backend.sql(parts.join(' union all ')), files.map((bytes) => bytes && [...bytes])]);
}

/**
 * Words of site One, of its hidden task, of its fault and its reporter, of hashes and of rows. No answer to a caller without the
 * right may contain them.
 */
const secrets = /First Road|One hidden|Bollard|at night|Aminah|345 6789|Failing row|[0-9a-f]{64}|node_modules/;

/** The secret words in an answer, besides those that the request itself contains. */
export const secretIn = ({ text }: Answer, { request }: Attempt): string | undefined =>
  secrets.exec(text.replaceAll(request.slice(-64), ''))?.[0];

/** The answer in a few words: the status, and the error code or the number of rows. */
export function summary({ status, text, headers }: Answer, method: string): string {
  if (method === 'HEAD') return `${status} of ${headers.get('content-range')?.split('/')[1] ?? '?'}`;
  if (!/json/.test(headers.get('content-type') ?? '') || text === '') return String(status);
  const body: unknown = JSON.parse(text);
  if (Array.isArray(body)) return `${status} rows ${body.length}`;
  if (typeof body !== 'object') return `${status} ${text}`;
  const { code, error } = v.parse(
    v.looseObject({ code: v.optional(v.string()), error: v.optional(v.string()) }),
    body ?? {},
  );
  return `${status} ${code ?? error ?? ''}`.trim();
}
