import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { faultsPageSchema, type Fault } from '../../../src/records/fault/fault.ts';
import { reportAnswer, type FaultReport, type ReportAnswer } from '../../../src/records/fault/report.ts';
import type { TestBackend } from './backend.ts';
import type { Client } from './open-portal.ts';
import { newTask } from './write-requests.ts';

/** A report as the portal sends it, with its own attempt. */
export function madeReport(values: Partial<FaultReport> = {}): FaultReport {
  return { attempt: randomUUID(), what: 'Does not open', photos: 0, age: 0, ...values };
}

/** Reports a fault, at site 1 unless it names another. Throws if it is refused. */
export async function reportFault(
  client: Client,
  values: Partial<FaultReport> = {},
  { site = 1, post = null }: { site?: number; post?: string | null } = {},
): Promise<ReportAnswer> {
  const { data, error } = await client.rpc('report_fault', {
    site_id: site,
    ...(post !== null && { post }),
    report: { ...madeReport(values) },
  });
  if (error) throw error;
  return v.parse(reportAnswer, data);
}

/** Adds open faults with these numbers to a site, without their reports. */
export async function addFaults(backend: TestBackend, ids: readonly number[], site = 1): Promise<void> {
  await backend.sql(
    `insert into private.faults (id, site_id, post, what, known, origin, main_id)
     overriding system value select id, $2, 'Exit', 'Does not open', true, 'office', 1 from unnest($1::bigint[]) id
     on conflict do nothing`,
    [ids, site],
  );
}

interface ListArguments {
  site_id?: number;
  state?: 'open' | 'ended' | 'all';
  post?: string;
  words?: string;
  from_day?: string;
  to_day?: string;
  page?: number;
  page_size?: number;
}

/** A page of faults. Throws if it is refused. */
export async function listFaults(
  client: Client,
  given: ListArguments = {},
): Promise<{ faults: Fault[]; total: number }> {
  const { data, error } = await client.rpc('list_faults', { ...given });
  if (error) throw error;
  return v.parse(faultsPageSchema, data);
}

/** Adds a sticker of a post with a secret that nobody knows. Returns its number. */
export async function addSticker(backend: TestBackend, site: number, post: string | null): Promise<number> {
  const [row] = await backend.sql<{ id: number }>(
    `insert into private.stickers (site_id, post, secret) values ($1, $2, encode(private.random_bytes(), 'hex')) returning id::int`,
    [site, post],
  );
  return row?.id ?? 0;
}

/** Reports a fault with a sticker, from an address. Throws the code of the refusal if it is refused. */
export async function reportBySticker(
  backend: TestBackend,
  sticker: number,
  values: Partial<FaultReport> = {},
  address = '203.0.113.9',
): Promise<ReportAnswer> {
  const [row] = await backend.sql<{ answer: unknown }>(
    `select private.add_report(s.site_id, s.post, 'sticker', null, s.id, $2) as answer
     from private.stickers s cross join set_config('request.headers', $3, false) where s.id = $1`,
    [sticker, JSON.stringify(madeReport(values)), JSON.stringify({ 'cf-connecting-ip': address })],
  );
  await backend.sql(`select set_config('request.headers', '', false)`);
  const answer = v.parse(v.looseObject({ code: v.optional(v.string()), message: v.optional(v.string()) }), row?.answer);
  if (answer.code !== undefined) throw Object.assign(new Error(answer.message), { code: answer.code });
  return v.parse(reportAnswer, answer);
}

/** Adds a visit to a site that answers faults. Returns its number; throws if it is refused. */
export async function answerFaults(backend: TestBackend, client: Client, answers: number[], site = 1): Promise<number> {
  const [row] = await backend.sql<{ tasks: { id: number }[]; revision: number }>(
    'select tasks2024 as tasks, revision::int from public.maintable where id = $1',
    [site],
  );
  const { tasks, revision } = row ?? { tasks: [], revision: 0 };
  const id = Math.max(0, ...tasks.map((task) => task.id)) + 1;
  const { error } = await client
    .from('maintable')
    .update({ tasks2024: [...tasks, { ...newTask(id), answers }], revision: revision + 1 })
    .eq('id', site)
    .setHeader('x-portal-members', '3');
  if (error) throw error;
  return id;
}
