import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const generated = new Set(['src/lib/database.types.ts']);

interface SourceFile {
  path: string;
  text: string;
  lines: number;
  /** The imported modules, including those of types. Relative ones are paths from the project's root, packages are names. */
  imports: string[];
}

/** Every module specifier of a file, static and dynamic. */
function importsOf(path: string, text: string): string[] {
  const specifiers = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"?]+)[^'"]*['"]/gu);
  return Array.from(specifiers, ([, specifier = '']) =>
    specifier.startsWith('.') ? relative(root, join(root, dirname(path), specifier)) : specifier,
  );
}

function filesUnder(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css)$/u.test(name))
    .map((name) => join(folder, name))
    .filter((path) => !generated.has(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text) };
    });
}

const src = filesUnder('src');
const supabase = filesUnder('supabase');
const all = [...src, ...supabase];
/** The folders of `src` in the table of CONTRIBUTING.md, each with the words of its cell 'May import'. */
const mayImport = new Map<string, readonly string[]>(
  Array.from(
    readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| `src\/([a-z-]+)\/.*\|([^|]+)\|$/gmu),
    ([, folder = '', cell = '']) => [folder, cell.match(/[a-z-]+/gu) ?? []],
  ),
);
/** The folder of `src` that a file is in; undefined for files in no folder, such as main.tsx, which may import everything. */
const folderOf = (path: string) => /^src\/([^/]+)\//u.exec(path)?.[1];
const featureOf = (path: string) => /^src\/features\/([^/]+)/u.exec(path)?.[1];

/** The import lines of these files that a rule forbids. */
function forbiddenImports(files: readonly SourceFile[], isForbidden: (from: string, to: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((target) => isForbidden(path, target)).map((target) => `${path} -> ${target}`),
  );
}

/** The features and folders that use each of these files, directly or through others of these files. */
function usersOf(shared: readonly SourceFile[]): Map<string, Set<string>> {
  const users = new Map(shared.map(({ path }) => [path, new Set<string>()]));
  const add = (user: string, { imports }: SourceFile) => {
    for (const path of imports) {
      const otherUsers = users.get(path);
      if (!otherUsers || otherUsers.has(user)) continue;
      otherUsers.add(user);
      for (const file of shared) if (file.path === path) add(user, file);
    }
  };
  for (const file of all)
    if (!users.has(file.path)) add(featureOf(file.path) ?? file.path.split('/', 2).join('/'), file);
  return users;
}

function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): [name: string, items: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item]);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The names that occur more than once. */
function repeated(names: readonly string[]): string[] {
  return groupBy(names, (name) => name).flatMap(([name, sameNames]) => (sameNames.length > 1 ? [name] : []));
}

describe('the import lines', () => {
  it('can be parsed by this test', () => {
    expect(src.flatMap((file) => file.imports).length).toBeGreaterThan(50);
    const lines =
      "lazy(() => import('../ui/b.tsx')); import './c.css'; export { d } from 'd'; import e from './e.ts?url'";
    expect(importsOf('src/app/a.ts', lines)).toEqual(['src/ui/b.tsx', 'src/app/c.css', 'd', 'src/app/e.ts']);
  });

  it('go only where the table in CONTRIBUTING.md allows, which lists every folder', () => {
    expect([...mayImport.keys()].toSorted()).toEqual(
      [...new Set(src.flatMap(({ path }) => folderOf(path) ?? []))].toSorted(),
    );
    const isAllowed = (from: string, to: string) => from === to || mayImport.get(from)?.includes(to) === true;
    expect(
      forbiddenImports(src, (path, target) => {
        const from = folderOf(path);
        return from !== undefined && target.startsWith('src/') && !isAllowed(from, folderOf(target) ?? '');
      }),
    ).toEqual([]);
  });

  it('never go from one feature into another', () => {
    expect(
      forbiddenImports(
        src,
        (from, to) => featureOf(from) !== undefined && (featureOf(to) ?? featureOf(from)) !== featureOf(from),
      ),
    ).toEqual([]);
  });

  it('never go out of src', () => {
    expect(forbiddenImports(src, (_, to) => /^(?:supabase|tests|\.config)\//u.test(to) || to.startsWith('..'))).toEqual(
      [],
    );
  });

  it('go into src only from the demo and the operations', () => {
    const others = supabase.filter(({ path }) => !/^supabase\/(?:local\/demo|operations)\//u.test(path));
    expect(forbiddenImports(others, (_, to) => to.startsWith('src/'))).toEqual([]);
  });

  it.each([
    ['jspdf', /^src\/reports\//u],
    ['chart.js', /^src\/features\/failure-analytics\//u],
    ['pdfjs-dist', /^src\/(?:components\/pdf\/|lib\/pdf\/pdf-js\.ts)/u],
    ['libheif-js', /^src\/lib\/photo\/heic-worker/u],
    ['idb-keyval', /^src\/lib\/device\/database\.ts/u],
  ])('name %s only in the allowed files', (library, allowedFiles) => {
    const isLibrary = (name: string) => name === library || name.startsWith(`${library}/`);
    expect(forbiddenImports(src, (from, to) => isLibrary(to) && !allowedFiles.test(from))).toEqual([]);
  });
});

describe('the stores of the device', () => {
  // a store may hang, so only these files use it, all through a `DeviceStore`
  it.each([
    ['caches', /\bcaches\??\.\w/u, /^src\/(?:lib\/device\/file-cache\.ts|service-worker\/)/u],
    ['the database', /\bindexedDB\??\.\w|from 'idb-keyval'/u, /^src\/lib\/device\/database\.ts/u],
    ['locks', /\blocks\??\.\w/u, /^src\/lib\/device\/tab-lock\.ts/u],
    ['the estimate of its room', /\bstorage\??\.estimate\b/u, /^src\/lib\/device\/copies\.ts/u],
  ])('%s are used in one place only', (_, call, allowedFiles) => {
    const callers = src.filter(({ text }) => call.test(text)).map(({ path }) => path);
    expect(callers.filter((path) => allowedFiles.test(path)).length).toBeGreaterThan(0);
    expect(callers.filter((path) => !allowedFiles.test(path))).toEqual([]);
  });
});

describe('the files', () => {
  it('are at most 450 lines long', () => {
    expect(all.filter(({ lines }) => lines > 450).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it('are at most 30 in a folder', () => {
    const paths = [...all.map(({ path }) => path), ...generated];
    const folders = groupBy(paths, dirname);
    expect(folders.flatMap(([folder, files]) => (files.length > 30 ? [folder] : []))).toEqual([]);
  });

  it('of src/records show nothing: none is a component or a style', () => {
    const paths = src.map(({ path }) => path).filter((path) => path.startsWith('src/records/'));
    expect(paths.filter((path) => !path.endsWith('.ts'))).toEqual([]);
  });

  it('of src/components are components, their hooks and their styles', () => {
    const paths = src.map(({ path }) => path).filter((path) => path.startsWith('src/components/'));
    expect(paths.filter((path) => !/\.(?:tsx|module\.css)$|\/use-[^/]+\.ts$/u.test(path))).toEqual([]);
  });

  it('of src/records and src/components have several users, because what only one screen uses is in its folder', () => {
    const users = usersOf(src.filter(({ path }) => ['records', 'components'].includes(folderOf(path) ?? '')));
    expect([...users].flatMap(([path, names]) => (names.size < 2 ? [`${path}: ${[...names].join()}`] : []))).toEqual(
      [],
    );
  });

  it('are named after their content: no barrels, no catch-alls', () => {
    const drawers = all.filter(({ path }) => /(?:^|\/)(?:index|utils?|helpers?|misc|common)\.[a-z]+$/u.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });
});

describe('what modules export', () => {
  const exported = /^export (?:(?:async )?function\*? |class |interface |type |const )(\w+)/gmu;

  it('has unique names, so that a search finds the right thing', () => {
    // each command of the operations stands alone
    const modules = all.filter(({ path }) => !path.startsWith('supabase/operations/'));
    const names = modules.flatMap(({ text }) => [
      ...new Set(Array.from(text.matchAll(exported), ([, name]) => name ?? '')),
    ]);
    expect(names.length).toBeGreaterThan(500);
    expect(repeated(names)).toEqual([]);
  });
});
