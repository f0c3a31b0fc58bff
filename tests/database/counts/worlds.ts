import { readFile } from 'node:fs/promises';
import type { TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { withCalls, withFollowUps } from './made-calls.ts';
import { withFaults } from './made-faults.ts';
import { makeSites } from './made-sites.ts';

/** A database full of sites to be counted. */
interface World {
  name: string;
  sites: number;
  fill: (backend: TestBackend) => Promise<void>;
}

/** 300 sites, the same in every run. */
const madeWorld = withFaults(withFollowUps(withCalls(makeSites(300, 20_261_122), 20_261_129), 20_261_130), 20_261_201);
export const madeSitesJson = JSON.stringify(madeWorld.sites);

/** The demo and generated sites, some of which have visits that could not be entered today. */
export const worlds: readonly World[] = [
  {
    name: 'the demo',
    sites: 3,
    fill: async ({ exclusive, pg }) => {
      const seed = await readFile('supabase/seed.sql', 'utf8');
      await exclusive(() => pg.exec(seed));
    },
  },
  {
    name: '300 generated sites',
    sites: 300,
    fill: async (backend) => {
      // in two statements, bypassing the triggers, which refuse visits in the future
      await backend.sql('set session_replication_role = replica');
      await backend.sql(
        `insert into public.maintable (name, visit_every_months, contract_until, tasks2024, response_hours, emergency_calls_a_year, promised_before)
         select name, visit_every_months, contract_until, tasks2024, response_hours, emergency_calls_a_year, nullif(promised_before, 'null')
         from jsonb_to_recordset($1) as made(name text, visit_every_months int, contract_until text, tasks2024 jsonb,
           response_hours numeric, emergency_calls_a_year int, promised_before jsonb)`,
        [madeSitesJson],
      );
      await backend.sql(
        `insert into public.carpost (site_id, json) select id, posts
         from jsonb_to_recordset($1) as made(name text, posts jsonb) join public.maintable using (name)`,
        [madeSitesJson],
      );
      await backend.sql(
        `insert into private.faults (id, site_id, post, what, known, origin, main_id, reported_at, noticed_at, closed_at, closed_as, closed_reason)
         overriding system value
         select id, site_id, null, what, what <> 'It makes a noise', 'client', 1, reported_at, noticed_at, closed_at, closed_as,
           case when closed_as is not null then 'The office knows' end
         from jsonb_to_recordset($1) as made(id bigint, site_id bigint, what text, reported_at timestamptz, noticed_at timestamptz,
           closed_at timestamptz, closed_as text)`,
        [JSON.stringify(madeWorld.faults)],
      );
      await backend.sql(
        `insert into private.fault_voices (fault_id, at, origin, main_id, attempt, joined)
         select id, reported_at, 'client', 1, sha256(convert_to(id || ' ' || n, 'UTF8')), n > 1
         from jsonb_to_recordset($1) as made(id bigint, reported_at timestamptz, voices integer) cross join generate_series(1, voices) n`,
        [JSON.stringify(madeWorld.faults)],
      );
      await backend.sql('set session_replication_role = default');
      await backend.sql(
        'select private.mirror_visits(id, array(select jsonb_array_elements(tasks2024))) from public.maintable',
      );
    },
  },
];

/** Moments at which a month, a quarter or a year begins in Singapore, and others. */
export const instants = [
  '2026-11-22T10:00:00+08:00',
  '2025-12-31T23:59:59+08:00',
  '2026-01-01T00:00:00+08:00',
  '2024-02-29T16:30:00Z',
] as const;

/** Empties the database and fills it, with the admin's key, and a key and a session of a client for each site. */
export async function fillWorld(backend: TestBackend, world: World): Promise<void> {
  const empty = `
    set session_replication_role = replica;
    truncate public.main, public.maintable, public.carpost, private.change_log restart identity cascade;
    set session_replication_role = default;`;
  await backend.exclusive(() => backend.pg.exec(empty));
  await world.fill(backend);
  await backend.sql(
    `insert into public.main (token, label, role, kind) values (private.key_hash($1), 'Admin', 'admin', 'demo')`,
    [keys.admin],
  );
  await backend.sql(
    `with key as (
       insert into public.main (token, label, role, site_id)
       select private.key_hash('Client of ' || name), 'Client of ' || name, 'user', id from public.maintable
       returning id, site_id)
     insert into private.sessions (token_hash, main_id, expires_at)
     select sha256(convert_to(lpad(site_id::text, 64, 'c'), 'UTF8')), id, now() + interval '1 hour' from key`,
  );
}

/** The session of the client of a site, as the browser would store it. */
export function sessionOfClient(site: number): string {
  return String(site).padStart(64, 'c');
}
