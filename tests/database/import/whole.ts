import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '../../../supabase/local/backend.ts';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { openAdminApi } from '../../../supabase/operations/place/admin-api.ts';
import { placeAt } from '../../../supabase/operations/place/place.ts';
import { makeExport } from './made-export.ts';
import { proveImport } from './prove-import.ts';
import { proveTable } from './prove-table.ts';

// npm run test:import imports 57 sites, 2,000 visits, 200 defects of all kinds and a table of as many visits into an embedded
// portal on disk.

const seconds = (value: number) => `${value.toFixed(1)} s`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

const folder = await mkdtemp(join(tmpdir(), 'import-'));
const backend = await createBackend({ folder: await openDataFolder(join(folder, 'portal')), seed: false });
const sql = <T>(statement: string): Promise<T[]> =>
  backend.exclusive(async () => (await backend.pg.query<T>(statement)).rows);
let largest = 0;
const watch = setInterval(() => (largest = Math.max(largest, process.memoryUsage().rss)), 100);
try {
  const [made] = await sql<{ key: string }>(`select private.first_admin_key('Test') as key`);
  const api = await openAdminApi(
    placeAt({ url: 'http://portal.test', anonKey, fetch: backend.fetch }),
    made?.key ?? '',
  );
  const whole = makeExport({ sites: 57, visits: 36, defectiveVisits: 185 });
  const atStart = process.memoryUsage().rss;
  const { check, apply, again, lines, visits } = await proveImport({
    made: whole,
    api,
    folder: join(folder, 'photos'),
    sql,
    now: new Date(),
  });
  console.log(`57 sites, 2,052 visits, ${whole.expected.length} defects: every one reported with its row.`);
  console.log(
    `${visits} visits, ${whole.photos} photos and ${whole.pdfs} PDFs are in; the second run changed nothing.`,
  );
  console.log(`Check ${seconds(check)} (${lines} lines), apply ${seconds(apply)}, apply again ${seconds(again)}.`);
  console.log(`Memory ${megabytes(atStart)} before, ${megabytes(largest)} at most, the embedded database included.`);
  const began = performance.now();
  await proveTable({ api, sites: 57, visits: 36, sql });
  console.log(
    `2,052 visits of a table: imported, undone, imported with other columns, updated: every value as it has to be (${seconds((performance.now() - began) / 1_000)}).`,
  );
  await api.close();
} finally {
  clearInterval(watch);
  await backend.close();
  await rm(folder, { recursive: true });
}
