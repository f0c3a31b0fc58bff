import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'vite';

interface Ended {
  code: number | null;
  printed: string;
}

async function run(program: string[]): Promise<Ended> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], PORTAL_SILENCE_SECONDS: '1', DO_NOT_TRACK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, printed: out + errors };
}

/** Runs a command as its owner does, on this Node, with nothing added to its globals. */
export const operate = ([file = '', ...switches]: string[]): Promise<Ended> =>
  run(['--import', 'tsx', path.resolve('supabase/operations', file), ...switches]);

/**
 * Builds commands into a folder of the project. Returns a function like `operate` for them. If a command is run many times, this
 * takes a third of the time, because it is compiled only once.
 */
export async function buildCommands(outDir: string, files: readonly string[]): Promise<typeof operate> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: files.map((file) => path.resolve('supabase/operations', file)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return ([file = '', ...switches]) => run([path.join(outDir, `${path.basename(file, '.ts')}.mjs`), ...switches]);
}

/** By what such a server does: how it handles a connection. */
export const brokenServers: Record<string, (socket: Socket) => void> = {
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

export async function openBroken(behave: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  return { server, port: typeof bound === 'object' && bound ? bound.port : 0 };
}
