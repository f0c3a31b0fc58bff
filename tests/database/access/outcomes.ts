import * as v from 'valibot';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { origin, type TestBackend } from '../support/backend.ts';

/** One HTTP request of the raw interface: `GET /rest/v1/main?select=id`, a JSON body, further headers. */
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

/** Sends a request without supabase-js between. */
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
      (select json_agg(r order by id) from private.reserved_sites r) as reserved,
      (select json_agg(i order by site_id, task_id) from private.imported_visits i) as imported,
      (select json_agg(r order by id) from private.imports r) as imports,
      (select json_agg(r order by import_id, site_id) from private.import_sites r) as import_sites,
      (select json_agg(o.name order by name) from storage.objects o) as objects,
      (select json_agg(b order by id) from storage.buckets b) as buckets`);
  return JSON.stringify(rows);
}

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
