import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { catalogueCodes, catalogueFile, readCatalogue } from './catalogues.ts';
import { asDoor, doors, type Door } from './door-page.ts';
import { withoutUnusedDrawing } from './left-out.ts';
import { findMessages } from './messages.ts';
import { pageNotices } from './page-notices.ts';

// Builds and serves the pages without a login (`door-page.ts`).

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const readPage = (door: Door) => asDoor(readFileSync(join(root, 'index.html'), 'utf8'), door);

/** Provides the HTML of a door to the build, because it is not a file. */
function generatedPage(door: Door): Plugin {
  const id = join(root, door.page);
  return {
    name: 'door-page',
    enforce: 'pre',
    resolveId: (requestedId) => (requestedId === id ? id : null),
    load: (requestedId) => (requestedId === id ? readPage(door) : null),
  };
}

const placeholder = (code: string) => `the messages of ${code}`;

/** The translations of the messages in these files into a language. @param files their paths below `src` */
export function catalogueFor(code: string, files: ReadonlySet<string>): Record<string, string> {
  const catalogue = readCatalogue(code);
  const keys = Array.from(findMessages().byKey).filter(([, uses]) => uses.files.some((file) => files.has(file)));
  return Object.fromEntries(keys.map(([key]) => [key, catalogue[key] ?? '']));
}

/**
 * Reduces each catalogue to the messages in the modules of the build, because the whole catalogue is larger than the page. The modules are
 * known only when the chunks are rendered, so a placeholder stands for the catalogue until then.
 */
function fewerMessages(): Plugin {
  return {
    name: 'door-messages',
    enforce: 'pre',
    load(requestedId) {
      const code = catalogueCodes.find((catalogueCode) => requestedId === catalogueFile(catalogueCode));
      return code === undefined
        ? null
        : { code: `export default JSON.parse(${JSON.stringify(placeholder(code))});`, moduleType: 'js' };
    },
    renderChunk(chunk) {
      const code = catalogueCodes.find((catalogueCode) => chunk.includes(placeholder(catalogueCode)));
      if (code === undefined) return null;
      const files = new Set(Array.from(this.getModuleIds(), (module) => relative(source, module)));
      return chunk.replace(/(["'`])the messages of \w+\1/u, () =>
        JSON.stringify(JSON.stringify(catalogueFor(code, files))),
      );
    },
  };
}

const fontFile = /\.woff2?$/u;
const assetNames =
  (folder: string) =>
  ({ names }: Rolldown.PreRenderedAsset) =>
    // fonts have the same path as those of the portal, so that a device loads them only once
    names.some((name) => fontFile.test(name)) ? 'assets/[name]-[hash][extname]' : `${folder}/[name]-[hash][extname]`;

/** Builds the page of a door into a folder. @param collect further plugins, such as the collector of licences */
export async function buildDoor(
  door: Door,
  folder: string,
  {
    mode,
    define,
    build: { target },
  }: Pick<ResolvedConfig, 'mode' | 'define'> & { build: Pick<ResolvedConfig['build'], 'target'> },
  collect: readonly Plugin[] = [],
): Promise<void> {
  await build({
    configFile: false,
    root,
    mode,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: withoutUnusedDrawing },
    ...(define && { define }),
    plugins: [react({ jsxImportSource: '#jsx' }), generatedPage(door), fewerMessages(), pageNotices(), ...collect],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, door.page),
        optimization: { inlineConst: true },
        output: {
          entryFileNames: `${door.folder}/[name]-[hash].js`,
          chunkFileNames: `${door.folder}/[name]-[hash].js`,
          assetFileNames: assetNames(door.folder),
        },
      },
    },
  });
}

/**
 * Builds the pages without a login into the folder of the portal, and serves them in development. `vite preview` and hosts find them by
 * their names.
 */
export function doorPages(collect: () => Plugin): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'door-pages',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const door = doors.find(({ path, page }) => pathname === path || pathname === `/${page}`);
        if (!door) return next();
        server.transformIndexHtml(pathname, readPage(door)).then((page) => {
          response.setHeader('content-type', 'text/html');
          response.end(page);
        }, next);
      });
    },
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        for (const door of doors) await buildDoor(door, dir, config, [collect()]);
      },
    },
  };
}
