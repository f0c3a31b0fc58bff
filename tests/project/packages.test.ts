import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const versions = v.record(v.string(), v.string());
const { dependencies, devDependencies } = v.parse(
  v.object({ dependencies: versions, devDependencies: versions }),
  JSON.parse(read('package.json')),
);
const lock = v.parse(
  v.object({
    packages: v.record(
      v.string(),
      v.object({ license: v.optional(v.string(), 'none'), integrity: v.optional(v.string(), 'none') }),
    ),
  }),
  JSON.parse(read('package-lock.json')),
);
/** All packages that may be installed, on any system. */
const installedPackages = Object.entries(lock.packages).flatMap(([path, { license, integrity }]) =>
  path === '' ? [] : [{ name: path.replace(/^.*node_modules\//u, ''), license, integrity }],
);

/** Licences that only require their text to be passed on with the code. */
const allowedLicenses = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Zlib',
  // fonts
  'OFL-1.1',
]);
/** Licences that also require the source of their own files if those are changed and passed on. The portal changes none. */
const ownFilesOnly: Record<string, RegExp> = {
  // used only before or during the build
  'MPL-2.0': /^(?:lightningcss(?:-[a-z0-9-]+)?|axe-core|@axe-core\/playwright)$/u,
  // a separate file in the build, which anybody can replace
  'LGPL-3.0': /^libheif-js$/u,
};

function isAllowed(name: string, license: string): boolean {
  const words = license.replaceAll(/[()]/gu, '');
  if (words.includes(' OR ')) return words.split(' OR ').some((alternative) => isAllowed(name, alternative));
  return words.split(' AND ').every((part) => allowedLicenses.has(part) || (ownFilesOnly[part]?.test(name) ?? false));
}

describe('packages', () => {
  it('have a licence that is allowed', () => {
    expect(installedPackages.length).toBeGreaterThan(300);
    expect(installedPackages.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
  });

  it.each([
    ['a', 'GPL-3.0', false],
    ['a', 'none', false],
    ['a', 'MPL-2.0', false],
    ['lightningcss', 'MPL-2.0', true],
    ['a', '(GPL-3.0 OR MIT)', true],
    ['a', '(GPL-3.0 AND MIT)', false],
  ])('%s under %s: %s', (name, license, expected) => {
    expect(isAllowed(name, license)).toBe(expected);
  });

  it('are what the lock file was made of, byte for byte', () => {
    expect(installedPackages.filter(({ integrity }) => !integrity.startsWith('sha512-'))).toEqual([]);
    expect(
      Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d/u.test(version)),
    ).toEqual([]);
  });

  it('of the running portal each have a line in CONTRIBUTING.md with their purpose', () => {
    const [, section = ''] = /\n## Packages\n([\s\S]*?)\n## /u.exec(read('CONTRIBUTING.md')) ?? [];
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const namedPackages: string[] = rows.flatMap((row) =>
      Array.from(row.split('|')[1]?.matchAll(/`([^`]+)`/gu) ?? [], ([, name = '']) => name),
    );
    expect(namedPackages.toSorted()).toEqual(Object.keys(dependencies).toSorted());
    for (const row of rows) expect(row.split('|')[2]?.trim()).not.toBe('');
  });
});
