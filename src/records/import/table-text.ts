import { message } from '../../lib/language/translate.ts';

/** The encodings in which spreadsheets save a CSV, with their labels. */
export const encodings = [
  { value: 'utf-8', label: message('Unicode (UTF-8)') },
  { value: 'utf-16le', label: message('Unicode (UTF-16)') },
  { value: 'utf-16be', label: message('Unicode (UTF-16, big-endian)') },
  { value: 'gb18030', label: message('Chinese (GB18030, GBK)') },
  { value: 'big5', label: message('Chinese, traditional (Big5)') },
  { value: 'windows-1252', label: message('Western European (Windows-1252)') },
] as const;

export type TextEncodingName = (typeof encodings)[number]['value'];

/** The characters that can separate the cells of a row, with their labels. */
export const separators = [
  { value: ',', label: message('Comma') },
  { value: ';', label: message('Semicolon') },
  { value: '\t', label: message('Tab') },
  { value: '|', label: message('Bar') },
] as const;

export type Separator = (typeof separators)[number]['value'];

/** The number of bytes that are examined: enough to recognise an encoding, and fast in a file of megabytes. */
const probedBytes = 200_000;

/** The encoding of a text, and another encoding that fits it well too, or null. */
export interface FoundEncoding {
  encoding: TextEncodingName;
  alternative: TextEncodingName | null;
}

/**
 * The encoding of a text: Unicode if its byte order mark or its bytes show that, otherwise the Chinese encoding in which most characters are
 * everyday ones, otherwise Windows-1252. Text in another encoding practically never is valid UTF-8 by accident.
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

/** The Unicode encoding of a text; null for an old encoding. */
function unicodeOf(bytes: Uint8Array): TextEncodingName | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const utf16 = utf16ByZeroBytes(bytes);
  if (utf16) return utf16;
  return isMostlyUtf8(bytes) ? 'utf-8' : null;
}

/** The text of a file, without its byte order mark. Bytes that are invalid in the encoding become U+FFFD. */
export function decodedText(bytes: Uint8Array, encoding: TextEncodingName): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replaceAll(
    /[\u0080-\u009F]/gu,
    (character) => windows1252Characters[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** The characters 80 to 9F of Windows-1252. Some versions of Node decode Windows-1252 as Latin-1, which has control characters there. */
const windows1252Characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** The text of a file; null when some bytes are invalid in the encoding. */
function textIn(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a text is UTF-8: at most a tenth of its characters beyond ASCII are invalid. In another encoding, nearly all would be. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const nonAscii = decodedText(bytes, 'utf-8').match(/[^\p{ASCII}]/gu) ?? [];
  const invalidCount = nonAscii.filter((character) => character === '\u{FFFD}').length;
  return invalidCount <= nonAscii.length / 10;
}

/**
 * The UTF-16 encoding of a text without a byte order mark, or null. In UTF-16, every ASCII character has a zero byte, always at even or always at
 * odd positions.
 */
function utf16ByZeroBytes(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const probe = bytes.subarray(0, probedBytes);
  const zeros = [0, 0];
  for (const [index, byte] of probe.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // at least one byte in fifty is zero, and nearly all zeros are at even or at odd positions
  if (Math.max(even, odd) < probe.length / 50 || Math.min(even, odd) > Math.max(even, odd) / 10) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/**
 * Matches a single character beyond ASCII beside a letter or digit, such as the degree sign in 48°C. Chinese words have several characters in a
 * row, except after the number of a year, a day or an hour.
 */
const loneCharacter =
  /(?<!\P{ASCII})(?:(?<=[a-z\d])[^\p{ASCII}年月日號时時点點分]|[^\p{ASCII}年月日第](?=[a-z\d]))(?!\P{ASCII})/giu;

/**
 * The share of everyday characters and punctuation among the characters beyond ASCII. In a wrong encoding, most characters are rare ones.
 */
function usualShare(text: string | null, usual: ReadonlySet<string>): number {
  if (text === null) return 0;
  const others =
    text
      .slice(0, probedBytes)
      .replaceAll(loneCharacter, '\u{FFFD}')
      .match(/\P{ASCII}/gu) ?? [];
  return others.filter((character) => usual.has(character) || isSign(character)).length / Math.max(1, others.length);
}

/** Whether a character is punctuation of Chinese texts: CJK marks, dashes and dots, or a full-width form. */
const isSign = (character: string) => /[\u3000-\u3002\u300A-\u300F\u2014-\u2026\uFF00-\uFFEF]/u.test(character);

/** The old Chinese encodings with their everyday characters, which are in certain rows of their code tables. */
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

/** The characters of some rows of a two-byte encoding. @param cells the ranges of the second byte */
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

/** Computes a value at the first call, and returns the same value at later calls. */
function lazy<Made>(make: () => Made): () => Made {
  let value: Made | undefined;
  return () => (value ??= make());
}
