import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readDemoData } from '../../supabase/local/demo/demo-data.ts';
import { withOtherPosts } from '../../supabase/local/demo/other-posts.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const folders = ['src', 'tests', 'supabase', 'public', '\\.github', '\\.config', '\\.ci'];
/** The folders of `src`, which a document may name without `src`. */
const srcFolders = readdirSync(join(root, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

const commands = new Set(
  Object.keys(
    v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), JSON.parse(read('package.json'))).scripts,
  ),
);

describe('what asvs.md says about security is true of the files that it names', () => {
  const rows = read('.github/asvs.md')
    .split('\n')
    .filter((line) => /^\| V\d/u.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const itemRows = rows.filter((cells) => cells.length === 5);

  it('each item has a place and at least one proof, and is listed once', () => {
    const items = rows.flatMap(([, item = '']) => item.split(', '));
    expect(items.length).toBeGreaterThan(60);
    expect(items).toEqual([...new Set(items)]);
    for (const [, item, where, proof] of itemRows)
      expect([item, where === '', proof]).toEqual([item, false, expect.stringMatching(/^`.+“.+”$/u)]);
  });

  it.each(
    itemRows.flatMap(([, item = '', , proof = '']) =>
      Array.from(proof.matchAll(/`([^`]+)` “([^”]+)”/gu), ([, file = '', words = '']) => [item, file, words] as const),
    ),
  )('%s: %s contains “%s”', (_, file, words) => {
    expect(read(file)).toContain(words);
  });
});

const documents = ['.', '.github', 'supabase', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);

/** The anchors that GitHub makes of the headings of a document. */
function anchorsOf(document: string): string[] {
  const headings = Array.from(
    read(document)
      .replaceAll(/^ *```[^]*?^ *```$/gmu, '')
      .matchAll(/^#{1,6} +(.+)$/gmu),
    ([, heading = '']) =>
      heading
        .trim()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
        .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/gu, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
  );
  return headings.map((slug, index) => {
    const before = headings.slice(0, index).filter((other) => other === slug).length;
    return before > 0 ? `${slug}-${String(before)}` : slug;
  });
}

describe('the links of every document', () => {
  it('use the anchors that GitHub makes of headings', () => {
    expect(anchorsOf('supabase/operations/README.md')).toContain('is-the-project-in-order-npm-run-smoke');
    expect(anchorsOf('CHANGELOG.md')).toContain('010---2026-11-28');
  });

  it.each(documents)('%s links only to files and headings that exist', (document) => {
    const links = Array.from(
      read(document).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/gu),
      ([, file = '', anchor]) => ({
        file: file === '' ? document : join(dirname(document), file),
        anchor,
      }),
    );
    const isThere = ({ file, anchor }: (typeof links)[number]) =>
      existsSync(join(root, file)) &&
      (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).includes(anchor));
    expect(links.filter((link) => !isThere(link))).toEqual([]);
  });
});

const demoRow = (key: string) =>
  read('README.md')
    .split('\n')
    .find((line) => line.includes(`\`${key}`)) ?? '';

describe('what the README says about the demo', () => {
  const [selasih, kingfisher] = withOtherPosts(readDemoData(root)).maintable;

  it('counts the tasks of the first site, with the hidden one', () => {
    const tasks = selasih?.tasks2024 ?? [];
    const visibleTasks = tasks.filter(({ showing }) => showing === 'True');
    expect(tasks.length - visibleTasks.length).toBe(1);
    expect(demoRow('SELASIH-')).toContain(`${tasks.length} tasks (one hidden)`);
  });

  it('says how many tasks a month the second site has at most', () => {
    const months = (kingfisher?.tasks2024 ?? []).map(({ time }) => time.slice(0, 7));
    const counts = months.map((month) => months.filter((other) => other === month).length);
    expect(Math.max(...counts)).toBe(3);
    expect(demoRow('KINGFISHER-')).toContain('never more than three tasks a month');
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
  it('names only files and folders that exist', () => {
    const text = read(document);
    const namedPaths = Array.from(
      text.matchAll(new RegExp(`\`((?:${[...folders, ...srcFolders].join('|')})/[\\w./-]+)\``, 'gu')),
      ([, file = '']) => file,
    );
    // The example of a new screen does not exist. The README of a folder may name its files, and `src` may be left out.
    const isThere = (file: string) =>
      file.includes('my-screen') ||
      [root, join(root, 'src'), join(root, dirname(document))].some((from) => existsSync(join(from, file)));
    expect(namedPaths.filter((file) => !isThere(file))).toEqual([]);
  });

  it('names only commands that exist', () => {
    const namedCommands = Array.from(
      read(document).matchAll(/npm run (?:-s |--silent )?([\w:-]+)/gu),
      ([, name = '']) => name,
    );
    expect(namedCommands.filter((name) => !commands.has(name))).toEqual([]);
  });
});
