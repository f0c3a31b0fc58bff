import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { cssClasses } from '../../.config/css-types.ts';

const src = join(import.meta.dirname, '../../src');

/**
 * The components that import each CSS module, by the path of the module. Each has its text and the name that it gives the module.
 */
async function importersByModule(): Promise<Map<string, { name: string; text: string }[]>> {
  const componentsByModule = new Map<string, { name: string; text: string }[]>();
  const files = (await readdir(src, { recursive: true })).filter((name) => /\.tsx?$/u.test(name));
  const texts = await Promise.all(files.map((file) => readFile(join(src, file), 'utf8')));
  for (const [index, text] of texts.entries()) {
    for (const [, name = '', path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/gu)) {
      const css = relative(src, join(src, dirname(files[index] ?? ''), path));
      componentsByModule.set(css, [...(componentsByModule.get(css) ?? []), { name, text }]);
    }
  }
  return componentsByModule;
}

/**
 * Whether a text uses a class. `styles[size]` counts as using all classes, because the type check compares its keys with the
 * classes.
 */
const usesClass = (className: string, { name, text }: { name: string; text: string }) =>
  text.includes(`${name}[`) || new RegExp(`\\b${name}\\.${className}\\b`, 'u').test(text);

it('CSS modules have no unused class', async () => {
  const [classes, importers] = await Promise.all([cssClasses(), importersByModule()]);
  expect(classes.size).toBeGreaterThan(20);
  const unusedClasses = Array.from(classes, async ([css, names]) => {
    // a build also exports the names of animations
    const animations = (await readFile(join(src, css), 'utf8')).matchAll(/@keyframes (\w+)/gu);
    const animationNames = new Set(Array.from(animations, ([, name]) => name));
    const isUsed = (name: string) =>
      animationNames.has(name) || importers.get(css)?.some((importer) => usesClass(name, importer));
    return names.filter((name) => !isUsed(name)).map((name) => `${css}: .${name}`);
  });
  expect((await Promise.all(unusedClasses)).flat()).toEqual([]);
});

it('bars at the bottom edge are above the messages and the report in progress, which would cover them', async () => {
  const files = (await readdir(src, { recursive: true })).filter((name) => name.endsWith('.css'));
  const styles = await Promise.all(files.map((file) => readFile(join(src, file), 'utf8')));
  const edges = styles.flatMap((text) =>
    Array.from(text.matchAll(/position: sticky;\s+bottom: ([^;]+);/gu), ([, edge]) => edge),
  );
  // a bar with 0 is at the foot of a table that scrolls by itself
  const bars = edges.filter((edge) => edge !== '0');
  expect(bars.length).toBeGreaterThan(3);
  expect(new Set(bars)).toEqual(new Set(['calc(var(--toasts, 0px) + var(--dock, 0px))']));
});

it('CSS modules are typed with the class names that a build exports', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'css-classes-'));
  await writeFile(join(folder, 'a.module.css'), ':global(#root) > .plain { .inner { color: red } } .two:not(.off) {}');
  expect(Array.from(await cssClasses(folder))).toEqual([['a.module.css', ['plain', 'inner', 'two', 'off']]]);
  await rm(folder, { recursive: true });
});
