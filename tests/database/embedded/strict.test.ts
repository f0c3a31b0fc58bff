import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { addCallers, sessionOf } from '../access/callers.ts';
import { recordState, send, type Attempt } from '../access/outcomes.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { bucket, objectName } from '../support/base-rows.ts';

// Requests that a hosted project refuses: PostgREST, the storage server, their gateway, or the extension safeupdate.

let backend: TestBackend;
let before = '';
beforeAll(async () => {
  backend = await bootBackend();
  await addCallers(backend);
  return () => backend.close();
});
beforeEach(async () => {
  before = await recordState(backend);
});

const admin = sessionOf('admin');
const minimal = { prefer: 'return=minimal' };
const file = `object/${bucket}/${objectName(1)}`;
const jwt = (head: object, claims: object, secret: string) => {
  const content = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${content}.${secret && createHmac('sha256', secret).update(content).digest('base64url')}`;
};
const service = { role: 'service_role', exp: 4_000_000_000 };
const forged = jwt({ alg: 'HS256', typ: 'JWT' }, service, 'guessed');
const unsigned = jwt({ alg: 'none' }, service, '');
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const sign = (body: unknown): Attempt => ({ request: `POST /storage/v1/object/sign/${bucket}`, body });
const column = (body: object): Attempt => ({ request: 'PATCH /rest/v1/maintable?id=eq.1', body });
const call = (name: string, body: unknown): Attempt => ({ request: `POST /rest/v1/rpc/${name}`, body });

type Refusal = [what: string, attempt: Attempt, status: number, body: object];

const refused: Refusal[] = [
  ...['maintable', 'carpost'].flatMap((table): Refusal[] => [
    [
      `an UPDATE of ${table} without WHERE`,
      { request: `PATCH /rest/v1/${table}`, body: { revision: 2 }, headers: minimal },
      400,
      { code: '21000', message: 'UPDATE requires a WHERE clause' },
    ],
    [
      `a DELETE of ${table} without WHERE`,
      { request: `DELETE /rest/v1/${table}`, headers: minimal },
      400,
      { code: '21000', message: 'DELETE requires a WHERE clause' },
    ],
  ]),
  [
    'an UPDATE filtered by its embedding only',
    { request: 'PATCH /rest/v1/carpost?select=maintable(id)&maintable.id=eq.1', body: { revision: 2 } },
    400,
    { code: '21000' },
  ],
  [
    'a token of one part',
    { request: 'GET /rest/v1/maintables', headers: bearer('x') },
    401,
    { code: 'PGRST301', message: 'Expected 3 parts in JWT; got 1' },
  ],
  ['an empty token', { request: 'GET /rest/v1/maintables', headers: bearer('') }, 401, { code: 'PGRST301' }],
  [
    'a secret key of another project',
    { request: 'GET /rest/v1/maintables', headers: bearer('sb_secret_abc') },
    401,
    { code: 'PGRST301' },
  ],
  [
    'a malformed token',
    { request: 'GET /rest/v1/maintables', headers: bearer('a.b.c') },
    401,
    { code: 'PGRST301', message: 'No suitable key or wrong key type' },
  ],
  [
    'a forged token',
    { request: 'GET /rest/v1/maintables', headers: bearer(forged) },
    401,
    { code: 'PGRST301', message: 'No suitable key or wrong key type' },
  ],
  [
    'an unsigned token',
    { request: 'GET /rest/v1/maintables', headers: bearer(unsigned) },
    401,
    { code: 'PGRST301', message: 'Wrong or unsupported encoding algorithm' },
  ],
  ...['x', 'a.b.c', forged, unsigned].map((token): Refusal => [
    `storage with the token ${token.slice(0, 5)}`,
    { request: `GET /storage/v1/${file}`, headers: bearer(token) },
    400,
    { statusCode: '403', error: 'Unauthorized', message: 'Invalid Compact JWS' },
  ]),
  ['an empty list to sign', sign({ expiresIn: 60, paths: [] }), 400, { statusCode: '400' }],
  ['no list to sign', sign({ expiresIn: 60 }), 400, { statusCode: '400' }],
  ['a list to sign with U+0000', sign({ expiresIn: 60, paths: ['a\u0000'] }), 400, { error: 'InvalidKey' }],
  [
    'a file to sign with %00',
    { request: `POST /storage/v1/object/sign/${bucket}/a%00`, body: { expiresIn: 60 } },
    400,
    { error: 'InvalidKey' },
  ],
  [
    'a file to read with %00',
    { request: `GET /storage/v1/object/${bucket}/sites/1/%00` },
    400,
    { error: 'InvalidKey' },
  ],
  [
    'a file to add with %00',
    {
      request: `POST /storage/v1/object/${bucket}/sites/1/%00.jpg`,
      body: 'x',
      headers: { 'content-type': 'image/jpeg' },
    },
    400,
    { error: 'InvalidKey' },
  ],
  [
    'a folder to list with U+0000',
    { request: `POST /storage/v1/object/list/${bucket}`, body: { prefix: 'a\u0000' } },
    400,
    { error: 'InvalidKey' },
  ],
  [
    'files to remove with U+0000',
    { request: `DELETE /storage/v1/object/${bucket}`, body: { prefixes: ['a\u0000'] } },
    400,
    { error: 'InvalidKey' },
  ],
  [
    'a malformed upload token',
    {
      request: `PUT /storage/v1/object/upload/sign/${bucket}/${objectName(1, 7)}?token=a.b.c`,
      body: 'x',
      headers: { 'content-type': 'image/jpeg' },
    },
    400,
    { error: 'InvalidJWT' },
  ],
  [
    'a malformed form',
    { request: `POST /storage/v1/${file}`, body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } },
    400,
    { error: 'InvalidRequest' },
  ],
  ['a word for true or false', column({ status: 'maybe', revision: 2 }), 400, { code: '22P02' }],
  ['a number for true or false', column({ status: 7, revision: 2 }), 400, { code: '22P02' }],
  ['a word for a number', column({ person_in_charge: 'me', revision: 2 }), 400, { code: '22P02' }],
  ['an object for a number', column({ person_in_charge: { a: 1 }, revision: 2 }), 400, { code: '22P02' }],
  ['a word for a number of a function', call('list_sessions', { key_id: 'one' }), 400, { code: '22P02' }],
  ['a word for true or false of a function', call('login', { secret_key: 'x', keep: 'maybe' }), 400, { code: '22P02' }],
  ['a word for an id', { request: 'GET /rest/v1/maintable?id=eq.one' }, 400, { code: '22P02' }],
  [
    'a URL of neither a table nor a file',
    { request: 'POST /auth/v1/signup', body: {} },
    404,
    { message: 'no Route matched with those values' },
  ],
];

test.each(refused)('%s is refused as by a hosted project, and nothing changes', async (_, attempt, status, body) => {
  const response = await send(backend, attempt, admin);
  expect([response.status, JSON.parse(response.text)]).toMatchObject([status, body]);
  expect(await recordState(backend)).toBe(before);
});

test.each([
  ['no token', {}],
  ['the key of the project as a token', bearer(anonKey)],
  ['another kind of authorization', { authorization: 'Basic abc' }],
])('%s is served', async (_, headers) => {
  expect((await send(backend, { request: 'GET /rest/v1/maintables?select=id', headers }, admin)).text).toContain(
    '"id":1',
  );
  expect((await send(backend, { request: `GET /storage/v1/${file}`, headers }, admin)).status).toBe(200);
});

test.each([
  ['GET', 'object/authenticated', '200 image/jpeg'],
  ['HEAD', 'object/authenticated', '200 image/jpeg'],
  ['GET', 'object/info/authenticated', '200 application/json'],
])('%s %s/ serves the same file', async (method, path, expected) => {
  const request = `${method} /storage/v1/${path}/${bucket}/${objectName(1)}`;
  const { status, headers } = await send(backend, { request }, admin);
  expect(`${status} ${headers.get('content-type')?.split(';')[0]}`).toBe(expected);
  expect((await send(backend, { request })).status).toBe(400);
});

test.each([`/storage/v1/${file}`, '/rest/v1/maintables?select=id', '/nowhere'])(
  'no browser may guess the type of %s',
  async (path) => {
    const { headers } = await send(backend, { request: `GET ${path}` }, admin);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test.each(['5', '[]', 'null', 'true', '"status"', '[{}]', ' [ ] ', '{}'])(
  'a change with the body %s names no column and changes no row, as PostgREST reads it',
  async (body) => {
    const change = { request: 'PATCH /rest/v1/maintable?id=eq.1', body };
    const asked = await send(backend, { ...change, headers: { prefer: 'return=representation' } }, admin);
    expect([asked.status, asked.text]).toEqual([200, '[]']);
    expect((await send(backend, { ...change, headers: minimal }, admin)).status).toBe(204);
    const called = await send(backend, call('whoami', body), admin);
    expect([called.status, JSON.parse(called.text)]).toMatchObject([200, { role: 'admin' }]);
    expect(await recordState(backend)).toBe(before);
  },
);

test.each(['5', '[]', 'null', '"status"'])('an addition with the body %s adds no row', async (body) => {
  const added = await send(backend, { request: 'POST /rest/v1/maintable', body }, admin);
  expect(added.status).toBe(201);
  expect(await recordState(backend)).toBe(before);
});

test.each(['[5]', '[{"status":null},5]', '{', 'x'])('a change with the body %s is refused', async (body) => {
  const { status, text } = await send(backend, { request: 'PATCH /rest/v1/maintable?id=eq.1', body }, admin);
  expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'PGRST102' }]);
  expect(await recordState(backend)).toBe(before);
});
