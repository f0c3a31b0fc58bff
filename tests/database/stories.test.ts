import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pgtap } from '@electric-sql/pglite/pgtap';
import { beforeAll, expect, test } from 'vitest';
import { bootBackend, type TestBackend } from './support/backend.ts';

const folder = 'supabase/tests';
const stories = (await readdir(folder)).filter((name) => name.endsWith('-story.sql'));

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend({ extensions: { pgtap } });
  return () => backend.close();
});

test.each(stories)('%s', async (name) => {
  const text = await readFile(path.join(folder, name), 'utf8');
  const results = await backend.exclusive(async () => {
    try {
      return await backend.pg.exec(text);
    } finally {
      // after an error the transaction of the story is still open
      await backend.pg.exec('rollback');
    }
  });
  const lines = results.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row as object).map(String)));
  const report = lines.filter((line) => /^(not )?ok \d|^# |^1\.\.\d/.test(line));
  expect(report.filter((line) => !line.startsWith('ok '))).toEqual([expect.stringMatching(/^1\.\.\d+$/)]);
  expect(report).toHaveLength(Number(report[0]?.slice(3)) + 1);
});

test('there are three stories', () => {
  expect(stories).toHaveLength(3);
});
