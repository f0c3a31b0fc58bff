import { expect, test } from 'vitest';
import { mutants, weakened } from '../mutants/weaken.ts';

// The mutants run for an hour and only on demand, so without this test a text that has changed would only be found then.
test('each mutant finds its text exactly once in a migration, and each has its own name', async () => {
  const stale: string[] = [];
  // one after the other, because each reads all migrations, and a process may open 1,024 files at a time
  for (const mutant of mutants)
    stale.push(
      ...(await weakened(mutant).then(
        () => [],
        (error: unknown) => [String(error)],
      )),
    );
  expect(stale).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
