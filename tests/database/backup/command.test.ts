import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../supabase/operations/backup/make-backup.ts';
import { readManifest } from '../../../supabase/operations/backup/manifest.ts';
import type { TestBackend } from '../support/backend.ts';
import { openPortal } from '../support/open-portal.ts';
import { livePortal, newFolder, placeOf } from './made-portal.ts';

let backend: TestBackend;
openPortal((portal) => ({ backend } = portal));

const run = promisify(execFile);

/** Runs a command of an owner: its exit code, and all that it prints. */
async function operation(name: 'backup' | 'restore', dataFolder: string, ...switches: string[]) {
  const env = { ...process.env, PORTAL_DATA_DIR: dataFolder, DO_NOT_TRACK: '1' };
  const file = `supabase/operations/backup/${name}.ts`;
  return run(process.execPath, ['--import', 'tsx', file, ...switches], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (error: unknown) => ({
      code: Number(Reflect.get(Object(error), 'code')),
      printed: `${String(Reflect.get(Object(error), 'stdout'))}${String(Reflect.get(Object(error), 'stderr'))}`,
    }),
  );
}

test('an owner restores into a new portal and backs it up again, and is told what to say otherwise', async () => {
  await livePortal(backend);
  const [from, data, to] = [await newFolder(), path.join(await newFolder(), 'data'), await newFolder()];
  const made = await makeBackup(placeOf(backend), from);

  // what needs no portal
  const refused = await Promise.all([
    operation('backup', data, '--help'),
    operation('restore', data),
    operation('backup', data, '--to', to),
    operation('restore', data, '--from', to, '--url', 'https://abcd.supabase.co'),
    operation(
      'backup',
      data,
      '--to',
      to,
      '--url',
      'https://abcd.supabase.co',
      '--service-key',
      'k',
      '--db-url',
      'postgresql://x@y/z',
    ),
  ]);
  expect(refused.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1]);
  const sentences = [
    'npm run backup -- --to DIR',
    'Say where from',
    'There is no data of a portal',
    'no finished backup',
    'of two projects',
  ];
  sentences.forEach((sentence, index) => expect(refused[index]?.printed).toContain(sentence));
  expect(existsSync(data)).toBe(false);

  const restored = await operation('restore', data, '--from', from);
  expect(restored.printed).toContain('5 files.\nEverybody is logged out.');
  expect(restored.code).toBe(0);
  expect(await operation('backup', data, '--to', to)).toMatchObject({ code: 0 });
  const second = await readManifest(to);
  expect(second).toMatchObject({ tables: made.tables, sequences: made.sequences, files: made.files });
});
