import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// `src/lib/calendar` is the only code that reads and writes dates.

const root = join(import.meta.dirname, '../..');

/** The code of all scripts, without comments. */
const scripts = ['src', 'supabase'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      return { path: join(folder, name), code: text.replaceAll(/\/\*.*?\*\//gsu, '').replaceAll(/^\s*\/\/.*$/gmu, '') };
    }),
);
const filesWith = (isFound: (code: string) => boolean) =>
  scripts.filter(({ code }) => isFound(code)).map(({ path }) => path);

/** The given names that a code contains as whole words, in any case. */
function namesIn(code: string, names: readonly string[]): string[] {
  const words = new Set(code.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  return names.filter((name) => words.has(name));
}

it.each([
  [
    'months in English',
    ['january', 'february', 'august', 'september', 'october', 'november', 'december'],
    ['src/lib/calendar/names.ts'],
  ],
  [
    'months in Malay',
    ['januari', 'februari', 'mac', 'julai', 'ogos', 'oktober', 'disember'],
    ['src/lib/calendar/names.ts'],
  ],
  ['months in Chinese', ['一月', '二月', '三月', '十月', '十一月', '十二月'], []],
  [
    'weekdays in Malay',
    ['isnin', 'selasa', 'rabu', 'khamis', 'jumaat', 'sabtu', 'ahad'],
    ['src/lib/calendar/names.ts'],
  ],
])('has one table of %s', (_, names, paths) => {
  expect(filesWith((code) => namesIn(code, names).length > 3)).toEqual(paths);
});

it.each([
  ["Singapore's distance from UTC", /\b8 \* 3_?600|\b28_?800/u, ['src/lib/calendar/day.ts']],
  ['the length of a day', /\b86_?400_?000\b/u, ['src/lib/calendar/day.ts']],
  ['the length of a month', /Date\.UTC\([^()]*(?:\([^()]*\)[^()]*)*, 0\)/u, ['src/lib/calendar/day.ts']],
])('has one place for %s', (_, pattern, paths) => {
  expect(filesWith((code) => pattern.test(code))).toEqual(paths);
});
