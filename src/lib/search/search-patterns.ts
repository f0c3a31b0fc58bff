import { otherTerms } from './field-terms.ts';
import { codeHint, typedCode, codeRanges, phoneMark, type TextRange } from './search-codes.ts';
import { wordForms } from './word-forms.ts';

// Rule: how a word of a query matches a text.
// - A word matches words that begin with it, and words that are another form of it (`word-forms.ts`). So *arm* does not match *alarm*.
// - A word with another word after it is finished. Then it matches only words up to twice as long, so that *add user* does not match
//   *address*, and a word that ends with a digit matches no longer word, so that *P1 gate* does not match *P12*.
// - A word consists of letters and digits. Words that are joined by punctuation are matched in pairs: *192.168.10* as 192.168 and 168.10.
// - Scripts without spaces between words, such as Chinese, match anywhere, in pairs of characters.
// - Codes and numbers match whatever their blanks (`search-codes.ts`).

type Grade = 0 | 1 | 2 | 3;

/** A pattern for one word of a query. Texts are folded (`foldedText`). */
interface WordPattern {
  /**
   * How well a text matches: 0 if it has the whole word, 1 if a word begins with it, 2 for another form or spelling, 3 for another term or a
   * date; null if it does not match.
   * @param marks the marks of the dates of the thing whose text this is, with blanks around each
   */
  gradeIn(folded: string, marks: string): Grade | null;
  /** The ranges of the text that match, to highlight them. */
  rangesIn(folded: string): TextRange[];
}

const wordStart = '(?<![a-z0-9])';
const wordEnd = '(?![a-z0-9])';

const patterns = new Map<string, WordPattern>();

/** At this size the cache is cleared: each typed letter makes a new word. */
const maxPatterns = 500;

/**
 * The pattern of a word in the notation of `wordsOf` and `prefixWordsOf`: a blank after the word means that it is finished, and codes
 * that it makes with its neighbours follow after tabs.
 */
export function patternOf(notation: string): WordPattern {
  const cached = patterns.get(notation);
  if (cached) return cached;
  const pattern = newPattern(notation);
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(notation, pattern);
  return pattern;
}

/** The control character that begins a date among the words; its mark and its words follow, each after the same character. */
const dateSign = '\u0004';

/** A date of a query as one word. @param mark as `dateMark` returns it @param words its words, in the notation of `patternOf` */
export function dateGroup(mark: string, words: readonly string[]): string {
  return [dateSign + mark, ...words].join(dateSign);
}

/** The words as they were typed, without the marks and codes that were added to them. */
export function partsOf(words: readonly string[]): string[] {
  return words
    .flatMap((word) => (word.startsWith(dateSign) ? word.split(dateSign).slice(2) : [word]))
    .map((word) => word.replace(phoneMark, '').replace(/[ \t].*$/u, ''));
}

/** A pattern for a date. It matches a text that has all words of the date, and a thing with this date. */
function datePattern(group: string): WordPattern {
  const [, mark = '', ...words] = group.split(dateSign);
  const patternsOfWords = words.map((word) => patternOf(word));
  return {
    gradeIn(folded, marks) {
      let worst: Grade | null = 0;
      for (const pattern of patternsOfWords) {
        const grade = pattern.gradeIn(folded, marks);
        if (grade === null) {
          worst = null;
          break;
        }
        if (grade > worst) worst = grade;
      }
      return worst ?? (marks.includes(` ${mark} `) ? 3 : null);
    },
    rangesIn(folded) {
      const ranges = patternsOfWords.map((pattern) => pattern.rangesIn(folded));
      return ranges.every((rangesOfWord) => rangesOfWord.length > 0) ? ranges.flat() : [];
    },
  };
}

function newPattern(notation: string): WordPattern {
  if (notation.startsWith(dateSign)) return datePattern(notation);
  const [first = '', ...neighbours] = notation.split('\t');
  const word = first.trimEnd();
  // the codes that the word may be, alone or with a neighbour; an open code may go on in the text
  const codes = [...(word.startsWith(phoneMark) ? [first.slice(1)] : ownCode(word, first)), ...neighbours].map(
    (code) => ({
      code: code.trimEnd(),
      isOpen: code === code.trimEnd(),
      hint: codeHint(code.trimEnd()),
    }),
  );
  const codeRangesIn = (folded: string) =>
    codes.flatMap(({ code, isOpen, hint }) => (hint.test(folded) ? codeRanges(folded, code, isOpen) : []));
  if (word.startsWith(phoneMark)) {
    // a telephone number counts as a whole word, however it is written
    return { gradeIn: (folded) => (codeRangesIn(folded).length > 0 ? 0 : null), rangesIn: codeRangesIn };
  }
  const { whole, begins } = expressionsOf(word, first === word);
  const otherForms = wordForms(word);
  const forms = otherForms.length === 0 ? null : wholeWords(otherForms);
  // every text with the word or its forms contains this part, so other texts are skipped quickly
  const core = codes.length > 0 || begins.length > 1 ? '' : sharedPart([word, ...otherForms]);
  const terms = termExpressions(word);
  return {
    gradeIn(folded) {
      if (folded.includes(core)) {
        if (hasEach(begins, folded)) return hasEach(whole, folded) ? 0 : 1;
        if ((forms && folded.search(forms) !== -1) || codeRangesIn(folded).length > 0) return 2;
      }
      return terms.some((term) => hasTerm(term, folded)) ? 3 : null;
    },
    rangesIn(folded) {
      const termHits = terms
        .filter((term) => hasTerm(term, folded))
        .flatMap(({ expressions }) => expressions.flatMap((expression) => matches(expression, folded)));
      if (!folded.includes(core)) return termHits;
      const prefixHits = hasEach(begins, folded) ? begins.flatMap((expression) => matches(expression, folded)) : [];
      const formHits = forms ? matches(forms, folded) : [];
      // a form that begins with the word itself is marked only as far as the word
      const distinctFormHits = formHits.filter(({ start }) => !prefixHits.some((hit) => hit.start === start));
      return [...prefixHits, ...distinctFormHits, ...codeRangesIn(folded), ...termHits];
    },
  };
}

