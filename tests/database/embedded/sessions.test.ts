import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

test('300 parallel reads and calls of three callers each get their own data', async () => {
  const callers = [
    { client: backend.clientFor(await backend.sessionFor(keys.admin)), names: ['One', 'Two'], role: 'admin' },
    { client: backend.clientFor(await backend.sessionFor(keys.siteOne)), names: ['One'], role: 'user' },
    { client: backend.clientFor(), names: undefined, role: undefined },
  ];
  const rounds = Array.from({ length: 50 }, () => callers).flat();
  await Promise.all(
    rounds.flatMap(({ client, names, role }) => [
      client
        .from('maintables')
        .select('name')
        .order('name')
        .then(({ data }) => expect(data?.map((row) => row.name)).toEqual(names)),
      client.rpc('whoami').then(({ data }) => expect(data ?? {}).toMatchObject(role ? { role } : {})),
    ]),
  );
});
