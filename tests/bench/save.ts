import { login, request, startPortal } from '../database/stock/portal.ts';
import { fileUrl, objectName } from '../database/support/base-rows.ts';

const sizes = [100, 1000, 5000, 20_000];
const runs = 7;

/** A task of the size that those of the demo have on average, some 590 characters, two photos among them. */
const task = (id: number, title = `Monthly preventive maintenance ${id}`) => ({
  id,
  time: '2026-03-26T16:05:00+08:00',
  urls: [1, 2].map((number) => fileUrl(objectName(1, id * 10 + number))),
  year: '2026',
  month: 'mar',
  tasks: 'Arm bolts and flange re-torqued. Spring balance at 45 degrees: arm holds. '.repeat(2),
  title,
  pdf: '',
  showing: 'True',
});

/** What PostgREST makes of a PATCH of `maintable` with these columns; the revision is read in the same breath. */
const patch = (columns: string) => `
  with pgrst_source as (
    update public.maintable set (${columns}) = (select ${columns} from json_to_record($1::json) as _(tasks2024 jsonb, capacity text, revision bigint))
    where id = 1 and revision = ($1::json ->> 'revision')::bigint - 1 returning revision)
  select coalesce(json_agg(s), '[]') as body from pgrst_source s`;

const portal = await startPortal();
try {
  const owner = await portal.connect('postgres');
  await owner.query('alter role anon set statement_timeout = $$3s$$');
  const { rows } = await owner.query(`select private.first_admin_key('Bench') as key`);
  const api = await portal.connect('authenticator');
  const admin = await login(api, String(rows[0]?.['key']));
  await request(api, admin, `insert into public.maintable (name) values ('One')`);
  // the role is taken on by SET ROLE, which brings no settings along: PostgREST sets them for each request, and so do we
  await api.query(`set statement_timeout = '3s'`);

  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
  let revision = 1;
  async function timed(body: object): Promise<number> {
    revision += 1;
    const text = JSON.stringify({ ...body, revision });
    const start = performance.now();
    const [row] = await request(api, admin, patch([...Object.keys(body), 'revision'].join()), [text]);
    const time = performance.now() - start;
    if (JSON.stringify(row?.['body']) !== JSON.stringify([{ revision }])) throw new Error(JSON.stringify(row));
    return time;
  }

  console.log('| Tasks of the site | MB | all of them new | one more | one changed | one field of the site |');
  for (const size of sizes) {
    const tasks = Array.from({ length: size }, (_, index) => task(index + 1));
    await api.query(`set statement_timeout = 0`);
    const all = await timed({ tasks2024: tasks });
    await api.query(`set statement_timeout = '3s'`);
    const more: number[] = [];
    const changed: number[] = [];
    const field: number[] = [];
    for (let run = 1; run <= runs; run += 1) {
      tasks.push(task(tasks.length + 1));
      more.push(await timed({ tasks2024: tasks }));
      tasks[5] = task(6, `Changed ${run}`);
      changed.push(await timed({ tasks2024: tasks }));
      field.push(await timed({ capacity: `${size} ${run}` }));
    }
    const mb = (JSON.stringify(tasks).length / 1e6).toFixed(1);
    console.log(
      size,
      mb,
      ...[[all], more, changed, field].map(
        (times) =>
          `${Math.round(middle(times))} ms (${Math.round(Math.min(...times))}-${Math.round(Math.max(...times))})`,
      ),
    );
  }
} finally {
  await portal.stop();
}
