import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { checkBackup, readManifest } from '../../../supabase/operations/backup/backup-folder.ts';
import { makeBackup } from '../../../supabase/operations/backup/make-backup.ts';
import { restoreBackup } from '../../../supabase/operations/backup/restore-backup.ts';
import type { OwnedPlace } from '../../../supabase/operations/place/place.ts';
import type { TestBackend } from '../support/backend.ts';
import { openPortal } from '../support/open-portal.ts';
import { everyRow, livePortal, newFolder, photo, placeOf } from './made-portal.ts';

let backend: TestBackend;

let place: OwnedPlace;

/** Changes a text in a file of the backup. */
const edit = async (file: string, was: string | RegExp, is: string) => {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(was);
  await writeFile(file, text.replace(was, is));
};

const harms: [what: string, harm: (folder: string) => Promise<unknown>, sentence: string][] = [
  ['no manifest', (folder) => rm(path.join(folder, 'manifest.json')), 'holds no finished backup: manifest.json'],
  ['half a manifest', (folder) => truncate(path.join(folder, 'manifest.json'), 200), 'manifest.json cannot be read'],
  [
    'a manifest of a later format',
    (folder) => edit(path.join(folder, 'manifest.json'), '"format": 1', '"format": 2'),
    'manifest.json cannot be read',
  ],
  [
    'a changed row',
    (folder) => edit(path.join(folder, 'tables/public.maintable.jsonl'), 'Site Two', 'Site Too'),
    'the rows of public.maintable are not',
  ],
  [
    'a cut table',
    (folder) => truncate(path.join(folder, 'tables/private.change_log.jsonl'), 500),
    'the rows of private.change_log are not',
  ],
  [
    'a row more',
    (folder) => appendFile(path.join(folder, 'tables/public.main.jsonl'), '[]\n'),
    'the rows of public.main are not',
  ],
  [
    'a missing table',
    (folder) => rm(path.join(folder, 'tables/private.visits.jsonl')),
    'the rows of private.visits are not',
  ],
  ['a cut list of files', (folder) => truncate(path.join(folder, 'files.jsonl'), 10), 'files.jsonl is not the one'],
  [
    'a list that leads elsewhere',
    (folder) => edit(path.join(folder, 'files.jsonl'), /"path":"[^"]*"/u, '"path":"../../etc/passwd"'),
    'files.jsonl is not the one',
  ],
  // one byte less than the photo has
  [
    'a cut photo',
    (folder) => truncate(path.join(folder, 'files', photo), 69_999),
    `the file ${photo} is missing or changed`,
  ],
  ['a missing photo', (folder) => rm(path.join(folder, 'files', photo)), `the file ${photo} is missing or changed`],
];

describe('a broken backup', () => {
  openPortal((portal) => {
    ({ backend } = portal);
    place = placeOf(backend);
  });

  test('a damaged backup is refused, and the message names the damage', async () => {
    await livePortal(backend);
    const whole = await newFolder();
    await makeBackup(place, whole);
    await expect(checkBackup(whole)).resolves.toBeDefined();
    for (const [what, harm, sentence] of harms) {
      const folder = await newFolder();
      await cp(whole, folder, { recursive: true });
      await harm(folder);
      await expect(checkBackup(folder), what).rejects.toThrow(sentence);
    }
  });

  test('a backup of another migration, or of other tables, is refused', async () => {
    await livePortal(backend);
    const folder = await newFolder();
    await makeBackup(place, folder);
    const before = await everyRow(place.query);
    const manifest = path.join(folder, 'manifest.json');
    const whole = await readFile(manifest, 'utf8');
    await edit(manifest, /"2026\d+"(?=\s*\])/u, '"20270101000000"');
    const options = { replace: true };
    await expect(restoreBackup(place, await checkBackup(folder), options)).rejects.toThrow(
      'The backup was made at migration 20270101000000',
    );
    await writeFile(manifest, whole.replace('"sitename"', '"site_name"'));
    await expect(restoreBackup(place, await checkBackup(folder), options)).rejects.toThrow(
      'The tables of backup and database differ: public.maintable(id,name,sitename',
    );
    expect(await everyRow(place.query)).toEqual(before);
  });

  test('an interrupted backup continues where it stopped', async () => {
    await livePortal(backend);
    const folder = await newFolder();
    const asked: string[] = [];
    const placeFailingAt = (failingName: string): OwnedPlace => ({
      ...place,
      files: {
        ...place.files,
        get: (name) => {
          asked.push(name);
          return name === failingName ? Promise.reject(new Error('No connection')) : place.files.get(name);
        },
      },
    });
    await expect(makeBackup(placeFailingAt(photo), folder)).rejects.toThrow('No connection');
    await expect(checkBackup(folder)).rejects.toThrow('holds no finished backup');
    const first = asked.splice(0);
    expect((await makeBackup(placeFailingAt('none'), folder)).files).toMatchObject({ count: 7, missing: [] });
    expect(asked).toContain(photo);
    // a file that was being fetched at the interruption may be fetched again
    expect(asked.length).toBeLessThanOrEqual(first.length);
    await checkBackup(folder);
    await expect(makeBackup(place, folder)).rejects.toThrow('holds a backup already');
  });

  test('a folder that contains other files is not changed', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, 'mine.txt'), 'mine');
    await expect(makeBackup(place, folder)).rejects.toThrow('contains other files');
  });

  test('a file whose bytes the portal has lost is reported, and the rest is backed up', async () => {
    await livePortal(backend);
    await backend.blobs.remove('rfidboomgatephoto', photo);
    const folder = await newFolder();
    const { files } = await makeBackup(place, folder);
    expect(files).toMatchObject({ count: 6, missing: [photo] });
    expect((await checkBackup(folder)).files).toHaveLength(6);
  });

  test('a file that arrives incomplete is not stored', async () => {
    await livePortal(backend);
    const folder = await newFolder();
    const cut: OwnedPlace = {
      ...place,
      files: { ...place.files, get: async (name) => (await place.files.get(name))?.subarray(0, 2) },
    };
    await expect(makeBackup(cut, folder)).rejects.toThrow(/has 2 bytes, and its record says \d+/u);
  });

  test('if a file fails, the error is reported only after every other transfer has ended', async () => {
    await livePortal(backend);
    const underWay = new Set<string>();
    const slow = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      if (name === photo) throw new Error('No connection');
      underWay.add(name);
      await setTimeout(50);
      const result = await work();
      underWay.delete(name);
      return result;
    };
    const { files } = place;
    const failing: OwnedPlace = {
      ...place,
      files: {
        ...files,
        get: (name) => slow(name, () => files.get(name)),
        put: (file, bytes) => slow(file.name, () => files.put(file, bytes)),
      },
    };
    await expect(makeBackup(failing, await newFolder())).rejects.toThrow('No connection');
    expect([...underWay]).toEqual([]);

    const folder = await newFolder();
    await makeBackup(place, folder);
    const backup = await checkBackup(folder);
    await files.remove(backup.files.map(({ name }) => name));
    await expect(restoreBackup(failing, backup, { replace: true })).rejects.toThrow('No connection');
    expect([...underWay]).toEqual([]);
  });
});

