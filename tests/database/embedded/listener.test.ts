import { createServer, request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { apiListener } from '../../../supabase/local/api-listener.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { bucket, keys, objectName } from '../support/base-rows.ts';

let backend: TestBackend;
let server: Server;
let url = '';
beforeAll(async () => {
  backend = await bootBackend();
  const listener = await apiListener(backend.fetch);
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : undefined}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await backend.close();
});

test('a failed login counts for the IP of the socket, whatever IP the caller claims', async () => {
  const response = await fetch(`${url}/rest/v1/rpc/login`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.8',
    },
    body: JSON.stringify({ secret_key: 'WRONG' }),
  });
  expect([response.status, await response.json()]).toEqual([
    401,
    { code: 'PT401', message: 'Invalid token', details: null, hint: null },
  ]);
  expect(await backend.sql('select ip, wrong_keys from private.login_attempts')).toEqual([
    { ip: '127.0.0.1', wrong_keys: 1 },
  ]);
});

/** Sends parts of 64 KB until there is an answer, 40 MB at most: its status, and how many MB were sent by then. */
async function sendMuch(path: string, headers: Record<string, string>): Promise<{ status: number; sent: number }> {
  const part = Buffer.alloc(65_536, 'x');
  let sent = 0;
  const request = httpRequest(`${url}${path}`, { method: 'POST', headers: { apikey: anonKey, ...headers } });
  const arrived = new Promise<number>((resolve, reject) => {
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
  });
  let status: number | undefined;
  while (status === undefined && sent < 40_000_000) {
    sent += part.length;
    const written = new Promise<undefined>((resolve) => void request.write(part, () => resolve(undefined)));
    status = await Promise.race([written, arrived]);
  }
  status ??= await arrived;
  request.destroy();
  return { status, sent: sent / 1_000_000 };
}

test('a body above 1 MB without a session is refused while it arrives, whatever length it claims', async () => {
  const calls: [string, Record<string, string>, number][] = [
    ['/rest/v1/rpc/login', { 'content-type': 'application/json' }, 413],
    ['/rest/v1/rpc/login', { 'content-type': 'application/json', 'x-portal-session': 'f'.repeat(64) }, 413],
    [`/storage/v1/object/${bucket}/${objectName(1)}`, { 'content-type': 'image/jpeg' }, 400],
    [`/storage/v1/object/${bucket}/${objectName(1)}`, { 'content-type': 'multipart/form-data; boundary=x' }, 400],
  ];
  for (const [path, headers, status] of calls) {
    const response = await sendMuch(path, headers);
    expect([path, response.status, response.sent < 20]).toEqual([path, status, true]);
  }
});

test('a body with a larger Content-Length is refused before any of it arrives', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { apikey: anonKey, 'content-type': 'application/json', 'content-length': '1000001' };
    const request = httpRequest(`${url}/rest/v1/rpc/login`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.once('error', reject);
    request.flushHeaders();
  });
  expect(status).toBe(413);
});

test('somebody who is logged in may send a large body', async () => {
  const photo = new Uint8Array(3_000_000);
  const session = await backend.sessionFor(keys.admin);
  const response = await fetch(`${url}/storage/v1/object/${bucket}/${objectName(1)}`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'image/jpeg', 'x-portal-session': session },
    body: photo,
  });
  expect(response.status).toBe(200);
  const stored = await backend.blobs.get(bucket, objectName(1));
  expect(stored?.length).toBe(photo.length);
});
