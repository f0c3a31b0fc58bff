// Rule: a text has codes, and a query finds a code from its beginning or from any of its digits, whatever the blanks and dashes of both:
// the plate *WVB 8813* by *wvb8813*, *WVB-8813* or *813*, a telephone number by its digits with 0, 60 or +60, *RS485* by *RS-485*. The
// database has the same rule for the visits of all sites (`private.codes_in`), with these patterns letter by letter.

/** A part of a text, from `start` up to, not including, `end`. */
export interface TextRange {
  start: number;
  end: number;
}

const gap = '[ ().-]{0,2}';
/** Patterns for folded texts; a test compares them with the migrations. */
export const codePatterns = {
  plate: '(?<![a-z0-9])([a-z]{1,4}[ -]?[0-9]{1,9}(?:[ -]?[a-z])?|[0-9]{1,9}(?:[ -]?[a-z]{1,2})?)(?![a-z0-9])',
  chain: '(?<![a-z0-9])([a-z0-9]+(?:[-/][a-z0-9]+)+)(?![a-z0-9])',
  phone: String.raw`(?<![0-9a-z+])(?:\+?60${gap}|0)([0-9]{1,2})${gap}([0-9]{3,4})${gap}([0-9]{3,4})(?![0-9a-z])`,
  eightDigits: String.raw`(?<![0-9a-z+])(?:\+?65${gap})?([3689][0-9]{3})${gap}([0-9]{4})(?![0-9a-z])`,
  /** What is typed is such a number only with its country code: two numbers of four digits may be two numbers. */
  typedEightDigits: String.raw`(?<![0-9a-z+])\+?65${gap}([3689][0-9]{3})${gap}([0-9]{4})(?![0-9a-z])`,
  /** A telephone number behind its mark, small letters and digits with punctuation inside, or a run of another script. */
  queryPart:
    '\\u0002[0-9]+|[a-z0-9]+(?:[!-/:-@[-`{-~]{1,3}[a-z0-9]+)*|[^\\u0001-\\u00A0\\u2000-\\u206F\\u3000-\\u303F]+',
  /** A word that is found as a code, too. */
  word: '[0-9]{3}|[a-z][0-9]|[0-9][a-z]',
  /** Two words that may be one code. */
  neighbours: '^(?:[a-z]{1,4} [0-9]{1,9}|[0-9]{1,9} [a-z]{1,2}|[0-9]{4} [0-9]{4})$',
} as const;

const globalPattern = (pattern: string) => new RegExp(pattern, 'gu');
const [plate, chain] = [globalPattern(codePatterns.plate), globalPattern(codePatterns.chain)];
const [phone, eightDigits] = [globalPattern(codePatterns.phone), globalPattern(codePatterns.eightDigits)];
const typedEightDigits = globalPattern(codePatterns.typedEightDigits);
const [codeWord, neighbours] = [new RegExp(codePatterns.word, 'u'), new RegExp(codePatterns.neighbours, 'u')];
/** Longer chains, such as links, are no codes. */
const longestChain = 40;

/** What marks a telephone number in a query. */
export const phoneMark = '\u0002';

/** A folded query with each telephone number as one word, behind `phoneMark` and with its 0. */
export function withPhonesJoined(folded: string): string {
  return folded.replaceAll(phone, ` ${phoneMark}0$1$2$3 `).replaceAll(typedEightDigits, ` ${phoneMark}$1$2 `);
}

/** The code that a word of a query may be; null for a word that is found as a word only. */
export function typedCode(word: string): string | null {
  const code = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/u.test(word) ? word.replaceAll(/[-/]/gu, '') : '';
  return codeWord.test(code) ? code : null;
}

/** The code that two words of a query may be together. */
export function codeOfTwo(first: string | undefined, second: string | undefined): string | null {
  return neighbours.test(`${first ?? ''} ${second ?? ''}`) ? `${first}${second}` : null;
}

/** A code without blanks and dashes. `positions` has the index of each of its characters in the text. */
interface Code {
  compact: string;
  positions: readonly number[];
}

/** @param start the index of `found` in the text */
function compactOf(found: string, start: number): Code {
  const positions = Array.from(found, (_, index) => index).filter((index) => /[a-z0-9]/u.test(found.charAt(index)));
  return {
    compact: positions.map((index) => found.charAt(index)).join(''),
    positions: positions.map((index) => start + index),
  };
}

function codesIn(folded: string): Code[] {
  return [...platesIn(folded), ...chainsIn(folded), ...phonesIn(folded), ...eightDigitsIn(folded)];
}

/** Plates, and each with letters behind its number without these too, so that *813* finds *WVB 813 A* by its whole number. */
function platesIn(folded: string): Code[] {
  const plates = Array.from(folded.matchAll(plate), ({ 0: found, index }) => compactOf(found, index));
  const withoutSuffix = plates.flatMap(({ compact, positions }) => {
    const number = compact.replace(/(?<=\d)[a-z]+$/u, '');
    return number === compact ? [] : [{ compact: number, positions: positions.slice(0, number.length) }];
  });
  return [...plates, ...withoutSuffix];
}

function chainsIn(folded: string): Code[] {
  const chains = Array.from(folded.matchAll(chain)).filter(
    ([found]) => found.length <= longestChain && /\d/u.test(found),
  );
  return chains.map(({ 0: found, index }) => compactOf(found, index));
}

/** Telephone numbers of Malaysia with their 0, which stands at the beginning of the match, whatever was written there. */
function phonesIn(folded: string): Code[] {
  return Array.from(folded.matchAll(phone), ({ 0: found, 1: first = '', 2: second = '', 3: third = '', index }) => {
    const { compact, positions } = compactOf(found, index);
    const digits = `${first}${second}${third}`;
    return { compact: `0${digits}`, positions: [index, ...positions.slice(compact.length - digits.length)] };
  });
}

/** Telephone numbers of Singapore, without their country code. */
function eightDigitsIn(folded: string): Code[] {
  return Array.from(folded.matchAll(eightDigits), ({ 0: found, 1: first = '', 2: second = '', index }) => {
    const { compact, positions } = compactOf(found, index);
    return { compact: `${first}${second}`, positions: positions.slice(compact.length - 8) };
  });
}

/** A pattern that every text with the code matches. It is tested first, because looking for codes takes long. */
export function codeHint(code: string): RegExp {
  return new RegExp(Array.from(code.replace(/^0(?=\d{3})/u, '')).join('[ ()./-]{0,3}'), 'u');
}

/** The ranges of a code in a folded text. @param isOpen whether the code in the text may be longer than what was typed */
export function codeRanges(folded: string, code: string, isOpen: boolean): TextRange[] {
  return codesIn(folded).flatMap(({ compact, positions }) => {
    const starts = Array.from(compact.slice(0, -1), (_, index) => index).filter(
      (index) =>
        (index === 0 || /\d/u.test(compact.charAt(index))) &&
        (isOpen ? compact.startsWith(code, index) : compact.slice(index) === code),
    );
    return starts.map((start) => ({
      start: positions[start] ?? 0,
      end: (positions[start + code.length - 1] ?? 0) + 1,
    }));
  });
}
