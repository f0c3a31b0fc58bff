import type { Backend } from './backend.ts';
import { dataFolderOf, openDataFolder, type DataFolder } from './data-folder.ts';

interface RunningPortal {
  backend: Promise<Backend>;
  /** The start-up message: the URLs and, in a demo, the keys to try. */
  welcome(urls: string[]): Promise<string>;
}

declare global {
  // global, because Vite loads a changed vite.config.ts as a new module
  var runningPortalBackend: { backend: Promise<Backend> } | undefined;
}

async function start(root: string, folder: DataFolder): Promise<Backend> {
  process.env['DO_NOT_TRACK'] = '1';
  const { createBackend } = await import('./backend.ts');
  const backend = await createBackend({ root, folder });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void backend.close().finally(() => process.exit(0)));
  }
  return backend;
}

async function demoKeyLines({ pg, exclusive }: Backend): Promise<string[]> {
  const { rows } = await exclusive(() => pg.query<{ demo: boolean }>('select demo from private.settings'));
  if (rows[0]?.demo !== true) return [];
  const { demoKeys, demoLink, demoSticker } = await import('./demo-keys.ts');
  const width = Math.max(...demoKeys.map(({ key }) => key.length));
  return [
    '',
    '  Demo keys:',
    ...demoKeys.map(({ key, who }) => `  ${key.padEnd(width)}  ${who}`),
    '',
    `  Demo sticker: /report#${demoSticker.secret} reports a fault at ${demoSticker.post} without a key`,
    `  Demo link: /shared#${demoLink.secret} shows two visits without a key`,
  ];
}

/**
 * The backend of this process, which the first call starts. There is only one, because two databases in the same folder would lose data:
 * when its configuration changes, Vite starts the new server before it closes the old one. Resolves once the data folder is locked, while
 * the database is still opening. Throws when another process uses the folder.
 */
export async function runningPortal(root: string): Promise<RunningPortal> {
  globalThis.runningPortalBackend ??= { backend: start(root, await openDataFolder(dataFolderOf(root))) };
  const { backend } = globalThis.runningPortalBackend;
  const welcome = async (urls: string[]) =>
    ['', `  RFID Boom Gate Portal: ${urls.join(' ')}`, ...(await demoKeyLines(await backend)), ''].join('\n');
  return { backend, welcome };
}
