import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { apiListener } from '../../../supabase/local/api-listener.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { bucket, objectName } from '../support/base-rows.ts';

let backend: TestBackend;
let server: Server;
let port = 0;
beforeAll(async () => {
  backend = await bootBackend();
  const listener = await apiListener(backend.fetch);
  server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  port = typeof bound === 'object' && bound ? bound.port : 0;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await backend.close();
});

interface Sent {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  chunked?: boolean;
}

/** One request, all of it sent before its answer is read; the status, or the error of the connection. */
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
const small = { method: 'GET', path: '/rest/v1/main?select=id' };

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
        expect(await send(agent, small)).toBe(401);
      }
    } finally {
      agent.destroy();
    }
  });
});

const lines = (...texts: string[]) => `${texts.join('\r\n')}\r\n\r\n`;

test('a second request that was sent behind a refused body on one socket is answered, or the first says that it is not', async () => {
  const body = 'x'.repeat(1_200_000);
  const socket = connect(port, '127.0.0.1');
  socket.write(
    lines(
      `POST ${login} HTTP/1.1`,
      'Host: x',
      `apikey: ${anonKey}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ) + body,
  );
  socket.write(lines(`GET ${small.path} HTTP/1.1`, 'Host: x', `apikey: ${anonKey}`, 'Connection: close'));
  let answer = '';
  for await (const part of socket) answer += String(part);
  const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/gu), ([, status]) => status);
  if (/^connection: close/imu.test(answer.split('\r\n\r\n')[0] ?? '')) expect(statuses).toEqual(['413']);
  else expect(statuses).toEqual(['413', '401']);
});