/** The other terms in Latin letters for a word, each with its forms. */
export function termForms(word: string): string[][] {
  return latinTerms(word).map((term) => [term, ...wordForms(term)]);
}

const latinTerms = (word: string) => otherTerms([word, ...wordForms(word)]).filter((term) => /^[a-z]/u.test(term));

/** Another term for a word. A text has the term if it contains `core` and matches each expression. */
interface TermExpressions {
  core: string;
  expressions: readonly RegExp[];
}

function termExpressions(word: string): TermExpressions[] {
  const termsInLatin = termForms(word).map((forms) => ({
    core: sharedPart(forms),
    expressions: [wholeWords(forms)],
  }));
  const chineseTerms = otherTerms([word, ...wordForms(word)]).filter((term) => !/^[a-z]/u.test(term));
  const termsInChinese = chineseTerms.map((term) => ({
    core: Array.from(term).slice(0, 2).join(''),
    expressions: toExpressions(pairsOf(term)),
  }));
  return [...termsInLatin, ...termsInChinese];
}

const hasTerm = ({ core, expressions }: TermExpressions, folded: string) =>
  folded.includes(core) && hasEach(expressions, folded);

/** Matches any of these as a whole word, also with the Malay suffix *-nya*, which any noun or verb may have. */
const wholeWords = (words: readonly string[]) =>
  new RegExp(`${wordStart}(?:${words.join('|')})(?:nya)?${wordEnd}`, 'gu');

/** The pairs of neighbouring characters in a run, escaped for an expression; the character itself if there is only one. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, index) => escapeRegExp(`${characters[index]}${character}`));
  return pairs.length > 0 ? pairs : [escapeRegExp(run)];
}

const matches = (expression: RegExp, folded: string) =>
  Array.from(folded.matchAll(expression), ({ 0: hit, index }) => ({ start: index, end: index + hit.length }));

const hasEach = (expressions: readonly RegExp[], folded: string) =>
  expressions.every((expression) => folded.search(expression) !== -1);

/** The word as a code, with the blank that marks a finished word; empty if it cannot be a code. */
function ownCode(word: string, notation: string): string[] {
  const code = typedCode(word);
  return code === null ? [] : [code + notation.slice(word.length)];
}

interface Expressions {
  whole: readonly RegExp[];
  begins: readonly RegExp[];
}

/** The expressions that a text must all match, to have the word as a whole word (`whole`), or a word that begins with it (`begins`). */
function expressionsOf(word: string, isOpen: boolean): Expressions {
  if (!/^[a-z0-9]/u.test(word)) {
    const expressions = toExpressions(pairsOf(word));
    return { whole: expressions, begins: expressions };
  }
  const pieces = Array.from(
    word.matchAll(/([a-z0-9]+)([^a-z0-9]*)/gu),
    ([, piece = '', between = '']) => [piece, between] as const,
  );
  const pairs = pieces.slice(1).map(([piece], index) => escapeRegExp((pieces[index] ?? []).join('') + piece));
  const exact = (pairs.length > 0 ? pairs : [word]).map((pair) => `${wordStart}${pair}`);
  const ends = (last: string) =>
    toExpressions(exact.map((expression, index) => `${expression}${index === exact.length - 1 ? last : wordEnd}`));
  return { whole: ends(wordEnd), begins: ends(isOpen ? '' : pairs.length > 0 ? wordEnd : lettersAfter(word)) };
}

const toExpressions = (expressions: readonly string[]) => expressions.map((expression) => new RegExp(expression, 'gu'));

/** An expression for the letters that may follow a finished word: as many as it has itself, and none after a digit. */
function lettersAfter(word: string): string {
  return /^[a-z]{2,}$/u.test(word) ? `(?=[a-z]{0,${word.length}}${wordEnd})` : wordEnd;
}

/** The longest text that all words contain; empty if there is none. */
function sharedPart(words: readonly string[]): string {
  const shortest = words.reduce((short, word) => (word.length < short.length ? word : short));
  for (let length = shortest.length; length > 0; length -= 1)
    for (let start = 0; start + length <= shortest.length; start += 1) {
      const part = shortest.slice(start, start + length);
      if (words.every((word) => word.includes(part))) return part;
    }
  return '';
}

/** A text as a regular expression that matches it literally. */
function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
