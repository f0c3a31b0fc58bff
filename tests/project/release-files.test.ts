import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRawApi } from '../../supabase/operations/place/raw-api.ts';
import { differenceIn, readReleaseList, releaseListOf } from '../../supabase/operations/smoke/release-list.ts';
import { leftToDo } from '../support/left-to-do.ts';
import { closeServer, openServer } from '../support/local-server.ts';
import { portalOrigin, servePages } from '../support/served-pages.ts';

type Change = (content: Buffer) => Buffer;
/** What the host has in place of some files. */
type Changes = Readonly<Record<string, Change>>;

const compressors = {
  'no compression': null,
  gzip: (content: Buffer) => gzipSync(content),
  // as hosts do on the fly
  br: (content: Buffer) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} as const;
type Compression = keyof typeof compressors;

let changes: Changes = {};
let compression: Compression = 'gzip';
/** Changes what is sent, after the compression. */
let onTheWay: Changes = {};
/** Paths whose connection is closed in the middle. */
let brokenPaths: RegExp | null = null;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const served = servePages(new Request(`${portalOrigin}${path}`));
  const content = Buffer.from(await served.arrayBuffer());
  const sent = changes[path]?.(content) ?? content;
  for (const [name, value] of served.headers) if (name !== 'content-encoding') response.setHeader(name, value);
  const compress = /woff2|pdf/u.test(path) ? null : compressors[compression];
  if (compress) response.setHeader('content-encoding', compression);
  const body = compress ? compress(sent) : sent;
  const received = onTheWay[path]?.(body) ?? body;
  response.statusCode = changes[path] ? 200 : served.status;
  if (brokenPaths?.test(path)) {
    response.setHeader('content-length', received.length + 1);
    response.write(received, () => response.destroy());
  } else response.end(received);
}

const server = createServer((request, response) => void answer(request, response));
let url = '';
beforeAll(async () => {
  url = await openServer(server);
});
afterAll(() => closeServer(server));

/** What smoke says about the page and the files. */
async function toDo(compressedBy: Compression, changedFiles: Changes = {}): Promise<string[]> {
  [compression, changes] = [compressedBy, changedFiles];
  const left = await leftToDo(openRawApi({ url }), {}, /^(?:the host serves|all files)/u);
  return left.map((line) => line.replace('all files of the release are there, whole and with their types: ', ''));
}

const cutTo =
  (bytes: number): Change =>
  (content) =>
    content.subarray(0, bytes);
const emptied = cutTo(0);
/** The same length, with another content in its middle. */
const withOtherByte: Change = (content) =>
  Buffer.concat([content.subarray(0, 100), Buffer.from('x'), content.subarray(101)]);
const longer: Change = (content) => Buffer.concat([content, Buffer.from('<p></p>')]);

const againText = 'Publish all of dist again, from one build. A screen that needs such a file does not open.';
const unchangedText =
  'Publish all of dist again, from one build, and let the host change nothing in it. A screen that needs such a file does not open.';

