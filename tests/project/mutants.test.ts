import { expect, test } from 'vitest';
import { mutants, weakened } from '../mutants/weaken.ts';

// they run for an hour, on demand; what has moved away from its text would be found then only
test('what weakens the migrations finds its text in one of them, once, and each has a name of its own', async () => {
  const stale: string[] = [];
  // one after the other: each reads all migrations, and a process may open 1,024 files at a time
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
