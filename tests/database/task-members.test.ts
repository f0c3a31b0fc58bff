import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberFacts } from '../../src/records/task/optional-members.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

test('the members, the version that introduced each, and the limit of a plain text are the same in the portal and in the database', async () => {
  const rows = await backend.sql(
    `select name, known_since as since, max as "limit" from private.task_members() where name <> 'kind'`,
  );
  const known = Object.entries<{ since: number; limit?: number }>(memberFacts);
  expect(rows).toEqual(known.map(([name, { since, limit = null }]) => ({ name, since, limit })));
});
