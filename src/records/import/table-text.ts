import { message } from '../../lib/language/translate.ts';

/** The encodings in which spreadsheets save a CSV, with the names that people know them by. */
export const encodings = [
  { value: 'utf-8', label: message('Unicode (UTF-8)') },
  { value: 'utf-16le', label: message('Unicode (UTF-16)') },
  { value: 'utf-16be', label: message('Unicode (UTF-16, big-endian)') },
  { value: 'gb18030', label: message('Chinese (GB18030, GBK)') },
  { value: 'big5', label: message('Chinese, traditional (Big5)') },
  { value: 'windows-1252', label: message('Western European (Windows-1252)') },
] as const;

export type TextEncodingName = (typeof encodings)[number]['value'];

/** What parts the cells of a row. */
export const separators = [
  { value: ',', label: message('Comma') },
  { value: ';', label: message('Semicolon') },
  { value: '\t', label: message('Tab') },
  { value: '|', label: message('Bar') },
] as const;

export type Separator = (typeof separators)[number]['value'];

/** How many bytes are looked at: enough to tell, and fast in a file of megabytes. */
const probedBytes = 200_000;

/** The encoding of a text, and another under which it reads well too; null for none. */
export interface FoundEncoding {
  encoding: TextEncodingName;
  alternative: TextEncodingName | null;
}

/**
 * The encoding of a text: the one that its byte order mark names, else the one in which it reads best. Only old
 * encodings are compared that way, because no other encoding looks like UTF-8 by accident.
 */
export function encodingOf(bytes: Uint8Array): FoundEncoding {
  const encoding = unicodeOf(bytes);
  if (encoding) return { encoding, alternative: null };
  const [best, other] = chineseEncodings
    .map(({ value, usual }) => ({ value, share: usualShare(textIn(bytes, value), usual()) }))
    .filter(({ share }) => share >= 0.7)
    .toSorted((a, b) => b.share - a.share);
  return { encoding: best?.value ?? 'windows-1252', alternative: other?.value ?? null };
}

/** The kind of Unicode that a text is in; null for an old encoding. */
function unicodeOf(bytes: Uint8Array): TextEncodingName | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const wide = zeroBytes(bytes);
  if (wide) return wide;
  return isMostlyUtf8(bytes) ? 'utf-8' : null;
}

/** The text of a file, without its byte order mark. What the encoding does not have becomes U+FFFD. */
export function decodedText(bytes: Uint8Array, encoding: TextEncodingName): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replaceAll(/[\u0080-\u009F]/gu, (character) => windowsSigns[character.charCodeAt(0) - 0x80] ?? character);
}

/** What Windows-1252 has at 80 to 9F: some versions of Node decode it as Latin-1, which has control characters there. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Null where some bytes are not of the encoding. */
function textIn(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8, perhaps with a character that was cut or pasted in: in another encoding hardly any character would be. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const others = decodedText(bytes, 'utf-8').match(/[^\p{ASCII}]/gu) ?? [];
  const lost = others.filter((character) => character === '\u{FFFD}').length;
  return lost <= others.length / 10;
}

/** UTF-16 without a mark: every separator and line break has a byte of zero, always on the same side. */
function zeroBytes(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const probe = bytes.subarray(0, probedBytes);
  const zeros = [0, 0];
  for (const [index, byte] of probe.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < probe.length / 50 || Math.min(even, odd) > Math.max(even, odd) / 10) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** One sign between Western letters, such as the degree in 48°C: Chinese words have more, unless they count days or hours. */
const loneSign =
  /(?<!\P{ASCII})(?:(?<=[a-z\d])[^\p{ASCII}年月日號时時点點分]|[^\p{ASCII}年月日第](?=[a-z\d]))(?!\P{ASCII})/giu;

/**
 * The share of everyday characters and punctuation among those beyond ASCII; in a wrong encoding other characters come
 * out.
 */
function usualShare(text: string | null, usual: ReadonlySet<string>): number {
  if (text === null) return 0;
  const others =
    text
      .slice(0, probedBytes)
      .replaceAll(loneSign, '\u{FFFD}')
      .match(/\P{ASCII}/gu) ?? [];
  return others.filter((character) => usual.has(character) || isSign(character)).length / Math.max(1, others.length);
}

const isSign = (character: string) => /[\u3000-\u3002\u300A-\u300F\u2014-\u2026\uFF00-\uFFEF]/u.test(character);

/** The old Chinese encodings with their everyday characters, which each has in rows of their own. */
const chineseEncodings = [
  // level one of GB 2312: 3,755 characters
  { value: 'gb18030', usual: lazy(() => charactersInRows('gb18030', [0xb0, 0xd7], [[0xa1, 0xfe]])) },
  // level one of Big5: 5,401 characters
  {
    value: 'big5',
    usual: lazy(() =>
      charactersInRows(
        'big5',
        [0xa4, 0xc6],
        [
          [0x40, 0x7e],
          [0xa1, 0xfe],
        ],
      ),
    ),
  },
] as const;

type CodeRange = readonly [first: number, last: number];

function charactersInRows(
  encoding: TextEncodingName,
  [first, last]: CodeRange,
  cells: readonly CodeRange[],
): ReadonlySet<string> {
  const pairs: number[] = [];
  for (let row = first; row <= last; row += 1)
    for (const [from, to] of cells) for (let cell = from; cell <= to; cell += 1) pairs.push(row, cell);
  return new Set(new TextDecoder(encoding).decode(new Uint8Array(pairs)).replaceAll('\u{FFFD}', ''));
}

/** Computes a value when it is first asked for, and stores it in memory. */
function lazy<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
