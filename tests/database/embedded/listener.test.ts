import { request as httpRequest, Agent } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, test, describe } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import type { TestBackend } from '../support/backend.ts';
import { bucket, keys, objectName } from '../support/base-rows.ts';
import { listeningBackend, type ListeningBackend } from '../support/listening-backend.ts';

let backend: TestBackend;

let portal: ListeningBackend;

let url = '';

/**
 * Sends chunks of 64 KB until there is an answer, 40 MB at most. Returns the status of the answer, and the MB that were sent by
 * then.
 */
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

describe('the listener', () => {
  beforeAll(async () => {
    portal = await listeningBackend();
    ({ backend, url } = portal);
    return () => portal.close();
  });

  test('a failed login counts for the IP address of the socket, whatever address the caller claims', async () => {
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

  test('a caller with a session may send a large body', async () => {
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
});

let port = 0;

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  chunked?: boolean;
}

/** Sends a whole request before its answer is read. Returns the status, or the error of the connection. */
function send(agent: Agent, { method, path, headers = {}, body, chunked = false }: Sent): Promise<number | string> {
  return new Promise((resolve) => {
    const length = body && !chunked ? { 'content-length': `${body.length}` } : {};
    const request = httpRequest({
      agent,
      port,
      method,
      path,
      host: '127.0.0.1',
      headers: { apikey: anonKey, ...length, ...headers },
    });
    request.once('error', (error) => resolve(error.message));
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(error.message));
    });
    request.end(body);
  });
}

const json = { 'content-type': 'application/json' };

const photo = { 'content-type': 'image/jpeg' };

const login = '/rest/v1/rpc/login';

const file = `/storage/v1/object/${bucket}/${objectName(1)}`;

const smallRequest = { method: 'GET', path: '/rest/v1/main?select=id' };

const httpHead = (...texts: string[]) => `${texts.join('\r\n')}\r\n\r\n`;

describe('a body that is refused', () => {
  beforeAll(async () => {
    portal = await listeningBackend();
    ({ backend, port } = portal);
    return () => portal.close();
  });

  describe.each([1_000_001, 1_200_000, 20_000_000])('after a body of %i bytes', (size) => {
    const body = Buffer.alloc(size, '[');
    test.each<[string, Sent, number]>([
      ['without a session', { method: 'POST', path: login, headers: json, body }, 413],
      ['of unknown length', { method: 'POST', path: login, headers: json, body, chunked: true }, 413],
      ['to a table', { method: 'PATCH', path: '/rest/v1/maintable?id=eq.1', headers: json, body }, 413],
      ['of a file', { method: 'POST', path: file, headers: photo, body }, 400],
      ['of a file of unknown length', { method: 'POST', path: file, headers: photo, body, chunked: true }, 400],
      ['without a key of the API', { method: 'POST', path: login, headers: { ...json, apikey: '' }, body }, 413],
      ['to a path that is not there', { method: 'POST', path: '/auth/v1/signup', headers: json, body }, 404],
    ])('%s was refused, the next request of the connection is answered', async (_, refused, status) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      try {
        for (let round = 0; round < 3; round += 1) {
          expect(await send(agent, refused)).toBe(status);
          expect(await send(agent, smallRequest)).toBe(401);
        }
      } finally {
        agent.destroy();
      }
    });
  });

  test('a second request that was sent after a refused body on one socket is answered, or the first answer announces the end of the connection', async () => {
    const body = 'x'.repeat(1_200_000);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      httpHead(
        `POST ${login} HTTP/1.1`,
        'Host: x',
        `apikey: ${anonKey}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      ) + body,
    );
    socket.write(httpHead(`GET ${smallRequest.path} HTTP/1.1`, 'Host: x', `apikey: ${anonKey}`, 'Connection: close'));
    let answer = '';
    for await (const part of socket) answer += String(part);
    const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/gu), ([, status]) => status);
    if (/^connection: close/imu.test(answer.split('\r\n\r\n')[0] ?? '')) expect(statuses).toEqual(['413']);
    else expect(statuses).toEqual(['413', '401']);
  });
});
