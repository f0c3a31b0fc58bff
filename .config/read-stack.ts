import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { mapsFolder } from './source-maps.ts';

const help = `Says which lines of the source a reported error means, by the source maps of the release.

  npm run stack -- "TypeError: x is undefined at ProfileRoute-D3kX9a.js:1:2345"
  npm run stack < stack.txt

The build writes the maps into dist-maps. Keep that folder with each release, as it is never published.`;

/** A position in the code of the build (`file.js:line:column`), in the text of an error or in a browser's stack. */
const codePosition = /(?<file>[\w.-]+\.m?js):(?<line>\d+):(?<column>\d+)/gu;

const sourceMap = v.object({
  file: v.string(),
  version: v.number(),
  sources: v.array(v.string()),
  sourcesContent: v.optional(v.array(v.string()), []),
  names: v.array(v.string()),
  mappings: v.string(),
  sourceRoot: v.optional(v.string(), ''),
});

/**
 * Adds the line of the source after each position in the build: `Profile-D3k.js:1:234 (src/features/profile/Profile.tsx:12:5)`. For a
 * position without a source map it adds a remark.
 * @param folder the folder of the source maps, which are named after their files.
 */
export function withSourceLines(stack: string, folder: string): string {
  return stack.replaceAll(
    codePosition,
    (match, _file, _line, _column, _offset, _whole, groups: Record<string, string>) => {
      const { file = '', line, column } = groups;
      const path = join(folder, `${file}.map`);
      if (!existsSync(path)) return `${match} (no map of this file in ${folder})`;
      const map = new SourceMap(v.parse(sourceMap, JSON.parse(readFileSync(path, 'utf8'))));
      // browsers count lines and columns from 1, source maps from 0
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return `${match} (not in the source)`;
      const source = normalize(entry.originalSource).replace(/^(?:\.\.\/)+/u, '');
      return `${match} (${source}:${entry.originalLine + 1}:${entry.originalColumn + 1})`;
    },
  );
}

async function main(): Promise<void> {
  const argumentText = process.argv.slice(2).join(' ');
  const stack = argumentText === '' && !process.stdin.isTTY ? await text(process.stdin) : argumentText;
  if (stack.trim() === '' || /^--?h(?:elp)?$/u.test(stack.trim())) console.log(help);
  else console.log(withSourceLines(stack, mapsFolder('dist')));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
