import { otherTerms } from './field-terms.ts';
import { codeHint, typedCode, codeRanges, phoneMark, type TextRange } from './search-codes.ts';
import { wordForms } from './word-forms.ts';

// Rule: a word finds words that begin with it and its other forms (`word-forms.ts`), so *arm* is not in *alarm*. A word with
// another one behind it is finished: of the words that begin with it, it finds those up to twice as long, so that *add user* is
// not about an *address*, and behind a digit none, as *P1 gate* is not *P12*. A word means small letters and digits, which other ones
// may be joined to by punctuation: these are found two by two, as *192.168.10* is 192.168 and 168.10. Scripts without spaces between words, such
// as Chinese, are found anywhere, two characters by two. Codes and numbers are found whatever their blanks (`search-codes.ts`).

type Grade = 0 | 1 | 2 | 3;

interface WordPattern {
  /**
   * 0 for a whole word of the folded text, 1 for the beginning of one, 2 for another form or spelling, 3 for another term or a date; null
   * where the text lacks it. @param marks the dates of what the text is of, between blanks
   */
  gradeIn(folded: string, marks: string): Grade | null;
  rangesIn(folded: string): TextRange[];
}

const notBehind = '(?<![a-z0-9])';
const notBefore = '(?![a-z0-9])';

const patterns = new Map<string, WordPattern>();

/** The cache is cleared at this size, as each typed letter makes another word. */
const maxPatterns = 500;

/** The pattern of a word as `wordsOf` and `prefixWordsOf` write it. */
export function patternOf(typed: string): WordPattern {
  const cached = patterns.get(typed);
  if (cached) return cached;
  const pattern = newPattern(typed);
  if (patterns.size >= maxPatterns) patterns.clear();
  patterns.set(typed, pattern);
  return pattern;
}

/** What begins a date among the words: its mark and its words follow. */
const dateSign = '\u0004';

/** A date of a query as one word. @param words its parts, as patterns read them */
export function dateGroup(mark: string, words: readonly string[]): string {
  return [dateSign + mark, ...words].join(dateSign);
}

/** The parts of the words as they were typed, without their codes. */
export function partsOf(words: readonly string[]): string[] {
  return words
    .flatMap((word) => (word.startsWith(dateSign) ? word.split(dateSign).slice(2) : [word]))
    .map((word) => word.replace(phoneMark, '').replace(/[ \t].*$/u, ''));
}

/** A date is found as one, or where all its words are. */
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
      return ranges.every((own) => own.length > 0) ? ranges.flat() : [];
    },
  };
}

function newPattern(typed: string): WordPattern {
  if (typed.startsWith(dateSign)) return datePattern(typed);
  const [first = '', ...neighbours] = typed.split('\t');
  const word = first.trimEnd();
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
    // a telephone number counts as a whole word in every notation
    return { gradeIn: (folded) => (codeRangesIn(folded).length > 0 ? 0 : null), rangesIn: codeRangesIn };
  }
  const { whole, begins } = expressionsOf(word, first === word);
  const otherForms = wordForms(word);
  const forms = otherForms.length === 0 ? null : wholeWords(otherForms);
  // every text that the word or its forms find contains this part: other texts are skipped quickly
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

/** Each other term for what a word means, with its forms; the terms of letters only. */
export function termForms(word: string): string[][] {
  return latinTerms(word).map((term) => [term, ...wordForms(term)]);
}

const latinTerms = (word: string) => otherTerms([word, ...wordForms(word)]).filter((term) => /^[a-z]/u.test(term));

/** Another term for a word: a text that has it contains `core`, and a hit of each expression. */
interface TermExpressions {
  core: string;
  expressions: readonly RegExp[];
}

function termExpressions(word: string): TermExpressions[] {
  const latin = termForms(word).map((forms) => ({
    core: sharedPart(forms),
    expressions: [wholeWords(forms)],
  }));
  const others = otherTerms([word, ...wordForms(word)]).filter((term) => !/^[a-z]/u.test(term));
  const runs = others.map((term) => ({
    core: Array.from(term).slice(0, 2).join(''),
    expressions: toExpressions(pairsOf(term)),
  }));
  return [...latin, ...runs];
}

const hasTerm = ({ core, expressions }: TermExpressions, folded: string) =>
  folded.includes(core) && hasEach(expressions, folded);

/** Any of these as a whole word; Malay *-nya* stands behind any noun or verb. */
const wholeWords = (words: readonly string[]) =>
  new RegExp(`${notBehind}(?:${words.join('|')})(?:nya)?${notBefore}`, 'gu');

/** The characters of a run two by two; a single one as it is. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  const pairs = characters.slice(1).map((character, index) => escaped(`${characters[index]}${character}`));
  return pairs.length > 0 ? pairs : [escaped(run)];
}

const matches = (expression: RegExp, folded: string) =>
  Array.from(folded.matchAll(expression), ({ 0: hit, index }) => ({ start: index, end: index + hit.length }));

const hasEach = (expressions: readonly RegExp[], folded: string) =>
  expressions.every((expression) => folded.search(expression) !== -1);

/** The word as a code, with the space that marks a finished word; empty when it cannot be a code. */
function ownCode(word: string, typed: string): string[] {
  const code = typedCode(word);
  return code === null ? [] : [code + typed.slice(word.length)];
}

interface Expressions {
  whole: readonly RegExp[];
  begins: readonly RegExp[];
}

/** What a text must have, all of it, to have the word as a whole, or as the beginning of one. */
function expressionsOf(word: string, isOpen: boolean): Expressions {
  if (!/^[a-z0-9]/u.test(word)) {
    const found = toExpressions(pairsOf(word));
    return { whole: found, begins: found };
  }
  const pieces = Array.from(
    word.matchAll(/([a-z0-9]+)([^a-z0-9]*)/gu),
    ([, piece = '', between = '']) => [piece, between] as const,
  );
  const pairs = pieces.slice(1).map(([piece], index) => escaped((pieces[index] ?? []).join('') + piece));
  const exact = (pairs.length > 0 ? pairs : [word]).map((pair) => `${notBehind}${pair}`);
  const ends = (last: string) =>
    toExpressions(exact.map((expression, index) => `${expression}${index === exact.length - 1 ? last : notBefore}`));
  return { whole: ends(notBefore), begins: ends(isOpen ? '' : pairs.length > 0 ? notBefore : restOf(word)) };
}

const toExpressions = (expressions: readonly string[]) => expressions.map((expression) => new RegExp(expression, 'gu'));

/** What may follow a finished word. */
function restOf(word: string): string {
  return /^[a-z]{2,}$/u.test(word) ? `(?=[a-z]{0,${word.length}}${notBefore})` : notBefore;
}

/** The longest part that all the words have; empty without one. */
function sharedPart(words: readonly string[]): string {
  const shortest = words.reduce((short, word) => (word.length < short.length ? word : short));
  for (let length = shortest.length; length > 0; length -= 1)
    for (let start = 0; start + length <= shortest.length; start += 1) {
      const part = shortest.slice(start, start + length);
      if (words.every((word) => word.includes(part))) return part;
    }
  return '';
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
