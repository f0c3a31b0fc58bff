/** The encodings in which spreadsheets save a CSV, with the names that people know them by. */
export const encodings = [
  { value: 'utf-8', label: 'Unicode (UTF-8)' },
  { value: 'utf-16le', label: 'Unicode (UTF-16)' },
  { value: 'utf-16be', label: 'Unicode (UTF-16, big-endian)' },
  { value: 'gb18030', label: 'Chinese (GB18030, GBK)' },
  { value: 'windows-1252', label: 'Western European (Windows-1252)' },
] as const;

export type TextEncodingName = (typeof encodings)[number]['value'];

/** What parts the cells of a row. */
export const separators = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
] as const;

export type Separator = (typeof separators)[number]['value'];

/** How many bytes are looked at: enough to tell, and fast in a file of megabytes. */
const probedBytes = 200_000;

/**
 * The encoding of a text: what its byte order mark says, else the one under which it reads best. Only old encodings are
 * compared by what they read as: UTF-8 is nothing else by accident.
 */
export function encodingOf(bytes: Uint8Array): TextEncodingName {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const wide = zeroBytes(bytes);
  if (wide) return wide;
  if (isMostlyUtf8(bytes)) return 'utf-8';
  const chinese = textIn(bytes, 'gb18030');
  return chinese !== null && readsAsChinese(chinese) ? 'gb18030' : 'windows-1252';
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
  for (const [at, byte] of probe.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < probe.length / 50 || Math.min(even, odd) > Math.max(even, odd) / 10) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The characters of daily use and the punctuation: what is left is what Western letters would read as. */
function readsAsChinese(text: string): boolean {
  const others = text.slice(0, probedBytes).match(/[^\p{ASCII}]/gu) ?? [];
  const usual = others.filter((character) => isUsual(character));
  return usual.length >= others.length * 0.7;
}

function isUsual(character: string): boolean {
  return /[\u3000-\u3002\u300A-\u300F\u2014-\u2026\uFF00-\uFFEF]/u.test(character) || usualHan().has(character);
}

let usual: ReadonlySet<string> | undefined;

/** The 3,755 characters of level one of GB 2312: rows 16 to 55 of its table, which are the everyday ones. */
function usualHan(): ReadonlySet<string> {
  if (usual) return usual;
  const pairs: number[] = [];
  for (let row = 0xb0; row <= 0xd7; row += 1) for (let cell = 0xa1; cell <= 0xfe; cell += 1) pairs.push(row, cell);
  usual = new Set(new TextDecoder('gb18030').decode(new Uint8Array(pairs)));
  return usual;
}
