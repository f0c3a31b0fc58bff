import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createBackend } from '../../../supabase/local/backend.ts';
import { openDataFolder } from '../../../supabase/local/data-folder.ts';
import { openMigratedFolder } from '../support/snapshot.ts';

/** `npm run test:kills` kills twenty times, which takes too long for every run. */
const kills = process.env['npm_lifecycle_event'] === 'test:kills' ? 20 : 1;

const found = v.object({ names: v.array(v.string()), broken: v.array(v.number()) });
const stored = v.object({ stored: v.number() });

/** Starts a portal that writes, and kills it soon after its third write. Returns what it found and stored. */
async function writeUntilKilled(folder: string, moment: number) {
  const writer = path.join(import.meta.dirname, 'writer.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines: unknown[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(JSON.parse(line));
    if (lines.length === 4) void pause(moment).then(() => child.kill('SIGKILL'));
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  const [first, ...writes] = lines;
  return { found: v.parse(found, first), stored: writes.map((line) => v.parse(stored, line).stored) };
}

const halves = (number: number) => [`Write ${number} first`, `Write ${number} second`];

test(`killed ${kills} times while writing, the portal has every confirmed write and no half-finished one`, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-kills-'));
  const started = await openMigratedFolder(folder);
  await started.markReady();
  await started.unlock();
  const answered: number[] = [];
  const check = ({ names, broken }: v.InferOutput<typeof found>) => {
    expect(broken).toEqual([]);
    // a write that was stored but never confirmed may exist too, but only completely
    const numbers = [...new Set(names.map((name) => Number(name.split(' ')[1])))];
    expect(names).toEqual(numbers.flatMap(halves));
    expect(answered.filter((number) => !numbers.includes(number))).toEqual([]);
  };
  for (let kill = 0; kill < kills; kill += 1) {
    // another moment of the next write each time
    const run = await writeUntilKilled(folder, (kill * 7) % 40);
    check(run.found);
    answered.push(...run.stored);
  }
  expect(answered.length).toBeGreaterThanOrEqual(kills * 3);
  const last = await createBackend({ folder: await openDataFolder(folder), seed: false });
  const { rows } = await last.pg.query<{ name: string }>('select name from public.maintable order by id');
  check({ names: rows.map(({ name }) => name), broken: [] });
  await last.close();
  await rm(folder, { recursive: true });
  console.info(`${kills} kills survived, ${answered.length} answered writes kept`);
});
