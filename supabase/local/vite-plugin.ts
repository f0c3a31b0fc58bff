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
    // the first requests wait for the database
    void listener.then((listen) => listen(request, response), next);
  });
  const announce = async () => {
    await portal.backend;
    // Vite knows the URLs just after it starts listening
    logger.info(await portal.welcome(server.resolvedUrls?.local ?? []));
  };
  const failed = (error: unknown) => {
    logger.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  };
  const { httpServer } = server;
  // Node closes a connection after five idle seconds, losing a request that comes at that very moment
  if (httpServer && 'keepAliveTimeout' in httpServer) httpServer.keepAliveTimeout = 120_000;
  httpServer?.once('listening', () => void announce().catch(failed));
  portal.backend.catch(failed);
}

/** Serves the preview with the headers of `public/_headers`, as the host would. */
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

// the files that Vite refuses by default, as a list of ours replaces that default
const neverServed = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'];

/**
 * Runs the embedded Supabase inside `vite` and `vite preview`, at the URL of the page, and points the client there. In
 * preview the headers of `public/_headers` apply too, as they would on the host.
 */
export function embeddedSupabase(): Plugin {
  return {
    name: 'embedded-supabase',
    config: ({ root = process.cwd() }) => ({
      // the folder is in the project, all of which Vite would serve: photos, the database, the secret that signs links
      server: { fs: { deny: [...neverServed, '**/.portal-data/**', `${normalizePath(dataFolderOf(root))}/**`] } },
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
