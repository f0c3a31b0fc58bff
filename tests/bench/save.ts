import { login, request, startPortal } from '../database/stock/portal.ts';
import { fileUrl, objectName } from '../database/support/base-rows.ts';

const sizes = [100, 1000, 5000, 20_000];
const runs = 9;

const words =
  'arm bolts flange spring balance torque loop reader antenna tag range controller relay lamp motor gear'.split(' ');

/** A task as long as those of the demo are on average, two photos among it; its text differs from the others'. */
const task = (id: number, title = `Monthly preventive maintenance ${id}`) => ({
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

/** What PostgREST makes of a PATCH of one site, of the columns of the body and under the revision that was read. */
const patch = (columns: readonly string[]) => `
  with pgrst_source as (
    update public.maintable set ${columns.map((name) => `${name} = pgrst_body.${name}`).join()}
    from (select $1::json as json_data) pgrst_payload,
      lateral (select ${columns.join()} from json_to_record(pgrst_payload.json_data)
        as _(tasks2024 jsonb, capacity text, revision bigint)) pgrst_body
    where maintable.id = 1 and maintable.revision = $2 returning maintable.revision)
  select coalesce(json_agg(s), '[]') as body from pgrst_source s`;

/** `136 (118 to 174)`: the middle one of the times, the shortest and the longest, in whole ms. */
function described(times: readonly number[]): string {
  const [shortest = NaN, ...rest] = times.toSorted((a, b) => a - b).map(Math.round);
  const middle = [shortest, ...rest][Math.floor(times.length / 2)] ?? NaN;
  return rest.length === 0 ? String(shortest) : `${middle} (${shortest} to ${rest.at(-1) ?? NaN})`;
}

const portal = await startPortal();
try {
  const owner = await portal.connect('postgres');
  const { rows } = await owner.query(`select private.first_admin_key('Bench') as key`);
  const api = await portal.connect('authenticator');
  const admin = await login(api, String(rows[0]?.['key']));
  await request(api, admin, `insert into public.maintable (name) values ('One')`);
  // the limit of anon on a hosted project, which PostgREST sets for each request
  await api.query(`set statement_timeout = '3s'`);

  let revision = 1;
  const timed = async (body: object): Promise<number> => {
    const text = JSON.stringify({ ...body, revision: revision + 1 });
    const start = performance.now();
    const answer = await request(api, admin, patch([...Object.keys(body), 'revision']), [text, revision]);
    const time = performance.now() - start;
    revision += 1;
    if (JSON.stringify(answer) !== JSON.stringify([{ body: [{ revision }] }])) throw new Error(JSON.stringify(answer));
    return time;
  };

  console.log('Milliseconds of a save, the middle one of nine (the shortest to the longest).\n');
  console.log('| Tasks  | MB   | one more | one changed | another field |');
  console.log('| ------ | ---- | -------- | ----------- | ------------- |');
  const tasks: ReturnType<typeof task>[] = [];
  for (const size of sizes) {
    // in parts, as a site grows, and so that the last saves stay within the limit of 20,000
    while (tasks.length < size - runs) {
      const end = Math.min(tasks.length + 5000, size - runs);
      while (tasks.length < end) tasks.push(task(tasks.length + 1));
      await timed({ tasks2024: tasks });
    }
    const times = { more: [] as number[], changed: [] as number[], field: [] as number[] };
    for (let run = 1; run <= runs; run += 1) {
      tasks.push(task(tasks.length + 1));
      times.more.push(await timed({ tasks2024: tasks }));
      tasks[size / 2] = task(size / 2 + 1, `Changed ${run}`);
      times.changed.push(await timed({ tasks2024: tasks }));
      times.field.push(await timed({ capacity: `${size}, ${run}` }));
    }
    const mb = (JSON.stringify(tasks).length / 1e6).toFixed(1);
    const cells = [size, mb, described(times.more), described(times.changed), described(times.field)];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await portal.stop();
}
