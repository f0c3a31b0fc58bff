import { membersHeader, membersVersion } from '../../../src/records/task/optional-members.ts';
import { fileUrl, objectName } from '../support/base-rows.ts';
import { login, request, type StockPortal } from './portal.ts';

const words =
  'arm bolts flange spring balance torque loop reader antenna tag range controller relay lamp motor gear'.split(' ');

/** A task as long as the average of the demo, with two photos. Its text differs from that of the others. */
export const longTask = (id: number, title = `Monthly preventive maintenance ${id}`) => ({
  id,
  time: '2026-03-26T16:05:00+08:00',
  urls: [1, 2].map((number) => fileUrl(objectName(1, id * 10 + number))),
  year: '2026',
  month: 'mar',
  tasks: Array.from({ length: 24 }, (_, at) => words[(id * 7919 + at * at * 31 + at * id) % words.length]).join(' '),
  title,
  pdf: '',
  showing: 'True',
});

/** The statement of PostgREST for a PATCH of one site, with the columns of the body and the revision that was read. */
const patch = (columns: readonly string[]) => `
  with pgrst_source as (
    update public.maintable set ${columns.map((name) => `${name} = pgrst_body.${name}`).join()}
    from (select $1::json as json_data) pgrst_payload,
      lateral (select ${columns.join()} from json_to_record(pgrst_payload.json_data)
        as _(tasks2024 jsonb, capacity text, revision bigint)) pgrst_body
    where maintable.id = 1 and maintable.revision = $2 returning maintable.revision)
  select coalesce(json_agg(s), '[]') as body from pgrst_source s`;

/**
 * Adds site 1 to an empty portal. Returns a function that saves columns of it as an admin does over the API. That function
 * returns the milliseconds, and throws if nothing was saved.
 */
export async function startSaving(portal: StockPortal): Promise<(body: object) => Promise<number>> {
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  // The time is measured, and a busy machine may take a multiple of it. A request has the limit of its role, or without one the
  // eight seconds with which its connection started.
  await owner.query('alter role anon reset statement_timeout');
  const api = await portal.connect('authenticator');
  await api.query('set statement_timeout = 0');
  const [limit] = await request(api, {}, `select current_setting('statement_timeout') as time`);
  if (limit?.['time'] !== '0') throw new Error(`A request may take ${String(limit?.['time'])} only`);
  const admin = { ...(await login(api, String(rows[0]?.['key']))), [membersHeader]: membersVersion };
  await request(api, admin, `insert into public.maintable (name) values ('One')`);
  let revision = 1;
  return async (body) => {
    const text = JSON.stringify({ ...body, revision: revision + 1 });
    const start = performance.now();
    const response = await request(api, admin, patch([...Object.keys(body), 'revision']), [text, revision]);
    const time = performance.now() - start;
    revision += 1;
    if (JSON.stringify(response) !== `[{"body":[{"revision":${revision}}]}]`) throw new Error(JSON.stringify(response));
    return time;
  };
}
