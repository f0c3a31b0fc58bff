import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { undoneSchema, undoWholeImport } from '../../../src/records/import/import-calls.ts';
import type { UndoneImport } from '../../../src/records/import/import-calls.ts';
import { readTable } from '../../../supabase/operations/import/read-table.ts';
import { importTarget, runImport } from '../../../supabase/operations/import/run-import.ts';
import type { AdminApi } from '../../../supabase/operations/place/admin-api.ts';
import { allColumns, fewColumns, makeTable, wrongColumns, type ColumnChoice } from './made-table.ts';

interface TableProof {
  api: AdminApi;
  sites: number;
  /** The number of visits of each site. */
  visits: number;
  sql: <T>(statement: string) => Promise<T[]>;
}

type SavedVisit = Record<string, unknown> & { title: string; showing: string };

/** Everything except visits, their history, and what changes with every save. */
const elsewhere = `
  select (select json_agg(m order by id) from (select id, token, label, role, site_id, kind, expires_at from public.main) m) as keys,
    (select json_agg(to_jsonb(t) - '{tasks2024,revision,updated_at}'::text[] order by id) from public.maintable t) as sites,
    (select json_agg(c order by site_id) from public.carpost c) as counts,
    (select json_agg(o.name order by name) from storage.objects o) as files`;

/** Undoes an import as the command does. */
export function undoRun(api: AdminApi, run: string): Promise<UndoneImport> {
  return undoWholeImport(
    () => api.rpc('undo_import', { import_id: run }, undoneSchema),
    () => undefined,
  );
}

/**
 * Imports a table with the wrong columns and undoes that, imports it with other columns and updates it, and undoes that too.
 * After each step every visit and everything else is compared with what is expected. What a person changes in between stays.
 */
export async function proveTable({ api, sites, visits, sql }: TableProof): Promise<void> {
  const file = makeTable(sites, visits);
  const before = await visitsOf(sql);
  const others = await sql(elsewhere);
  const total = sites * visits;
  const importWith = async ({ column }: ColumnChoice, update = false) => {
    const { plan } = await readTable(file, await api.sites(), { column }, () => undefined);
    assert.deepEqual(plan.defects, []);
    const run = { id: randomUUID(), file: 'visits.csv' };
    const { added, updated, known, failed } = await runImport(plan, {
      target: importTarget(api, { has: async () => false, read: async () => null }),
      keys: { kind: 'none' },
      run,
      update,
      apply: true,
      print: () => undefined,
      storeKey: async () => assert.fail('no key is issued'),
    });
    assert.deepEqual(failed, []);
    return { run: run.id, counts: [added, updated, known] };
  };
  /** @param besides values that differ from the choice, by `site/visit` */
  const compare = async (
    what: string,
    { truth }: ColumnChoice,
    showing: string,
    besides: ReadonlyMap<string, object> = new Map(),
  ) => {
    const now = await visitsOf(sql);
    for (const [name, tasks] of now) {
      const earlier = before.get(name) ?? [];
      assert.deepEqual(tasks.slice(0, earlier.length), earlier, `${what}: ${name} is as before`);
      const site = Number(/^Site (?<number>\d+)$/u.exec(name)?.groups?.['number'] ?? 0);
      const wanted = Array.from({ length: site >= 1 && site <= sites ? visits : 0 }, (_, at) => ({
        id: earlier.length + at + 1,
        urls: [],
        pdf: '',
        ...truth(site, at + 1),
        showing,
        ...besides.get(`${site}/${at + 1}`),
      }));
      // a member that is not given is absent
      assert.deepEqual(tasks.slice(earlier.length), JSON.parse(JSON.stringify(wanted)), `${what}: ${name}`);
    }
    assert.deepEqual(await sql(elsewhere), others, `${what}: everything else is as before`);
  };

  const wrong = await importWith(wrongColumns);
  assert.deepEqual(wrong.counts, [total, 0, 0]);
  await compare('imported with the wrong columns', wrongColumns, 'True');
  const undone = await undoRun(api, wrong.run);
  assert.deepEqual([undone.sites, undone.hidden, undone.stayed], [sites, total, []]);
  await compare('undone', wrongColumns, 'False');
  assert.deepEqual((await importWith(fewColumns)).counts, [total, 0, 0]);
  await compare('imported with other columns', fewColumns, 'True');

  // a person corrects a visit, and deletes another
  const byHand = { title: 'Corrected by hand' };
  await changeVisit(sql, 'Site 1', fewColumns.truth(1, 2).title, byHand);
  await changeVisit(sql, 'Site 2', fewColumns.truth(2, 3).title, { showing: 'False' });
  const changes = new Map([
    ['1/2', { ...fewColumns.truth(1, 2), ...byHand }],
    ['2/3', { ...fewColumns.truth(2, 3), showing: 'False' }],
  ]);
  assert.deepEqual((await importWith(allColumns)).counts, [0, 0, total]);
  await compare('imported again', fewColumns, 'True', changes);
  const update = await importWith(allColumns, true);
  assert.deepEqual(update.counts, [0, total - 2, 2]);
  await compare('updated', allColumns, 'True', withoutMore(changes));
  assert.deepEqual((await importWith(allColumns, true)).counts, [0, 0, total]);
  const reverted = await undoRun(api, update.run);
  assert.deepEqual([reverted.hidden, reverted.reverted, reverted.stayed], [0, total - 2, []]);
  await compare('the update undone', fewColumns, 'True', changes);
  assert.deepEqual((await importWith(allColumns, true)).counts, [0, total - 2, 2]);
  await compare('updated again', allColumns, 'True', withoutMore(changes));
}

/** The visits that a person changed: the update leaves them without the kind and the time of leaving that it gives to all others. */
const withoutMore = (changes: ReadonlyMap<string, object>) =>
  new Map(Array.from(changes, ([place, values]) => [place, { ...values, kind: undefined, left: undefined }] as const));

async function visitsOf(sql: TableProof['sql']): Promise<Map<string, SavedVisit[]>> {
  const rows = await sql<{ name: string; tasks: SavedVisit[] }>(
    `select name, tasks2024 as tasks from public.maintable order by id`,
  );
  return new Map(rows.map(({ name, tasks }) => [name, tasks]));
}

async function changeVisit(sql: TableProof['sql'], site: string, title: string, values: object): Promise<void> {
  await sql(`update public.maintable t set revision = t.revision + 1, tasks2024 = (
      select jsonb_agg(case when e ->> 'title' = '${title}' then e || '${JSON.stringify(values)}' else e end order by n)
      from jsonb_array_elements(t.tasks2024) with ordinality x(e, n)) where t.name = '${site}'`);
}
