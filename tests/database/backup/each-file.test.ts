import { expect, test } from 'vitest';
import { eachFile } from '../../../supabase/operations/backup/backup-folder.ts';

const files = Array.from({ length: 20 }, (_, index) => index);
const turn = () => new Promise(setImmediate);

/** Work that ends when the test ends it. */
function heldWork() {
  const ends = new Map<number, { well: (result: string | undefined) => void; badly: (error: unknown) => void }>();
  const work = (file: number) => new Promise<string | undefined>((well, badly) => void ends.set(file, { well, badly }));
  return { ends, work };
}

test('results are in the order of the files, including those that are undefined', async () => {
  const results = await eachFile(files, async (file) => (file % 2 ? undefined : file));
  expect(results).toEqual(files.map((file) => (file % 2 ? undefined : file)));
  expect(await eachFile([], () => Promise.reject(new Error('never asked')))).toEqual([]);
});

test.each([new Error('No connection'), undefined])(
  'after a failure (%s) nothing else starts, and work under way ends first',
  async (cause) => {
    const { ends, work } = heldWork();
    let settled = false;
    const ended = eachFile(files, work)
      .then(
        () => 'well',
        (error: unknown) => ({ cause: error }),
      )
      .finally(() => (settled = true));
    await turn();
    ends.get(3)?.badly(cause);
    await turn();
    expect([...ends.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
    for (const file of [0, 1, 2, 4]) ends.get(file)?.well(undefined);
    await turn();
    expect([settled, ends.size]).toEqual([false, 6]);
    ends.get(5)?.badly(new Error('A later one'));
    expect(await ended).toStrictEqual({ cause });
    expect(ends.size).toBe(6);
  },
);
