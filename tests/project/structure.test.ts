import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const generated = new Set(['src/lib/database.types.ts']);

interface SourceFile {
  path: string;
  lines: number;
  imports: string[];
}

/** Every module specifier of a file, static and dynamic. Relative ones as paths from the project's root. */
function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/gu);
  return Array.from(found, ([, specifier = '']) =>
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
      return { path, lines: text.trimEnd().split('\n').length, imports: importsOf(path, text) };
    });
}

const src = filesUnder('src');
const all = [...src, ...filesUnder('supabase/local')];

const layers: Record<string, number> = {
  lib: 0,
  ui: 0,
  styles: 0,
  records: 1,
  components: 2,
  reports: 2,
  features: 3,
  guides: 3,
  app: 4,
};
const layerOf = (path: string) => layers[path.split('/')[1] ?? ''] ?? 5; // main.tsx is above all
const featureOf = (path: string) => /^src\/features\/([^/]+)/u.exec(path)?.[1];

function breaches(isBreach: (from: string, to: string) => boolean): string[] {
  return src.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith('src/') && isBreach(path, target))
      .map((target) => `${path} -> ${target}`),
  );
}

describe('the import lines', () => {
  it('are read by this test at all', () => {
    expect(src.flatMap((file) => file.imports).length).toBeGreaterThan(50);
    expect(
      importsOf('src/app/a.ts', "lazy(() => import('../ui/b.tsx')); import './c.css'; export { d } from 'd'"),
    ).toEqual(['src/ui/b.tsx', 'src/app/c.css', 'd']);
  });

  it('go one way: app -> features -> components, reports -> records -> lib, ui', () => {
    expect(breaches((from, to) => layerOf(to) > layerOf(from))).toEqual([]);
  });

  it('never lead from one feature into another', () => {
    expect(
      breaches((from, to) => featureOf(from) !== undefined && (featureOf(to) ?? featureOf(from)) !== featureOf(from)),
    ).toEqual([]);
  });

  it('keep React out of the records', () => {
    const stray = src.filter(
      ({ path, imports }) => path.startsWith('src/records/') && imports.some((i) => /^react(?:-|$)/u.test(i)),
    );
    expect(stray.map(({ path }) => path)).toEqual([]);
  });

  it.each([
    ['jspdf', /^src\/reports\//u],
    ['chart.js', /^src\/features\/failure-analytics\//u],
    ['pdfjs-dist', /^src\/(?:components\/pdf\/|guides\/read-guide)/u],
  ])('name %s only where it is used', (library, allowed) => {
    const users = src.filter(({ imports }) =>
      imports.some((name) => name === library || name.startsWith(`${library}/`)),
    );
    expect(users.map(({ path }) => path).filter((path) => !allowed.test(path))).toEqual([]);
  });

  it('carry their extension', () => {
    const bare = src.flatMap(({ path, imports }) =>
      imports.filter((name) => name.startsWith('src/') && !/\.[a-z]+$/u.test(name)).map((name) => `${path} -> ${name}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the files', () => {
  it('are short: none over 250 lines, half of them under 60', () => {
    expect(all.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
    const sorted = all.map(({ lines }) => lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(60);
  });

  it('are named after what they hold: no barrels, no drawers', () => {
    const drawers = all.filter(({ path }) => /(?:^|\/)(?:index|utils?|helpers?|misc|common)\.[a-z]+$/u.test(path));
    expect(drawers.map(({ path }) => path)).toEqual([]);
  });
});
