import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Manifest, type ManifestChunk } from 'vite';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { nginxConfig, vercelConfig } from '../../.config/hosts.ts';
import { withSourceLines } from '../../.config/read-stack.ts';
import { listShell } from '../../.config/service-worker.ts';
import { keyIn } from '../../supabase/operations/smoke/hosting-checks.ts';
import { differenceIn, readReleaseList } from '../../supabase/operations/smoke/release-list.ts';

const project = 'https://abcdefghijklmnopqrst.supabase.co';
/** As long as the key of a hosted project, and as hard to compress. The project and the key are in the first load. */
const anonKey = [
  { alg: 'HS256', typ: 'JWT' },
  { iss: 'supabase', ref: 'abcdefghijklmnopqrst', role: 'anon', iat: 1_700_000_000, exp: 2_015_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(createHash('sha256').update('signature').digest('base64url'))
  .join('.');

const outDir = mkdtempSync(join(tmpdir(), 'portal-build-'));
let manifest: Manifest = {};
let entry: ManifestChunk | undefined;

const hostText = (file: string) => readFileSync(join(`${outDir}-hosts`, file), 'utf8');
const text = (file: string) => readFileSync(join(outDir, file), 'utf8');

/** The words that the files contain, as `file: word`. The words must survive minification. */
function matchesIn(words: readonly string[], files: readonly string[]): string[] {
  return files.flatMap((file) => words.filter((word) => text(file).includes(word)).map((word) => `${file}: ${word}`));
}

/** The entry and everything that it imports statically: what a browser fetches before the login works. */
function firstLoad(): string[] {
  const files = new Set<string>();
  const visit = (chunk: ManifestChunk | undefined) => {
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const name of chunk.imports ?? []) visit(manifest[name]);
  };
  visit(entry);
  return Array.from(files);
}

/** The styles of the first load, which are in the page. */
const styles = () => /<style>(.*?)<\/style>/su.exec(text('index.html'))?.[1] ?? '';

/** The compressed size (gzip) of these texts in KiB. */
const compressedKib = (...texts: readonly string[]) =>
  texts.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1024;

beforeAll(async () => {
  // as in a hosted build, whatever the machine's own .env file contains
  vi.stubEnv('VITE_SUPABASE_URL', project);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', anonKey);
  vi.stubEnv('NODE_ENV', 'production');
  await build({ logLevel: 'error', mode: 'production', build: { outDir, emptyOutDir: true, manifest: true } });
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by Vite a moment ago
  manifest = JSON.parse(text('.vite/manifest.json')) as Manifest;
  entry = Object.values(manifest).find((chunk) => chunk.isEntry);
});

afterAll(() => {
  vi.unstubAllEnvs();
  for (const folder of [outDir, `${outDir}-hosts`, `${outDir}-maps`]) rmSync(folder, { recursive: true });
});

describe('the first load of the login', () => {
  it('is at most 82 KiB of script and a page of 12 KiB, of which styles are at most 8, in two requests', () => {
    const page = text('index.html');
    const scripts = firstLoad();
    const [script, style, pageSize] = [
      compressedKib(...scripts.map(text)),
      compressedKib(styles()),
      compressedKib(page),
    ];
    console.log(
      `first load: ${script.toFixed(2)} KiB of script, ${style.toFixed(2)} of styles in ${pageSize.toFixed(2)} of page`,
    );
    expect(anonKey).toHaveLength(208);
    expect(script).toBeLessThanOrEqual(82);
    expect(styles().length).toBeGreaterThan(0);
    expect(style).toBeLessThanOrEqual(8);
    expect(pageSize).toBeLessThanOrEqual(12);
    expect(page).not.toContain('rel="stylesheet"');
    expect(1 + scripts.length).toBe(2);
  });

  it('is loaded by no screen a second time', () => {
    // the styles that the page contains are in no file
    const [className = ''] = /\._form_\w+/u.exec(styles()) ?? [];
    expect(className).not.toBe('');
    const sheets = files().filter((name) => name.endsWith('.css'));
    expect(matchesIn([className], sheets)).toEqual([]);
    const styleFiles = files()
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => Array.from(text(name).matchAll(/assets\/[\w-]+\.css/gu), ([styleFile]) => styleFile));
    expect(styleFiles.length).toBeGreaterThan(10);
    expect(styleFiles.filter((name) => !sheets.includes(name))).toEqual([]);
  });

  it('contains nothing that the login does not need', () => {
    const strangers = [
      'storage/v1',
      'No QueryClient set',
      '__reactRouterVersion',
      'abortPipeEarly',
      'jsPDF',
      'Chart.js',
      'GlobalWorkerOptions',
    ];
    expect(matchesIn(strangers, firstLoad())).toEqual([]);
    // the words are right, because they are found where these libraries are
    const later = Object.values(manifest).map(({ file }) => file);
    const libraries = new Set(
      matchesIn(
        strangers.slice(0, 4),
        later.filter((file) => file.endsWith('.js')),
      ).map((hit) => hit.split(': ')[1]),
    );
    expect(libraries).toEqual(new Set(strangers.slice(0, 4)));
  });

  it('preloads no font, because the texts of the login request theirs: two of at most 50 KiB', () => {
    expect(text('index.html')).not.toContain('as="font"');
    const names = files().filter((name) => /barlow-latin-400|barlow-semi-condensed-latin-600/u.test(name));
    const fonts = names.filter((name) => name.endsWith('.woff2'));
    expect(fonts).toHaveLength(2);
    expect(fonts.reduce((sum, name) => sum + statSync(join(outDir, name)).size, 0)).toBeLessThanOrEqual(50 * 1024);
    for (const name of fonts) expect(styles()).toContain(`/${name}`);
  });
});

