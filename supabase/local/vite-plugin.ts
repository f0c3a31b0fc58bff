import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { normalizePath, type Plugin, type PreviewServer, type ViteDevServer } from 'vite';
import { apiListener } from './api-listener.ts';
import { dataFolderOf } from './data-folder.ts';
import { headersFor, parseHostHeaders } from './host-headers.ts';
import { anonKey } from './hosted-defaults.ts';
import { logRefused } from './refusal-log.ts';
import { runningPortal } from './running-portal.ts';

type Next = (error?: unknown) => void;

const isApi = (request: IncomingMessage) => /^\/(rest|storage)\/v1\//.test(request.url ?? '');

async function mountBackend(server: ViteDevServer | PreviewServer): Promise<void> {
  const { root, logger } = server.config;
  const portal = await runningPortal(root);
  const listener = portal.backend.then(({ fetch: serve }) =>
    apiListener(logRefused(serve, (line) => logger.info(line))),
  );
  server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
    if (!isApi(request)) return next();
    // the first requests wait until the database is open
    void listener.then((listen) => listen(request, response), next);
  });
  const announce = async () => {
    await portal.backend;
    // Vite knows its URLs only after it has started to listen
    logger.info(await portal.welcome(server.resolvedUrls?.local ?? []));
  };
  const exitWithError = (error: unknown) => {
    logger.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  };
  const { httpServer } = server;
  // by default Node closes a connection after five idle seconds, and loses a request that arrives at that moment
  if (httpServer && 'keepAliveTimeout' in httpServer) httpServer.keepAliveTimeout = 120_000;
  httpServer?.once('listening', () => void announce().catch(exitWithError));
  portal.backend.catch(exitWithError);
}

/** Serves the preview with the headers of `public/_headers`, as the web host does. */
export async function mountHostHeaders(server: PreviewServer): Promise<void> {
  const { root, build } = server.config;
  const file = path.resolve(root, build.outDir, '_headers');
  const rules = parseHostHeaders(await readFile(file, 'utf8').catch(() => ''));
  server.middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
    if (!isApi(request)) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      headersFor(rules, pathname).forEach((value, name) => response.setHeader(name, value));
    }
    next();
  });
}

// the files that Vite refuses by default: our list replaces its default, so they are repeated here
const alwaysDenied = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'];

/**
 * Runs the embedded Supabase inside `vite` and `vite preview`, at the URL of the page, and makes the client use it. The preview also
 * sends the headers of `public/_headers`, as the web host does.
 */
export function embeddedSupabase(): Plugin {
  return {
    name: 'embedded-supabase',
    config: ({ root = process.cwd() }) => ({
      // Vite would serve the data folder with the rest of the project: photos, the database, the secret that signs links
      server: { fs: { deny: [...alwaysDenied, '**/.portal-data/**', `${normalizePath(dataFolderOf(root))}/**`] } },
      define: {
        'import.meta.env.VITE_SUPABASE_URL': 'window.location.origin',
        'import.meta.env.VITE_SUPABASE_ANON_KEY': JSON.stringify(anonKey),
      },
    }),
    configureServer: mountBackend,
    async configurePreviewServer(server) {
      await mountBackend(server);
      await mountHostHeaders(server);
    },
  };
}
