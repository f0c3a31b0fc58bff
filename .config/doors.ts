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

/** Gives the build its page, which is no file. */
function generatedPage(door: Door): Plugin {
  const id = join(root, door.page);
  return {
    name: 'door-page',
    enforce: 'pre',
    resolveId: (asked) => (asked === id ? id : null),
    load: (asked) => (asked === id ? readPage(door) : null),
  };
}

const placeholder = (code: string) => `the messages of ${code}`;

/** The texts of a language for the messages that are said in some files, given as paths below `src`. */
export function catalogueFor(code: string, files: ReadonlySet<string>): Record<string, string> {
  const catalogue = readCatalogue(code);
  const keys = Array.from(findMessages().byKey).filter((found) => found[1].files.some((file) => files.has(file)));
  return Object.fromEntries(keys.map(([key]) => [key, catalogue[key] ?? '']));
}

/** Leaves in each catalogue what the modules of the build say: the whole one is larger than the page. */
function fewerMessages(): Plugin {
  return {
    name: 'door-messages',
    enforce: 'pre',
    load(asked) {
      const code = catalogueCodes.find((each) => asked === catalogueFile(each));
      return code === undefined
        ? null
        : { code: `export default JSON.parse(${JSON.stringify(placeholder(code))});`, moduleType: 'js' };
    },
    renderChunk(chunk) {
      const code = catalogueCodes.find((each) => chunk.includes(placeholder(each)));
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
    // the portal's own fonts: a device that has them needs no others
    names.some((name) => fontFile.test(name)) ? 'assets/[name]-[hash][extname]' : `${folder}/[name]-[hash][extname]`;

/** Builds the page of a door into a folder. @param collect what else looks at what is in it, as the licences do */
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

/** The pages without a login: built beside the portal's, and served by `vite`. `vite preview` and hosts find them by their names. */
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
