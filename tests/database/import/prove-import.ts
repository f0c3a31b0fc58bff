import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { contractDay } from '../../../src/records/site/contract.ts';
import { readOldExport } from '../../../supabase/operations/import/old-export.ts';
import { filesInFolder } from '../../../supabase/operations/import/old-files.ts';
import { importTarget, runImport, type ImportResult } from '../../../supabase/operations/import/run-import.ts';
import type { AdminApi } from '../../../supabase/operations/place/admin-api.ts';
import { writeOldFiles, type MadeExport, type TrueSite } from './made-export.ts';
import { undoRun } from './prove-table.ts';

interface Proof {
  made: MadeExport;
  api: AdminApi;
  /** A folder for the old photos, which is created. */
  folder: string;
  /** Runs SQL as the owner of the database. */
  sql: <T>(statement: string) => Promise<T[]>;
  now: Date;
}

/** The times of the three runs, in seconds. */
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
 * Checks, applies and applies again. Fails unless every defect and nothing else is reported with its row, every other visit is
 * imported with its files, counts and key, the check writes nothing, and the second time changes nothing.
 */
export async function proveImport({ made, api, folder, sql, now }: Proof): Promise<Figures> {
  await writeOldFiles(made, folder);
  const target = importTarget(api, await filesInFolder(folder));
  const run = async (apply: boolean): Promise<ImportResult & { lines: string[]; seconds: number; run: string }> => {
    const id = randomUUID();
    const lines: string[] = [];
    const began = performance.now();
    const result = await runImport(await readOldExport(structuredClone(made.data), now), {
      target,
      keys: { kind: 'old', until: new Date(now.getTime() + 90 * 86_400_000).toISOString() },
      run: { id, file: 'old.json' },
      apply,
      print: (line) => void lines.push(line),
      storeKey: async () => assert.fail('no key is issued'),
    });
    return { ...result, run: id, lines, seconds: (performance.now() - began) / 1_000 };
  };
  const visitCount = [...made.truth.values()].reduce((sum, { visits }) => sum + visits.length, 0);
  const shownCount = [...made.truth.values()].reduce(
    (sum, { visits }) =>
      sum + visits.filter(({ visit, corrected }) => visit.showing === 'True' && !corrected.has('showing')).length,
    0,
  );

  const before = await sql(everything);
  const checked = await run(false);
  assert.deepEqual(await sql(everything), before, 'a check writes nothing');
  compareDefects(checked, made, (defect) => !defect.late);
  assert.equal(checked.added, visitCount);

  const applied = await run(true);
  assert.deepEqual(applied.failed, []);
  compareDefects(applied, made, () => true);
  assert.equal(applied.added, visitCount);
  await compareSites(made, sql);

  const after = await sql(everything);
  const again = await run(true);
  assert.deepEqual(await sql(everything), after, 'the second time changes nothing');
  assert.deepEqual([again.added, again.known, again.failed], [0, visitCount, []]);

  const undone = await undoRun(api, applied.run);
  assert.equal(undone.hidden, shownCount);
  assert.deepEqual([undone.reverted, undone.stayed, undone.sites_left], [0, [], 0]);
  assert.deepEqual(undone.made_sites.toSorted(), [...made.truth.keys()].toSorted());
  await compareSites(made, sql, true);
  const back = await run(true);
  assert.deepEqual([back.added, back.failed], [shownCount, []]);
  await compareSites(made, sql);
  return {
    check: checked.seconds,
    apply: applied.seconds,
    again: again.seconds,
    lines: checked.lines.length,
    visits: visitCount,
  };
}

/** Expects each sentence to be reported for its row and printed, and no other. */
function compareDefects(
  { defects, lines }: ImportResult & { lines: string[] },
  { expected }: MadeExport,
  isDue: (defect: MadeExport['expected'][number]) => boolean,
): void {
  const left = [...defects];
  for (const { row, problem } of expected.filter((defect) => isDue(defect))) {
    const index = left.findIndex((defect) => defect.row === row && defect.problem.startsWith(problem));
    assert.notEqual(index, -1, `not reported: ${row}: ${problem}`);
    left.splice(index, 1);
    assert.ok(
      lines.some((line) => line.startsWith(`${row}: ${problem}`)),
      `not printed: ${row}: ${problem}`,
    );
  }
  assert.deepEqual(left, [], 'nothing else is reported');
}

interface SavedVisit {
  id: unknown;
  urls: string[];
  pdf: string;
  [member: string]: unknown;
}

interface SavedSite {
  record: Record<string, unknown>;
  visits: SavedVisit[];
  counts: object | null;
  kinds: string[];
  /** The number of keys that open in any notation, and the number of notations that open a key. */
  keys: number;
  typed: number;
}

function compareVisits(site: string, saved: SavedSite['visits'], wanted: TrueSite['visits'], isUndone: boolean): void {
  assert.equal(saved.length, wanted.length, site);
  for (const [index, { visit, photos, hasPdf, corrected }] of wanted.entries()) {
    const { id, urls, pdf, ...values }: SavedVisit = saved[index] ?? { id: null, urls: [], pdf: '' };
    const label = `${site}, visit ${index + 1}`;
    assert.equal(id, index + 1, label);
    const truth = Object.entries({ ...visit, ...(isUndone && { showing: 'False' }) });
    for (const [member, value] of truth)
      if (!corrected.has(member)) assert.equal(values[member], value, `${label}: ${member}`);
    assert.deepEqual(Object.keys(values).toSorted(), truth.map(([member]) => member).toSorted(), label);
    if (!corrected.has('urls')) assert.equal(urls.length, photos, `${label}: photos`);
    if (!corrected.has('pdf')) assert.equal(pdf !== '', hasPdf, `${label}: PDF`);
  }
}

/** Compares every site with its expected record, visits, counts and key, and the files with those that the visits name. */
async function compareSites(
  { truth, photos, pdfs }: Pick<MadeExport, 'truth' | 'photos' | 'pdfs'>,
  sql: Proof['sql'],
  isUndone = false,
): Promise<void> {
  for (const [name, { record, contractDay: day, phone, keys, visits }] of truth) {
    // one after the other, to name the first that fails
    const [site] = await sql<SavedSite>(`
      select to_jsonb(t) - 'tasks2024' as record, t.tasks2024 as visits,
        (select c.json from public.carpost c where c.site_id = t.id) as counts,
        (select json_agg(m.kind) from public.main m where m.site_id = t.id) as kinds,
        (select count(distinct private.key_hash(typed))::int from unnest(array[${keys.map((key) => `'${key}'`).join()}]) typed
          join public.main m on m.site_id = t.id and m.token = private.key_hash(typed)) as keys,
        (select count(*)::int from unnest(array[${keys.map((key) => `'${key}'`).join()}]) typed
          join public.main m on m.site_id = t.id and m.token = private.key_hash(typed)) as typed
      from public.maintable t where name = '${name}'`);
    assert.ok(site, `${name} is there`);
    assert.deepEqual(Object.fromEntries(Object.keys(record).map((key) => [key, site.record[key]])), record);
    assert.equal(site.record['person_in_charge'], phone, `${name}: telephone number`);
    assert.equal(contractDay(record.contract_until), day, `${name}: ${record.contract_until}`);
    assert.deepEqual([site.keys, site.typed], [1, keys.length], `${name}: every way of typing its key opens it`);
    compareVisits(name, site.visits, visits, isUndone);
    const number = Number(name.split(' ')[1]);
    assert.deepEqual(site.counts, { 'Main gate': [{ type: 'Arm', entrance: number, exit: 2, year: 2024 }] });
    assert.deepEqual(site.kinds, ['old']);
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
