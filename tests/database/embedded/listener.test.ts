import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { anonKey } from '../../../supabase/local/hosted-defaults.ts';
import { apiListener } from '../../../supabase/local/api-listener.ts';
import { bootBackend } from '../support/backend.ts';

test('a failed login counts for the address of the socket, whatever address the caller claims', async () => {
  const backend = await bootBackend();
  const listener = await apiListener(backend.fetch);
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/login`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.8',
    },
    body: JSON.stringify({ secret_key: 'WRONG' }),
  });
  server.close();
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { code: 'PT401', message: 'Invalid token', details: null, hint: null },
  ]);
  expect(await backend.sql('select address, failures from private.login_attempts')).toEqual([
    { address: '127.0.0.1', failures: 1 },
  ]);
  await backend.close();
});
