import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cacheFolder } from '../support/snapshot.ts';
import { brokenServers, buildCommands, openBroken, operate } from './operate.ts';

let folder = '';
let operateBuilt: typeof operate;
const built = path.join(cacheFolder, `commands-${process.pid}`);
beforeAll(async () => {
  operateBuilt = await buildCommands(built, ['backup/backup.ts', 'import/import.ts', 'smoke/smoke.ts']);
  folder = await mkdtemp(path.join(tmpdir(), 'portal-silence-'));
  await writeFile(path.join(folder, 'visits.csv'), 'site,date,title,text\nOne,2026-03-01,Visit,Checked\n');
  return async () => {
    for (const made of [folder, built]) await rm(made, { recursive: true });
  };
});

const address = (port: number) => ['--url', `http://127.0.0.1:${port}`];
const portal = (port: number) => [...address(port), '--anon-key', 'sb_publishable_x', '--admin-key', 'ADMIN-KEY'];
const project = (port: number) => [
  ...address(port),
  '--service-key',
  'sb_secret_x',
  '--db-url',
  `postgresql://postgres:x@127.0.0.1:${port}/postgres`,
];

/** Each command with its own server, whose port is in the switches. */
const commands: Record<string, (port: number) => string[]> = {
  backup: (port) => ['backup/backup.ts', '--to', path.join(folder, `to-${port}`), ...project(port)],
  import: (port) => ['import/import.ts', '--from', path.join(folder, 'visits.csv'), ...portal(port)],
  smoke: (port) => ['smoke/smoke.ts', ...portal(port)],
};

describe.concurrent.each(Object.entries(brokenServers))('with a server that %s', (_, behave) => {
  test.each(Object.entries(commands))(
    '%s ends, says so and leaves nothing that looks complete',
    async (name, switches) => {
      const { server, port } = await openBroken(behave);
      const { code, printed } = await operateBuilt(switches(port));
      server.close();
      expect(code).toBe(1);
      expect(printed).toMatch(/database cannot be reached|does not answer|server answered|Nothing answers|TO DO/u);
      // a sentence, not internals of the program
      expect(printed).not.toMatch(/^\s+at |node:internal|undefined/mu);
      if (name === 'backup') expect(await readdir(folder)).not.toContain(`to-${port}`);
    },
    60_000,
  );
});

describe.concurrent('if nothing listens', () => {
  test.each(Object.entries(commands))(
    '%s ends and says so',
    async (_, switches) => {
      const { server, port } = await openBroken(() => undefined);
      server.close();
      await once(server, 'close');
      const { code, printed } = await operate(switches(port));
      expect(code).toBe(1);
      expect(printed).toMatch(/ECONNREFUSED|does not answer/u);
    },
    60_000,
  );
});

test('a backup that is not there is not called unfinished', async () => {
  const missing = path.join(folder, 'nowhere');
  const { code, printed } = await operate(['backup/restore.ts', '--from', missing]);
  expect([code, printed.trim()]).toEqual([1, `There is no folder ${missing}.`]);
});

describe.concurrent('the last day of old keys', () => {
  test.each(['2027-02-31', 'Feb 2027', '2027', 'in a year'])('is not read as a day: %s', async (day) => {
    const { code, printed } = await operateBuilt([...(commands['import']?.(1) ?? []), '--old-keys-until', day]);
    expect(code).toBe(1);
    expect(printed).toContain(`--old-keys-until ${day} is not a day such as 2027-01-31.`);
  });
});

test('smoke refuses a portal in a folder of a host', async () => {
  const { code, printed } = await operateBuilt([
    'smoke/smoke.ts',
    ...portal(1),
    '--origin',
    'https://host.test/portal',
  ]);
  expect(code).toBe(1);
  expect(printed).toMatch(/root of a host of its own, not in a folder: give --origin without \/portal/u);
});