describe('the first load of a screen', () => {
  it('is linked by the page with what each screen needs, in few files', () => {
    const matches = text('index.html').matchAll(/\/(assets\/(?:supabase|frame)-[\w-]+\.\w+)/gu);
    const names = Array.from(matches, ([, name = '']) => name);
    const scripts = names.filter((name) => name.endsWith('.js'));
    const needed = ['storage/v1', 'No QueryClient set', '__reactRouterVersion'];
    expect(new Set(matchesIn(needed, scripts).map((hit) => hit.split(': ')[1]))).toEqual(new Set(needed));
    expect(names.map((name) => name.replace(/^assets\/(\w+)-[\w-]+(\.\w+)$/u, '$1$2'))).toEqual([
      'supabase.js',
      'frame.js',
      'frame.css',
    ]);
    const profile = Object.values(manifest).find(({ src }) => src === 'src/features/profile/ProfileRoute.tsx');
    const importedChunks = profile?.imports?.map((key) => manifest[key]?.name).toSorted();
    expect(importedChunks).toEqual(['frame', 'index', 'profile']);
  });
});

const files = () => readdirSync(outDir, { recursive: true, encoding: 'utf8' });

describe('the build', () => {
  it('carries neither the embedded backend nor a demo key', () => {
    expect(files().filter((name) => /pglite|initdb|\.data$/u.test(name))).toEqual([]);
    const code = files().filter((name) => /\.(?:js|mjs|html|css)$/u.test(name));
    const secrets = [
      'SELASIH-',
      'KINGFISHER-',
      'KAYANGAN-',
      'EMPTY-DEMO',
      'FIELDWORK',
      'GATEKEEPER',
      'pglite',
      '@supabase/lite',
    ];
    expect(matchesIn(secrets, code)).toEqual([]);
  });

  it('has its key in the first script, where the smoke test looks for it', () => {
    expect(keyIn(text(entry?.file ?? ''))).toBe(anonKey);
  });

  it('lets its pages talk to the configured project and to no other', () => {
    const policy = /Content-Security-Policy: .*/u.exec(text('_headers'))?.[0];
    expect(policy).toContain(`connect-src 'self' ${project};`);
    expect(policy).not.toContain('*');
  });

  it('has only three inline scripts, for theme and Trusted Types, older browsers and the early login, allowed by their hashes', () => {
    const page = text('index.html');
    const inline = Array.from(
      page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gsu),
      ([scriptElement, script = '']) => ({
        whole: scriptElement,
        script,
        hash: `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      }),
    );
    expect(inline).toHaveLength(3);
    expect(inline[0]?.script).toContain("localStorage.getItem('portal.theme')");
    expect(inline[1]?.script).toContain("document.getElementById('too-old')");
    expect(inline[2]?.script).toContain('takeOverLogin');
    const otherText = inline
      .reduce((remaining, { whole: scriptElement }) => remaining.replace(scriptElement, ''), page)
      .replace(`<style>${styles()}</style>`, '');
    expect(otherText).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\s(?:style|on\w+)=/u);
    const hashes = inline.map(({ hash }) => hash).join(' ');
    const styleHash = `'sha256-${createHash('sha256').update(styles()).digest('base64')}'`;
    expect(text('_headers')).toContain(
      `script-src 'self' ${hashes} 'wasm-unsafe-eval'; style-src 'self' ${styleHash};`,
    );
    // those of the portal, and of the two public pages under two paths each, which have two scripts and no styles
    expect(text('_headers').match(/'(?:sha\d+-|unsafe-)/gu)).toHaveLength(4 + 4 * 2);
    // the same on every host, and in the page
    expect(page).toContain(hashes);
    expect(hostText('vercel.json')).toBe(vercelConfig(text('_headers')));
    expect(hostText('nginx.conf')).toBe(nginxConfig(text('_headers')));
    // files that only some hosts read would be published by the others
    expect(files().filter((name) => /vercel|nginx/u.test(name))).toEqual([]);
    const sheets = files().filter((name) => name.endsWith('.css'));
    expect(matchesIn(['url(data:'], [...sheets, 'index.html'])).toEqual([]);
  });
});

test('the source maps are beside the build, and nothing in the build links them', () => {
  const scripts = files().filter((name) => /assets\/[^/]+\.js$/u.test(name));
  expect(files().filter((name) => name.endsWith('.map'))).toEqual([]);
  expect(
    matchesIn(
      ['sourceMappingURL='],
      scripts.filter((name) => !/pdf\.worker/u.test(name)),
    ),
  ).toEqual([]);
  const maps = readdirSync(`${outDir}-maps`);
  const [start = ''] = scripts.filter((name) => /assets\/index-/u.test(name));
  expect(maps).toContain(`${start.slice('assets/'.length)}.map`);
  const reportedStack = withSourceLines(
    `${start.slice('assets/'.length)}:${text(start).split('\n').length - 1}:400`,
    `${outDir}-maps`,
  );
  expect(reportedStack).toMatch(/\/(?:src|node_modules)\/\S+:\d+:\d+/u);
});

test('the licences of everything in the build are beside it', () => {
  const notices = text('notices.txt');
  const fonts = files().filter((name) => /\.woff2?$/u.test(name));
  const families = fonts.map(
    (name) => /^assets\/(barlow(?:-semi-condensed)?|noto-[a-z]+(?:-[a-z]+)?)-/u.exec(name)?.[1] ?? name,
  );
  const expected = ['react', 'jspdf', 'libheif-js', 'pdfjs-dist', 'chart.js', ...new Set(families)];
  expect(expected.length).toBeGreaterThan(8);
  for (const name of expected) expect(notices).toMatch(new RegExp(`^(?:@fontsource/)?${name} \\d`, 'mu'));
  // the licences of what pdf.js includes, and what the LGPL asks for
  for (const words of [
    'Universite catholique de Louvain',
    'Liberation',
    'PDFium',
    'GNU LESSER GENERAL PUBLIC',
    'GNU GENERAL PUBLIC',
    'can be replaced',
  ])
    expect(notices).toContain(words);
});

const names = () => files().filter((name) => statSync(join(outDir, name)).isFile());
const fileOf = (url: string) => decodeURIComponent(url.split('?')[0]?.slice(1) ?? '');

const readBuilt = (name: string) => readFileSync(join(outDir, name));
const list = (read = readBuilt) => listShell({ names: names(), page: text('index.html'), read });
const bytesOf = (urls: readonly string[]) =>
  urls.reduce((sum, url) => sum + statSync(join(outDir, fileOf(url))).size, 0) / 1024;

/** The guides in a folder. */
const guidesIn = (folder: string) =>
  readdirSync(join('public', folder)).flatMap((file) => (file.endsWith('.pdf') ? [`${folder}/${file}`] : []));

test('its list for smoke has every file that is published, as it is', () => {
  const listed = readReleaseList(text('files.txt')) ?? [];
  const published = names().filter((name) => !/^[._]/u.test(name) && name !== 'files.txt');
  expect(listed.map(({ name }) => name)).toEqual(published.toSorted());
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['index.html', 'sw.js', 'report-worker.js']));
  expect(listed.flatMap((file) => differenceIn(file, readBuilt(file.name)) ?? [])).toEqual([]);
});

describe('what the service worker caches', () => {
  it('is of this build, each file once, without files that only developers or few people need', () => {
    const { start, later, optional, version } = list();
    const cachedFiles = [...start, ...later, ...optional].map(fileOf);
    expect(cachedFiles).toEqual([...new Set(cachedFiles)]);
    expect(cachedFiles.filter((file) => !names().includes(file))).toEqual([]);
    expect(cachedFiles.filter((file) => /\.(?:map|wasm|bcmap|ttf|pfb)$|noto-|^_/u.test(file))).toEqual([]);
    expect(start.map(fileOf)).toEqual(expect.arrayContaining([...firstLoad(), 'logo.svg']));
    const code = optional.filter((url) => !url.startsWith('/guides/'));
    expect(new Set(code.map((url) => /[A-Za-z-]+(?=-[\w-]{8}\.(?:js|css))/u.exec(url)?.[0]))).toEqual(
      new Set([
        'AccessKeysRoute',
        'ArchiveSitesDialog',
        'ChangeLogRoute',
        'FaultsRoute',
        'LinkDialog',
        'LinksDialog',
        'SiteDocuments',
        'SiteImportDialog',
        'SiteSharedLinks',
        'SiteStickers',
        'SitesRoute',
        'check-visits',
        'draw-code',
        'due-calendar',
        'guide-texts-ms',
        'guide-texts-zh',
        'heic-worker',
        'key-cards',
        'ms',
        'read-table',
        'site-archive',
        'site-heads',
        'sticker-sheet',
        'workbook',
        'zh',
      ]),
    );
    expect(later.map(fileOf).filter((file) => file.startsWith('guides/'))).toEqual(guidesIn('guides'));
    expect(optional.map(fileOf).filter((file) => file.startsWith('guides/'))).toEqual([
      ...guidesIn('guides/ms'),
      ...guidesIn('guides/zh'),
    ]);
    expect(text('sw.js')).toContain(version);
  });

  it('gets another version when only the headers of the host change, which are cached with the page', () => {
    const before = list();
    const after = list((name) =>
      name === '_headers' ? Buffer.from('/*\n  X-Frame-Options: DENY\n') : readBuilt(name),
    );
    expect(after.version).not.toBe(before.version);
    expect({ ...after, version: before.version }).toEqual(before);
    expect(list()).toEqual(before);
  });

  it('is at most 600 KiB at first and 5 MiB later, uncompressed', () => {
    const { start, later } = list();
    console.log(`kept: ${bytesOf(start).toFixed()} KiB at once, ${bytesOf(later).toFixed()} KiB later`);
    expect(bytesOf(start)).toBeLessThanOrEqual(600);
    expect(bytesOf(later)).toBeLessThanOrEqual(5 * 1024);
    // a third of it are names and hashes of files, those of 27 guides among them
    expect(gzipSync(text('sw.js')).length).toBeLessThanOrEqual(5.5 * 1024);
  });
});
