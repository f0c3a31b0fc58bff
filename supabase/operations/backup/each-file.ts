import pLimit from 'p-limit';

/** Files that are fetched or stored at the same time. */
const together = 6;

/**
 * Does the work for each file.
 * @throws the first error. No other file is begun after it, and it waits for those under way, with their own tries: who
 * hears of it may close the place, or remove the folder.
 */
export async function eachFile<Item, Result>(
  files: readonly Item[],
  work: (file: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(together);
  let first: { error: unknown } | undefined;
  const results = await Promise.all(
    files.map((file) =>
      limit(async () => {
        if (first) return [];
        try {
          return [await work(file)];
        } catch (error) {
          first ??= { error };
          return [];
        }
      }),
    ),
  );
  if (first) throw first.error;
  return results.flat();
}
