import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of tests/e2e, or the tag of one of its tests: a tag stays when the title of the test changes. */
type LeftOut = { why: string } & ({ file: string } | { tag: `@${string}` });

const leftOut: readonly LeftOut[] = [
  {
    file: 'offline-shell.spec.ts',
    why: 'it starts a host of its own that changes releases and is switched off, and that host has the API at the origin of the pages',
  },
  {
    tag: '@embedded-build',
    why: 'it measures the size of the build with the embedded backend, and a hosted project has another host',
  },
  {
    tag: '@one-origin',
    why: 'it counts requests, and a browser sends a preflight request before a call to another origin',
  },
];

/**
 * The browser tests that are not run against a hosted project: they prove nothing about it, or need the embedded backend.
 * @throws Error when one of the files or tags does not exist
 */
export async function leftOutTests(entries: readonly LeftOut[] = leftOut): Promise<readonly LeftOut[]> {
  const folder = path.resolve('tests/e2e');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  for (const entry of entries) {
    const isThere =
      'file' in entry ? files.includes(entry.file) : texts.some((text) => text.includes(`tag: '${entry.tag}'`));
    if (!isThere)
      throw new Error(`No browser test is ${'file' in entry ? entry.file : entry.tag}: see tests/hosted/left-out.ts`);
  }
  return entries;
}
