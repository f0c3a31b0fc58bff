import { strict as assert } from 'node:assert';
import { readOldExport } from '../../../supabase/operations/import/old-export.ts';
import type { AdminApi } from '../../../supabase/operations/place/admin-api.ts';
import { importTarget, runImport, type ImportResult } from '../../../supabase/operations/import/run-import.ts';
import { filesInFolder } from '../../../supabase/operations/import/old-files.ts';
import { contractDay } from '../../../src/records/site/contract.ts';
import { writeOldFiles, type MadeExport } from './made-export.ts';

interface Proof {
  made: MadeExport;
  api: AdminApi;
  /** A folder for the old photos; it is created. */
  folder: string;
  /** SQL as the owner of the database. */
  sql: <T>(statement: string) => Promise<T[]>;
  now: Date;
}

/** Figures of the three runs, in seconds. */
interface Figures {
  check: number;
  apply: number;
  again: number;
  lines: number;
  visits: number;
}

const everything = `
  select (select json_agg(m order by id) from public.main m) as keys, (select json_agg(t order by id) from public.maintable t) as sites,
    (select json_agg(c order by site_id) from public.carpost c) as counts, (select count(*) from private.change_log) as changes,
    (select json_agg(i order by site_id, task_id) from private.imported_visits i) as sources,
    (select json_agg(o.name order by name) from storage.objects o) as files, (select count(*) from private.reserved_sites) as reserved`;

/**
 * Checks, applies and applies again, and fails unless every defect is reported with its row and nothing else is, every other visit
 * is in with its files, counts and key, the check writes nothing, and the second time changes nothing.
 */
export async function proveImport({ made, api, folder, sql, now }: Proof): Promise<Figures> {
  await writeOldFiles(made, folder);
  const target = importTarget(api, await filesInFolder(folder));
  const run = async (apply: boolean): Promise<ImportResult & { lines: string[]; seconds: number }> => {
    const lines: string[] = [];
    const began = performance.now();
    const result = await runImport(await readOldExport(structuredClone(made.data), now), {
      target,
      keys: { kind: 'old', until: new Date(now.getTime() + 90 * 86_400_000).toISOString() },
      apply,
      print: (line) => void lines.push(line),
      keepKey: async () => assert.fail('no key is issued'),
    });
    return { ...result, lines, seconds: (performance.now() - began) / 1_000 };
  };
  const wanted = [...made.titles.values()].reduce((sum, titles) => sum + titles.length, 0);

  const before = await sql(everything);
  const checked = await run(false);
  assert.deepEqual(await sql(everything), before, 'a check writes nothing');
  compareDefects(checked, made, (one) => !one.late);
  assert.equal(checked.added, wanted);

  const applied = await run(true);
  assert.deepEqual(applied.failed, []);
  compareDefects(applied, made, () => true);
  assert.equal(applied.added, wanted);
  await compareSites(made, sql);

  const after = await sql(everything);
  const again = await run(true);
  assert.deepEqual(await sql(everything), after, 'the second time changes nothing');
  assert.deepEqual([again.added, again.known, again.failed], [0, wanted, []]);
  return {
    check: checked.seconds,
    apply: applied.seconds,
    again: again.seconds,
    lines: checked.lines.length,
    visits: wanted,
  };
}

/** Each expected sentence was reported for its row and printed, and no other was. */
function compareDefects(
  { defects, lines }: ImportResult & { lines: string[] },
  { expected }: MadeExport,
  isDue: (one: MadeExport['expected'][number]) => boolean,
): void {
  const left = [...defects];
  for (const { row, problem } of expected.filter((one) => isDue(one))) {
    const place = left.findIndex((one) => one.row === row && one.problem.startsWith(problem));
    assert.notEqual(place, -1, `not reported: ${row}: ${problem}`);
    left.splice(place, 1);
    assert.ok(
      lines.some((line) => line.startsWith(`${row}: ${problem}`)),
      `not printed: ${row}: ${problem}`,
    );
  }
  assert.deepEqual(left, [], 'nothing else is reported');
}

async function compareSites({ titles, ends, photos, pdfs }: MadeExport, sql: Proof['sql']): Promise<void> {
  for (const [name, wanted] of titles) {
    const of = `from public.maintable t where name = '${name}'`;
    // one after the other, to name the first that fails
    const [site] = await sql<{ titles: string[]; counts: object | null; keys: string[]; until: string | null }>(`
      select (select coalesce(json_agg(e ->> 'title' order by place), '[]') from jsonb_array_elements(t.tasks2024) with ordinality as x(e, place)) as titles,
        (select c.json from public.carpost c where c.site_id = t.id) as counts,
        (select json_agg(m.kind) from public.main m where m.site_id = t.id) as keys, t.contract_until as until ${of}`);
    assert.ok(site, `${name} is there`);
    assert.equal(site.titles.length, wanted.length, name);
    for (const [index, title] of wanted.entries())
      if (title !== null) assert.equal(site.titles[index], title, `${name}, ${index}`);
    const number = Number(name.split(' ')[1]);
    assert.deepEqual(site.counts, { 'Main gate': [{ type: 'Arm', entrance: number, exit: 2, year: 2024 }] });
    assert.deepEqual(site.keys, ['old']);
    assert.equal(contractDay(site.until ?? ''), ends.get(name), `${name}, until ${site.until}`);
  }
  const [files] = await sql<{ named: number; stored: number; missing: number; small: number }>(`
    with named as (select split_part(f, '/rfidboomgatephoto/', 2) as name from public.maintable t,
        jsonb_array_elements(t.tasks2024) e, lateral (select jsonb_array_elements_text(e -> 'urls') union all select e ->> 'pdf') x(f)
      where f <> '' and t.name like 'Site %')
    select (select count(*) from named)::int as named,
      (select count(*) from storage.objects where name not like '%.small.jpg')::int as stored,
      (select count(*) from named where name not in (select name from storage.objects))::int as missing,
      (select count(*) from storage.objects where name like '%.small.jpg')::int as small`);
  assert.deepEqual(files, { named: photos + pdfs, stored: photos + pdfs, missing: 0, small: photos });
}
