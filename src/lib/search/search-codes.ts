// Rule: the codes in a text (plates, part numbers, telephone numbers) are found whatever their blanks and dashes. What is typed must match a
// code from its beginning or from any of its digits: the plate *WVB 8813* is found by *wvb8813*, *WVB-8813* and *813*, a telephone number by
// its digits with 0, 60 or +60, and *RS485* by *RS-485*. The database has the same rule with the same patterns for the visits of all sites
// (`private.codes_in`).

/** A part of a text from `start` up to, but not including, `end`. */
export interface TextRange {
  start: number;
  end: number;
}

const gap = '[ ().-]{0,2}';
/** Patterns for folded texts, in which letters are in lower case and without accents. A test compares them with the migrations. */
export const codePatterns = {
  /** Up to four letters and a number, perhaps with a letter after it; or a number with up to two letters after it: `wvb 8813 a`, `12 b`. */
  plate: '(?<![a-z0-9])([a-z]{1,4}[ -]?[0-9]{1,9}(?:[ -]?[a-z])?|[0-9]{1,9}(?:[ -]?[a-z]{1,2})?)(?![a-z0-9])',
  /** Letters and digits that are joined by dashes or slashes: `rs-485`. */
  chain: '(?<![a-z0-9])([a-z0-9]+(?:[-/][a-z0-9]+)+)(?![a-z0-9])',
  /** A telephone number of Malaysia after 0, 60 or +60. Its groups are the digits without these. */
  phone: String.raw`(?<![0-9a-z+])(?:\+?60${gap}|0)([0-9]{1,2})${gap}([0-9]{3,4})${gap}([0-9]{3,4})(?![0-9a-z])`,
  /** A telephone number of Singapore, perhaps after 65 or +65. */
  eightDigits: String.raw`(?<![0-9a-z+])(?:\+?65${gap})?([3689][0-9]{3})${gap}([0-9]{4})(?![0-9a-z])`,
  /** The same in a query, where the country code is required: without it, two groups of four digits may be two numbers. */
  typedEightDigits: String.raw`(?<![0-9a-z+])\+?65${gap}([3689][0-9]{3})${gap}([0-9]{4})(?![0-9a-z])`,
  /** A part of a query: a telephone number after `phoneMark`, letters and digits with punctuation inside, or a run of another script. */
  queryPart:
    '\\u0002[0-9]+|[a-z0-9]+(?:[!-/:-@[-`{-~]{1,3}[a-z0-9]+)*|[^\\u0001-\\u00A0\\u2000-\\u206F\\u3000-\\u303F]+',
  /** Matches within a word that may also be a code: three digits, or a letter beside a digit. */
  word: '[0-9]{3}|[a-z][0-9]|[0-9][a-z]',
  /** Two words that may be a single code. */
  neighbours: '^(?:[a-z]{1,4} [0-9]{1,9}|[0-9]{1,9} [a-z]{1,2}|[0-9]{4} [0-9]{4})$',
} as const;

const globalPattern = (pattern: string) => new RegExp(pattern, 'gu');
const [plate, chain] = [globalPattern(codePatterns.plate), globalPattern(codePatterns.chain)];
const [phone, eightDigits] = [globalPattern(codePatterns.phone), globalPattern(codePatterns.eightDigits)];
const typedEightDigits = globalPattern(codePatterns.typedEightDigits);
const [codeWord, neighbours] = [new RegExp(codePatterns.word, 'u'), new RegExp(codePatterns.neighbours, 'u')];
/** A chain with more characters is no code, but a link for example. */
const longestChain = 40;

/** The control character before a telephone number in a folded query. */
export const phoneMark = '\u0002';

/** A folded query in which each telephone number is a single word: `phoneMark` and its digits, in Malaysia with the 0. */
export function withPhonesJoined(folded: string): string {
  return folded.replaceAll(phone, ` ${phoneMark}0$1$2$3 `).replaceAll(typedEightDigits, ` ${phoneMark}$1$2 `);
}

/** The code that a word of a query may be, without dashes and slashes; null for a word that is no code. */
export function typedCode(word: string): string | null {
  const code = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/u.test(word) ? word.replaceAll(/[-/]/gu, '') : '';
  return codeWord.test(code) ? code : null;
}

/** The code that two neighbouring words of a query may be together; null if they cannot be a code. */
export function codeOfTwo(first: string | undefined, second: string | undefined): string | null {
  return neighbours.test(`${first ?? ''} ${second ?? ''}`) ? `${first}${second}` : null;
}

/** A code without blanks and dashes. `positions` has the index of each of its characters in the text. */
interface Code {
  compact: string;
  positions: readonly number[];
}

/** @param start the index of `match` in the text */
function compactOf(match: string, start: number): Code {
  const positions = Array.from(match, (_, index) => index).filter((index) => /[a-z0-9]/u.test(match.charAt(index)));
  return {
    compact: positions.map((index) => match.charAt(index)).join(''),
    positions: positions.map((index) => start + index),
  };
}

function codesIn(folded: string): Code[] {
  return [...platesIn(folded), ...chainsIn(folded), ...phonesIn(folded), ...eightDigitsIn(folded)];
}

/** The plates. One with letters after its number is listed also without these letters, so that *813* matches *WVB 813 A* to its end. */
function platesIn(folded: string): Code[] {
  const plates = Array.from(folded.matchAll(plate), ({ 0: match, index }) => compactOf(match, index));
  const withoutSuffix = plates.flatMap(({ compact, positions }) => {
    const shorter = compact.replace(/(?<=\d)[a-z]+$/u, '');
    return shorter === compact ? [] : [{ compact: shorter, positions: positions.slice(0, shorter.length) }];
  });
  return [...plates, ...withoutSuffix];
}

function chainsIn(folded: string): Code[] {
  const chains = Array.from(folded.matchAll(chain)).filter(
    ([match]) => match.length <= longestChain && /\d/u.test(match),
  );
  return chains.map(({ 0: match, index }) => compactOf(match, index));
}

/** The telephone numbers of Malaysia with a 0, whose position is the beginning of the match, whether 0, 60 or +60 is written there. */
function phonesIn(folded: string): Code[] {
  return Array.from(folded.matchAll(phone), ({ 0: match, 1: first = '', 2: second = '', 3: third = '', index }) => {
    const { compact, positions } = compactOf(match, index);
    const digits = `${first}${second}${third}`;
    return { compact: `0${digits}`, positions: [index, ...positions.slice(compact.length - digits.length)] };
  });
}

/** The telephone numbers of Singapore without their country code. */
function eightDigitsIn(folded: string): Code[] {
  return Array.from(folded.matchAll(eightDigits), ({ 0: match, 1: first = '', 2: second = '', index }) => {
    const { compact, positions } = compactOf(match, index);
    return { compact: `${first}${second}`, positions: positions.slice(compact.length - 8) };
  });
}

/** A pattern that every text with the code matches. It is tested first, because it is faster than the search for codes. */
export function codeHint(code: string): RegExp {
  return new RegExp(Array.from(code.replace(/^0(?=\d{3})/u, '')).join('[ ()./-]{0,3}'), 'u');
}

/** The ranges in which a folded text has a code. @param isOpen whether the code in the text may go on after what was typed */
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
