import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const folders = ['src', 'tests', 'supabase', 'public', '\\.github', '\\.config', '\\.ci'];
/** Folders of `src`, in which a document may leave that out. */
const parts = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

const commands = new Set(
  Object.keys(
    v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(read('package.json'))).scripts,
  ),
);

describe('what is said of security is true of the files that it names', () => {
  const rows = read('.github/asvs.md')
    .split('\n')
    .filter((line) => /^\| V\d/u.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const met = rows.filter((cells) => cells.length === 5);

  it('each item has its place and at least one proof, and is listed once', () => {
    const items = rows.flatMap(([, item = '']) => item.split(', '));
    expect(items.length).toBeGreaterThan(60);
    expect(items).toEqual([...new Set(items)]);
    for (const [, item, where, proof] of met)
      expect([item, where === '', proof]).toEqual([item, false, expect.stringMatching(/^`.+“.+”$/u)]);
  });

  it.each(
    met.flatMap(([, item = '', , proof = '']) =>
      Array.from(proof.matchAll(/`([^`]+)` “([^”]+)”/gu), ([, file = '', words = '']) => [item, file, words] as const),
    ),
  )('%s: %s says “%s”', (_, file, words) => {
    expect(read(file)).toContain(words);
  });
});

describe.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  '.github/asvs.md',
  'supabase/README.md',
  'supabase/operations/README.md',
  'tests/bench/README.md',
  'tests/bench/database.md',
])('%s', (document) => {
  it('names files and folders that are there', () => {
    const text = read(document);
    const named = Array.from(
      text.matchAll(new RegExp(`\`((?:${[...folders, ...parts].join('|')})/[\\w./-]+)\``, 'gu')),
      ([, file = '']) => file,
    );
    // the example of a new screen is none; a folder's own page may name what lies beside it, and `src` goes without saying
    const isThere = (file: string) =>
      file.includes('my-screen') ||
      [root, join(root, 'src'), join(root, dirname(document))].some((from) => existsSync(join(from, file)));
    expect(named.filter((file) => !isThere(file))).toEqual([]);
    const linked = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/gu), ([, file = '']) => file);
    expect(linked.filter((file) => !existsSync(join(root, dirname(document), file)))).toEqual([]);
  });

  it('names commands that there are', () => {
    const named = Array.from(read(document).matchAll(/npm run (?:-s |--silent )?([\w:-]+)/gu), ([, name = '']) => name);
    expect(named.filter((name) => !commands.has(name))).toEqual([]);
  });
});
