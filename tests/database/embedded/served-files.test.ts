import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'vite';
import { describe, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headersFor, parseHostHeaders } from '../../../supabase/local/host-headers.ts';
import { embeddedSupabase } from '../../../supabase/local/vite-plugin.ts';

let root: string;

/** The statuses with which the development server answers these paths. This needs no database. */
async function statusesOf(paths: string[]): Promise<number[]> {
  const { configureServer: _database, configurePreviewServer: _preview, ...plugin } = embeddedSupabase();
  const vite = await createServer({
    configFile: false,
    root,
    logLevel: 'silent',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
    plugins: [plugin],
  });
  const http = createHttpServer((request, response) =>
    vite.middlewares(request, response, () => response.writeHead(404).end()),
  );
  try {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const bound = http.address();
    if (bound === null || typeof bound === 'string') throw new Error('No port');
    const statuses: number[] = [];
    for (const requested of paths) statuses.push((await fetch(`http://127.0.0.1:${bound.port}${requested}`)).status);
    return statuses;
  } finally {
    await new Promise((resolve) => http.close(resolve));
    await vite.close();
  }
}

describe('the development server', () => {
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'portal-served-'));
    await writeFile(path.join(root, 'seen.txt'), 'seen');
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  test.each(['.portal-data', 'my data'])('does not serve the data folder %s', async (name) => {
    const folder = path.join(root, name);
    vi.stubEnv('PORTAL_DATA_DIR', folder);
    await mkdir(path.join(folder, 'files'), { recursive: true });
    await writeFile(path.join(folder, 'secret'), 'signs every link');
    await writeFile(path.join(folder, 'files/photo.jpg'), 'photo');
    const url = encodeURI(name);
    const [seen, ...hidden] = await statusesOf([
      '/seen.txt',
      `/${url}/secret`,
      `/${url}/secret?raw`,
      `/${url}/secret?import&raw`,
      `/${url}/files/photo.jpg`,
      `/@fs${encodeURI(folder)}/secret`,
      `/${url}/../${url}/secret`,
    ]);
    expect(seen).toBe(200);
    expect(hidden.filter((status) => status === 200)).toEqual([]);
  });
});

const rules = parseHostHeaders(`
# comment
/*
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'self'; img-src blob: https://a.test:444
/assets/*
  Cache-Control: max-age=31536000
/guides/:name.pdf
  X-Frame-Options: SAMEORIGIN
`);

const headersOf = (url: string) => Object.fromEntries(headersFor(rules, url));

test('a path gets the headers of every matching rule, and the last one wins', () => {
  const everywhere = {
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'self'; img-src blob: https://a.test:444",
  };
  expect(headersOf('/')).toEqual(everywhere);
  expect(headersOf('/assets/a/b.js')).toEqual({ ...everywhere, 'cache-control': 'max-age=31536000' });
  expect(headersOf('/guides/a.pdf')).toEqual({ ...everywhere, 'x-frame-options': 'SAMEORIGIN' });
  expect(headersOf('/guides/a-pdf')).toEqual(everywhere);
});
