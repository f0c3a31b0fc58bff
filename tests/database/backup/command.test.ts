import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { makeBackup } from '../../../supabase/operations/backup/make-backup.ts';
import { readManifest } from '../../../supabase/operations/backup/backup-folder.ts';
import type { TestBackend } from '../support/backend.ts';
import { openPortal } from '../support/open-portal.ts';
import { livePortal, newFolder, placeOf } from './made-portal.ts';

let backend: TestBackend;
openPortal((portal) => ({ backend } = portal));

const fileOf = (name: 'backup' | 'restore') => path.resolve(`supabase/operations/backup/${name}.ts`);

interface Ended {
  code: number;
  /** Standard output and standard error. */
  printed: string;
}

/** Runs a command of an owner. */
async function operation(name: 'backup' | 'restore', dataFolder: string, ...switches: string[]): Promise<Ended> {
  const env = { ...process.env, PORTAL_DATA_DIR: dataFolder, DO_NOT_TRACK: '1' };
  return promisify(execFile)(process.execPath, ['--import', 'tsx', fileOf(name), ...switches], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (error: unknown) => ({
      code: Number(Reflect.get(Object(error), 'code')),
      printed: `${String(Reflect.get(Object(error), 'stdout'))}${String(Reflect.get(Object(error), 'stderr'))}`,
    }),
  );
}

let runs = 0;

/** The same in this process, which saves starting one and loading everything again. */
async function operationHere(name: 'backup' | 'restore', dataFolder: string, ...switches: string[]): Promise<Ended> {
  const { argv, exitCode } = process;
  const lines: unknown[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation((line: unknown) => void lines.push(line));
  vi.stubEnv('PORTAL_DATA_DIR', dataFolder);
  process.argv = [process.execPath, fileOf(name), ...switches];
  // a database in this process has set one
  process.exitCode = undefined;
  try {
    runs += 1;
    // a new module each time, as loading it runs the command
    await import(/* @vite-ignore */ `${fileOf(name)}?${runs}`);
    return { code: Number(Reflect.get(process, 'exitCode') ?? 0), printed: lines.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.argv = argv;
    process.exitCode = exitCode;
  }
}

test('an owner can restore into a new portal and back it up again, and a wrong command is explained', async () => {
  await livePortal(backend);
  const [from, data, to] = [await newFolder(), path.join(await newFolder(), 'data'), await newFolder()];
  const made = await makeBackup(placeOf(backend), from);

  // what needs no portal
  const both = ['--url', 'https://abcd.supabase.co', '--service-key', 'k', '--db-url', 'postgresql://x@y/z'];
  const refused = [
    await operationHere('backup', data, '--help'),
    await operation('restore', data),
    await operationHere('backup', data, '--to', to),
    await operationHere('restore', data, '--from', to, '--url', 'https://abcd.supabase.co'),
    await operationHere('backup', data, '--to', to, ...both),
  ];
  expect(refused.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1]);
  const sentences = [
    'npm run backup -- --to DIR',
    'Name the folder of the backup',
    'There is no data of a portal',
    'no finished backup',
    'to different projects',
  ];
  sentences.forEach((sentence, index) => expect(refused[index]?.printed).toContain(sentence));
  expect(existsSync(data)).toBe(false);

  const restored = await operationHere('restore', data, '--from', from);
  expect(restored.printed).toContain('5 files.\nEverybody is logged out.');
  expect(restored.code).toBe(0);
  expect(await operationHere('backup', data, '--to', to)).toMatchObject({ code: 0 });
  const second = await readManifest(to);
  expect(second).toMatchObject({ tables: made.tables, sequences: made.sequences, files: made.files });
});