const fileOf = (name: 'backup' | 'restore') => path.resolve(`supabase/operations/backup/${name}.ts`);

interface CommandResult {
  code: number;
  /** Standard output and standard error. */
  printed: string;
}

/** Runs a command of the owner. */
async function operation(
  name: 'backup' | 'restore',
  dataFolder: string,
  ...switches: string[]
): Promise<CommandResult> {
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

/** Runs it in this process, which avoids starting a process and loading all modules again. */
async function operationHere(
  name: 'backup' | 'restore',
  dataFolder: string,
  ...switches: string[]
): Promise<CommandResult> {
  const { argv, exitCode } = process;
  const lines: unknown[] = [];
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of spies) spy.mockImplementation((line: unknown) => void lines.push(line));
  vi.stubEnv('PORTAL_DATA_DIR', dataFolder);
  process.argv = [process.execPath, fileOf(name), ...switches];
  // a database in this process has set an exit code
  process.exitCode = undefined;
  try {
    runs += 1;
    // a new module each time, because loading it runs the command
    await import(/* @vite-ignore */ `${fileOf(name)}?${runs}`);
    return { code: Number(Reflect.get(process, 'exitCode') ?? 0), printed: lines.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.argv = argv;
    process.exitCode = exitCode;
  }
}

describe('the commands', () => {
  openPortal((portal) => ({ backend } = portal));

  test('an owner can restore into a new portal and back it up again, and a wrong command is explained', async () => {
    await livePortal(backend);
    const [from, data, to] = [await newFolder(), path.join(await newFolder(), 'data'), await newFolder()];
    const made = await makeBackup(placeOf(backend), from);

    // commands that need no portal
    const twoProjects = ['--url', 'https://abcd.supabase.co', '--service-key', 'k', '--db-url', 'postgresql://x@y/z'];
    const outcomes = [
      await operationHere('backup', data, '--help'),
      await operation('restore', data),
      await operationHere('backup', data, '--to', to),
      await operationHere('restore', data, '--from', to, '--url', 'https://abcd.supabase.co'),
      await operationHere('backup', data, '--to', to, ...twoProjects),
    ];
    expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 1, 1, 1]);
    const sentences = [
      'npm run backup -- --to DIR',
      'Name the folder of the backup',
      'There is no data of a portal',
      'no finished backup',
      'to different projects',
    ];
    sentences.forEach((sentence, index) => expect(outcomes[index]?.printed).toContain(sentence));
    expect(existsSync(data)).toBe(false);

    const restored = await operationHere('restore', data, '--from', from);
    expect(restored.printed).toContain('7 files.\nEverybody is logged out.');
    expect(restored.code).toBe(0);
    expect(await operationHere('backup', data, '--to', to)).toMatchObject({ code: 0 });
    const second = await readManifest(to);
    expect(second).toMatchObject({ tables: made.tables, sequences: made.sequences, files: made.files });
  });
});
