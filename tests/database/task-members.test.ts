import { afterAll, beforeAll, expect, test } from 'vitest';
import { textMembers } from '../../src/records/task/optional-members.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

test('the members of plain text, the version that knows each first, and its limit are the same in the portal and in the database', async () => {
  const rows = await backend.sql(
    `select name, known_since as since, max as "limit" from private.task_members() where name <> 'kind'`,
  );
  expect(rows).toEqual(Object.entries(textMembers).map(([name, { since, limit }]) => ({ name, since, limit })));
});
