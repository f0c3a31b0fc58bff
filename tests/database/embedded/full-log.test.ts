import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackend } from '../../../supabase/local/backend.ts';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { openMigratedFolder } from '../support/snapshot.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-full-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Leaves no space for another file of the log. */
function fillDisk(): void {
  const { openSync } = fs;
  vi.spyOn(fs, 'openSync').mockImplementation((name, ...rest) => {
    if (String(name).includes('xlogtemp')) throw Object.assign(new Error('ENOSPC: no room'), { code: 'ENOSPC' });
    return openSync(name, ...rest);
  });
}

test('a database without space for its log reports it, then refuses everything, but loses nothing', async () => {
  const backend = await createBackend({ folder: await openMigratedFolder(folder), seed: false });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ask = () => backend.fetch('http://portal/rest/v1/rpc/logout', { method: 'POST', headers: { apikey: anonKey } });
  await backend.pg.query(`insert into public.maintable (name) values ('Kept')`);
  expect((await ask()).status).toBe(204);

  fillDisk();
  // each starts another file of the log
  const fill = async () => {
    for (let count = 0; count < 9; count += 1) {
      await backend.pg.query('select pg_switch_wal()');
      await backend.pg.query(`insert into public.maintable (name) values ($1)`, [`Site ${count}`]);
    }
  };
  await expect(fill()).rejects.toThrow('No space left on device');
  expect(logged.mock.calls.flat().join(' ')).toMatch(
    /The database has stopped: [^]*No space left on device[^]*start again/u,
  );
  const response = await ask();
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('the database has stopped')]);
  await expect(backend.pg.exec('select 1')).rejects.toThrow('the database has stopped');
  await backend.close();

  vi.restoreAllMocks();
  const again = await createBackend({ folder: await openDataFolder(folder), seed: false });
  const { rows } = await again.pg.query<{ name: string }>('select name from public.maintable order by id');
  expect(rows[0]?.name).toBe('Kept');
  await again.pg.query(`insert into public.maintable (name) values ('Later')`);
  await again.close();
});
