import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseTypes } from '../../supabase/local/database-types.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

test('src/lib/database.types.ts is what "npm run types" would write', async () => {
  expect(await databaseTypes(backend)).toBe(await readFile('src/lib/database.types.ts', 'utf8'));
});
