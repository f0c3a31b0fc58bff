import pLimit from 'p-limit';

/** Files transferred in parallel. */
const concurrency = 6;

/**
 * Does the work for each file.
 * @throws the first error, after the files under way have finished, retries included: the caller may then close the
 * place or remove the folder.
 */
export async function eachFile<Item, Result>(
  files: readonly Item[],
  work: (file: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(concurrency);
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
