import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of tests/e2e, or the tag of a test in it, which stays when the title changes. */
type LeftOut = { why: string } & ({ file: string } | { tag: `@${string}` });

const all: readonly LeftOut[] = [
  {
    file: 'offline-shell.spec.ts',
    why: 'it changes releases and goes away as a host of its own, which has the API beside the pages',
  },
  {
    tag: '@embedded-build',
    why: 'it weighs the build with the embedded backend, and a hosted project is another host',
  },
  { tag: '@one-origin', why: 'another origin is asked for leave before' },
];

/**
 * The browser tests that prove nothing about a hosted project, or need the process of the embedded one.
 * @throws Error when one of them does not exist
 */
export async function leftOutTests(wanted: readonly LeftOut[] = all): Promise<readonly LeftOut[]> {
  const folder = path.resolve('tests/e2e');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.spec.ts'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  for (const one of wanted) {
    const isThere = 'file' in one ? files.includes(one.file) : texts.some((text) => text.includes(`tag: '${one.tag}'`));
    if (!isThere)
      throw new Error(`No browser test is ${'file' in one ? one.file : one.tag}: see tests/hosted/left-out.ts`);
  }
  return wanted;
}
