import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineAt, sourceFiles, type SourceFile } from '../../.config/source-files.ts';
import { readTexts, type FoundText, type Reading } from './read-texts.ts';

/** A text of the source that a person may see although it is no message. */
export interface ShownText extends Pick<FoundText, 'file' | 'text' | 'place'> {
  line: number;
}

/** Matches places whose texts people see. Elsewhere a text is seen if its place gets a message anywhere. */
const shownPlaces =
  /^(?:child|html|joined|part|<[\w.]+ (?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label)>|\{(?:'aria-(?:label|description)'|ariaLabel|title|label|heading|hint|placeholder|caption|message)\}|=\.(?:title|textContent|innerText|ariaLabel|placeholder|alt)|(?:[\w.]+\.)?(?:alert|confirm|prompt)\(0\)|[\w.]+\.(?:text|fillText|strokeText)\(0\)|new Notification\(0\))$/u;

/** Places whose texts nobody reads as words. */
const otherPlaces = [
  // compared, a key of an object, or in a type
  /^(?:compared|key)$/u,
  // names and links within the page, styles, drawings
  /^<[\w.]+ (?:className|key|id|htmlFor|rel|d|preserveAspectRatio|style|aria-(?:controls|labelledby|describedby|keyshortcuts))>$/u,
  /^\{(?:id|key|rel|queryKey|authorization|timeZone|family|unicodeRange)\}$|^=\.(?:font|name)$/u,
  // asks the page, the browser, the database or another text
  /\b(?:querySelectorAll|querySelector|matches|matchMedia|normalize|includes|startsWith|select|setRequestHeader|headers\.set|RegExp)\(\d\)$/u,
  // patterns, and lists of words, which are compared
  /^\.(?:split|includes)$|^String\.raw$/u,
  // logs, and errors that are reported; an error whose text is shown gets a message somewhere
  /^console\.\w+\(\d\)$|^super\(\d\)$|^new \w*(?:Error|Exception)\(\d\)$/u,
];

/** Matches two words, a word beside something inserted, a word with a capital, or Chinese. */
const readsLikeWords = /[\p{L}…][,;:.]? +\p{L}{2}|\p{L}{2}[,;:.]? +[\p{L}…]|^\p{Lu}\p{Ll}+(?!\p{L})|\p{Script=Han}/u;

/** Every text of these files that a person may see although it is no message. */
export function shownTexts(files: readonly SourceFile[] = sourceFiles()): ShownText[] {
  const reading: Reading = { texts: [], said: new Set(), names: new Set() };
  for (const file of files) readTexts(file, reading);
  const { texts, said, names } = reading;
  return texts
    .filter(({ text, place, key }) => {
      if (place === 'joined') return true;
      // `{ title: 'title' }` names a field
      if (shownPlaces.test(place)) return place !== `{${text}}`;
      if (names.has(text)) return false;
      return said.has(key) || (readsLikeWords.test(text) && !otherPlaces.some((other) => other.test(place)));
    })
    .toSorted((a, b) => (a.file === b.file ? a.start - b.start : 0))
    .map(({ file, source, start, text, place }) => ({ file, line: lineAt(source, start), text, place }));
}

/** The style sheets of the portal. The guides have their own. */
function styleSheets(): SourceFile[] {
  const folder = join(import.meta.dirname, '../../src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.startsWith('guides'))
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
}

/** The words that style sheets write. */
export function writtenByStyles(files: readonly SourceFile[] = styleSheets()): ShownText[] {
  return files.flatMap(({ file, source }) =>
    Array.from(source.matchAll(/\bcontent:[^;}]*?(["'])([^;}]*)\1/gu), ({ index, 2: text = '' }) => ({
      file,
      line: lineAt(source, index),
      text,
      place: 'content',
    })).filter(({ text }) => /\p{L}/u.test(text)),
  );
}
