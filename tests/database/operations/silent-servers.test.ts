import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-silence-'));
  await writeFile(path.join(folder, 'visits.csv'), 'site,date,title,text\nOne,2026-03-01,Visit,Checked\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** What a server does with a connection. */
const servers: Record<string, (socket: Socket) => void> = {
  'never answers': () => undefined,
  'drops the connection': (socket) => socket.destroy(),
  'drops it after the request': (socket) => void socket.once('data', () => socket.destroy()),
  'stops in the middle of a body': (socket) =>
    void socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"a":')),
  'drops it in the middle of a body': (socket) =>
    void socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"a":')),
  'answers 500': (socket) =>
    void socket.on('data', () => socket.write('HTTP/1.1 500 Oops\r\ncontent-length: 2\r\n\r\n{}')),
  'answers 401': (socket) =>
    void socket.on('data', () => socket.write('HTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\n{}')),
};

async function open(behave: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return { server, port: typeof bound === 'object' && bound ? bound.port : 0 };
}

const address = (port: number) => ['--url', `http://127.0.0.1:${port}`];
const portal = (port: number) => [...address(port), '--anon-key', 'sb_publishable_x', '--admin-key', 'ADMIN-KEY'];
const project = (port: number) => [
  ...address(port),
  '--service-key',
  'sb_secret_x',
  '--db-url',
  `postgresql://postgres:x@127.0.0.1:${port}/postgres`,
];

/** Each command with a server of its own, whose port is in the switches. */
const commands: Record<string, (port: number) => string[]> = {
  backup: (port) => ['backup/backup.ts', '--to', path.join(folder, `to-${port}`), ...project(port)],
  import: (port) => ['import/import.ts', '--from', path.join(folder, 'visits.csv'), ...portal(port)],
  smoke: (port) => ['smoke/smoke.ts', ...portal(port)],
};

/** Runs a command as its owner does, on this Node, with nothing put into its globals. */
async function operate([file = '', ...switches]: string[]): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.resolve('supabase/operations', file), ...switches], {
    env: { PATH: process.env['PATH'], PORTAL_SILENCE_SECONDS: '1', DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, printed: out + errors };
}

describe.concurrent.each(Object.entries(servers))('with a server that %s', (_, behave) => {
  test.each(Object.entries(commands))(
    '%s ends, says so and leaves nothing that looks whole',
    async (name, switches) => {
      const { server, port } = await open(behave);
      const { code, printed } = await operate(switches(port));
      server.close();
      expect(code).toBe(1);
      expect(printed).toMatch(/database cannot be reached|does not answer|server answered|Nothing answers|TO DO/u);
      // a sentence, not the inside of the program
      expect(printed).not.toMatch(/^\s+at |node:internal|undefined/mu);
      if (name === 'backup') expect(await readdir(folder)).not.toContain(`to-${port}`);
    },
    60_000,
  );
});

describe('where nothing listens', () => {
  test.each(Object.entries(commands))(
    '%s ends and says so',
    async (_, switches) => {
      const { server, port } = await open(() => undefined);
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