describe.each<Compression>(['no compression', 'gzip', 'br'])('with %s', (by) => {
  test('a release that is whole has nothing left to do', async () => {
    expect(await toDo(by)).toEqual([]);
  });

  test.each<[what: string, changes: Changes, advice: string]>([
    [
      'a script that is cut off',
      { '/assets/late-a1.js': cutTo(12_000) },
      `assets/late-a1.js is cut off: 12,000 of 44,000 bytes. ${againText}`,
    ],
    [
      'a script without its last byte',
      { '/assets/late-a1.js': cutTo(43_999) },
      `assets/late-a1.js is cut off: 43,999 of 44,000 bytes. ${againText}`,
    ],
    [
      'a script that is empty',
      { '/assets/late-a1.js': emptied },
      `assets/late-a1.js is empty: 0 of 44,000 bytes. ${againText}`,
    ],
    [
      'a script of another release, as long',
      { '/assets/late-a1.js': withOtherByte },
      `assets/late-a1.js is of another release. ${unchangedText}`,
    ],
    [
      'a script of another release, longer',
      { '/assets/late-a1.js': longer },
      `assets/late-a1.js is of another release. ${unchangedText}`,
    ],
    [
      'a script of another release, shorter',
      { '/assets/late-a1.js': (content) => withOtherByte(content).subarray(0, 30_000) },
      `assets/late-a1.js is of another release. ${unchangedText}`,
    ],
    [
      'a style sheet that is empty',
      { '/assets/late-a1.css': emptied },
      `late-a1.css is empty: 0 of 3 bytes. ${againText}`,
    ],
    [
      'a guide that is cut off',
      { '/guides/a.pdf': cutTo(9_000) },
      `guides/a.pdf is cut off: 9,000 of 20,013 bytes. ${againText}`,
    ],
    [
      'a font that is cut off',
      { '/assets/latin-400-a1.woff2': cutTo(1) },
      `assets/latin-400-a1.woff2 is cut off: 1 of 20,000 bytes. ${againText}`,
    ],
    ['a worker that is cut off', { '/sw.js': cutTo(1_000) }, `sw.js is cut off: 1,000 of 1,928 bytes. ${againText}`],
    ['a worker of another release', { '/sw.js': withOtherByte }, `sw.js is of another release. ${unchangedText}`],
    [
      'the worker of a sticker’s page that is empty',
      { '/report-worker.js': emptied },
      `report-worker.js is empty: 0 of 1 byte. ${againText}`,
    ],
    [
      'a manifest that is cut off',
      { '/manifest.webmanifest': cutTo(1) },
      `manifest.webmanifest is cut off: 1 of 2 bytes. ${againText}`,
    ],
    [
      'several files',
      { '/assets/late-a1.js': cutTo(12_000), '/guides/a.pdf': emptied, '/sw.js': withOtherByte },
      `assets/late-a1.js is cut off: 12,000 of 44,000 bytes. guides/a.pdf is empty: 0 of 20,013 bytes. sw.js is of another release. ${unchangedText}`,
    ],
    [
      'a list of another release',
      { '/': longer, '/sw.js': withOtherByte },
      'files.txt, which lists the files of the release, is of another release than index.html and sw.js. Publish all of dist again, from one build.',
    ],
    [
      'a list that is cut off',
      { '/files.txt': cutTo(300) },
      'files.txt, which lists the files of the release, is cut off. Publish all of dist again, from one build.',
    ],
  ])('%s is named', async (_, changedFiles, advice) => {
    expect(await toDo(by, changedFiles)).toEqual([expect.stringContaining(advice)]);
  });

  test('the page that lost its script is named, and the other files', async () => {
    const [page, files] = await toDo(by, { '/': cutTo(400), '/guides/a.pdf': cutTo(5) });
    expect(page).toMatch(
      /^the host serves the portal’s page: index.html is cut off: 400 of [\d,]+ bytes. Publish all of dist again/,
    );
    expect(files).toBe(`guides/a.pdf is cut off: 5 of 20,013 bytes. ${againText}`);
  });
});

test.each(['gzip', 'br'] as const)(
  'a file that was compressed with %s in advance and then cut off is named',
  async (by) => {
    onTheWay = { '/sw.js': (body) => body.subarray(0, body.length / 2) };
    const left = await toDo(by);
    onTheWay = {};
    expect(left).toEqual([
      expect.stringMatching(/^sw.js (?:is cut off: [\d,]+ of 1,928 bytes|is empty|breaks off on the way)/),
    ]);
  },
);

test('a file whose connection is closed in its middle is named, and the others are still compared', async () => {
  brokenPaths = /^\/assets\/late-a1\.js/u;
  const left = await toDo('no compression', { '/guides/a.pdf': emptied });
  brokenPaths = null;
  expect(left).toEqual([
    expect.stringMatching(
      /^assets\/late-a1.js breaks off on the way \(.+\)\. guides\/a.pdf is empty: 0 of 20,013 bytes\. Publish/,
    ),
  ]);
});

test('of many files twenty are named, and how many more there are', async () => {
  const names = Array.from({ length: 23 }, (_, index) => `assets/more-${index}.wasm`);
  const list = releaseListOf([...names, 'index.html'], () => Buffer.from('0'));
  const lines = list.split('\n').filter((line) => line.includes(' assets/more-'));
  const [left = ''] = await toDo('gzip', {
    ...Object.fromEntries(names.map((name) => [`/${name}`, emptied])),
    '/files.txt': (content) => {
      const own = content.toString().trimEnd().split('\n').slice(0, -1);
      return Buffer.from(`${[...own, ...lines, `${own.length + lines.length} files`].join('\n')}\n`);
    },
  });
  expect(left.match(/is empty: 0 of 1 byte\./gu)).toHaveLength(20);
  expect(left).toContain('. 3 more are not as they were built. Publish');
});

test('the list has what is published, and every byte counts', () => {
  const content = Buffer.from('All of a file.');
  const list = releaseListOf(['b c.pdf', '_headers', '.vite/manifest.json', 'assets/a.js', 'é.txt'], () => content);
  const files = readReleaseList(list) ?? [];
  expect(files.map(({ name, bytes }) => `${name} ${bytes}`)).toEqual(['assets/a.js 14', 'b c.pdf 14', 'é.txt 14']);
  const [file] = files;
  if (!file) throw new Error('The list is empty');
  expect(differenceIn(file, content)).toBeUndefined();
  for (let length = 0; length < content.length; length += 1)
    expect(differenceIn(file, content.subarray(0, length))?.kind).toBe('not whole');
  // no beginning of the list is a list
  for (let length = 0; length < list.length; length += 1) expect(readReleaseList(list.slice(0, length))).toBeNull();
});
