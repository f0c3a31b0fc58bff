import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { parseMessage } from '../../src/lib/language/format.ts';
import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import type { Catalogue } from '../../src/lib/language/translate.ts';

type Words = string | RegExp;
type Pieces = ReturnType<typeof parseMessage>;

/** One of the texts that a message may become: its fixed words, and the names of the parts between them. */
type Wording = readonly (string | { part: string })[];

/** Returns each case of a message separately, because a test cannot know which one is shown. */
function wordingsOf(pieces: Pieces, countedPart = 'count'): Wording[] {
  let wordings: Wording[] = [[]];
  for (const piece of pieces) {
    let next: Wording[] = [];
    if (typeof piece === 'string') next = [[piece]];
    else if (typeof piece === 'symbol') next = [[{ part: countedPart }]];
    else if ('tag' in piece) next = wordingsOf(piece.inner, countedPart);
    else if ('cases' in piece) {
      const number = piece.kind === 'plural' ? piece.part : countedPart;
      next = Array.from(piece.cases.values()).flatMap((inner) => wordingsOf(inner, number));
    } else next = [[{ part: piece.part }]];
    wordings = wordings.flatMap((before) => next.map((after) => [...before, ...after]));
  }
  return wordings;
}

/** The fixed words of a message, in all its cases. */
export const ownWords = (message: string): string =>
  wordingsOf(parseMessage(message))
    .flat()
    .filter((piece) => typeof piece === 'string')
    .join(' ');

const escapeRegExp = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

const anyText = '(.+?)';
/** A part in an element of its own may have a space before it. */
const anySpaces = String.raw`\s*`;

/** The pattern of a wording. Parts without a value match any text. */
const patternOf = (wording: Wording, parts: ReadonlyMap<string, string> = new Map()): string =>
  wording
    .map((piece) => {
      if (typeof piece === 'string') return escapeRegExp(piece).replaceAll(/\s+/gu, String.raw`\s+`);
      const value = parts.get(piece.part);
      return value === undefined ? anyText : escapeRegExp(value);
    })
    .join(anySpaces);

/**
 * Removes parts that match any text from the ends of a pattern. A pattern that looks for a part of a text would try them at each
 * letter.
 */
function withoutOpenEnds(pattern: string): string {
  let trimmedPattern = pattern;
  while (trimmedPattern.startsWith(anyText + anySpaces))
    trimmedPattern = trimmedPattern.slice(anyText.length + anySpaces.length);
  while (trimmedPattern.endsWith(anySpaces + anyText))
    trimmedPattern = trimmedPattern.slice(0, -anyText.length - anySpaces.length);
  return trimmedPattern;
}

/** A message with its English wordings and those in another language. */
interface Spoken {
  english: readonly English[];
  own: readonly Wording[];
}

interface English {
  wording: Wording;
  /** The text in lower case, with `x` for every part and number. */
  text: string;
  /** The fixed words. A text without them cannot be this message. */
  pieces: readonly string[];
}

const inLowerCase = (text: string) => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();

const englishOf = (wording: Wording): English => ({
  wording,
  text: fillIn(wording, 'x').toLowerCase().replaceAll(/\d+/gu, 'x'),
  pieces: wording.filter((piece) => typeof piece === 'string').map(inLowerCase),
});

const messagesByCatalogue = new Map<Catalogue, Spoken[]>();

function messagesOf(catalogue: Catalogue): Spoken[] {
  const messages =
    messagesByCatalogue.get(catalogue) ??
    Object.entries(catalogue).map(([key, translation]) => ({
      english: wordingsOf(parseMessage(key.replace(/ \[[^\]]+\]$/u, ''))).map(englishOf),
      own: wordingsOf(parseMessage(translation)),
    }));
  messagesByCatalogue.set(catalogue, messages);
  return messages;
}

/** Values for the parts with which the pattern of a test is tried on a message. They include the numbers in the pattern. */
const samplesFor = (words: RegExp) => [...(words.source.match(/\d{2,}/gu) ?? []), '7', '130', 'Selasih Park'];
const fillIn = (wording: Wording, sample: string) =>
  wording.map((piece) => (typeof piece === 'string' ? piece : sample)).join('');

/** The values of the parts with which a message is exactly these words; null if it cannot be. */
function partsIn({ wording, pieces }: English, words: string): Map<string, string> | null {
  const lowerWords = inLowerCase(words);
  // most messages are excluded without a pattern, because making a pattern takes longer than everything else here
  if (pieces.length === 0 || !pieces.every((piece) => lowerWords.includes(piece))) return null;
  const match = new RegExp(`^${patternOf(wording)}$`, 'iu').exec(words);
  const names = wording.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.part]));
  return match && new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
}

const ownPatterns = ({ own }: Spoken) => own.map((wording) => patternOf(wording));

/** The patterns of all messages in a language that the words of a test may mean. */
function meanings(words: Words, catalogue: Catalogue, exact?: boolean): string[] {
  const messages = messagesOf(catalogue);
  if (words instanceof RegExp)
    return messages.flatMap((each) =>
      each.english.some((english) => samplesFor(words).some((sample) => words.test(fillIn(english.wording, sample))))
        ? ownPatterns(each)
        : [],
    );
  const part = words.toLowerCase().replaceAll(/\d+/gu, 'x');
  const isMeant = exact === true ? (text: string) => text === part : (text: string) => text.includes(part);
  const matchingMessages = messages.filter(({ english }) => english.some(({ text }) => isMeant(text)));
  if (matchingMessages.length > 0) return matchingMessages.flatMap(ownPatterns);
  // the words contain values, so the message with the most fixed words in common counts
  const filledMessages = messages
    .flatMap(({ english, own }) =>
      english.flatMap((candidate) => {
        const parts = partsIn(candidate, words);
        return parts
          ? [{ own: own.map((each) => patternOf(each, parts)), length: fillIn(candidate.wording, '').length }]
          : [];
      }),
    )
    .toSorted((a, b) => b.length - a.length);
  return filledMessages.flatMap(({ own, length }) => (length > 3 && length === filledMessages[0]?.length ? own : []));
}

/** The results of `inWords`. A test names the same things repeatedly, and a search goes through every message. */
const translatedWords = new Map<Catalogue, Map<string, Words>>();

/** Translates the words of a test, which are English messages or parts of them. Names and records stay. */
function inWords(words: Words, catalogue: Catalogue, exact: boolean | undefined): Words {
  const answers = translatedWords.get(catalogue) ?? new Map<string, Words>();
  translatedWords.set(catalogue, answers);
  const key = `${exact === true} ${typeof words} ${String(words)}`;
  const translated = answers.get(key) ?? findWords(words, catalogue, exact);
  answers.set(key, translated);
  return translated;
}

function findWords(words: Words, catalogue: Catalogue, exact: boolean | undefined): Words {
  const patterns = Array.from(new Set(meanings(words, catalogue, exact)));
  if (patterns.length === 0) return words;
  // a record may have the same words as a message
  const originalPattern = words instanceof RegExp ? words.source : escapeRegExp(words);
  const anyOf = (alternatives: readonly string[]) => `(?:${[...alternatives, originalPattern].join('|')})`;
  const ends = exact === true || (words instanceof RegExp && words.source.startsWith('^'));
  return new RegExp(
    ends
      ? `^${anyOf(patterns)}${exact === true ? '$' : ''}`
      : anyOf(Array.from(new Set(patterns.map(withoutOpenEnds)))),
    'iu',
  );
}

const byText = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'] as const;

/** Lets queries of a page, or of a part of it, find things by their English messages, whatever the language of the page is. */
function translateQueries(target: Pick<Page, 'getByRole' | (typeof byText)[number]>, catalogue: () => Catalogue): void {
  const getByRole = target.getByRole.bind(target);
  target.getByRole = (role, options = {}) => {
    const translatedName =
      options.name === undefined ? {} : { name: inWords(options.name, catalogue(), options.exact) };
    return translatedPart(getByRole(role, { ...options, ...translatedName }), catalogue);
  };
  for (const name of byText) {
    const find = target[name].bind(target);
    target[name] = (words, options) =>
      translatedPart(find(inWords(words, catalogue(), options?.exact), options), catalogue);
  }
}

function translatedPart(part: Locator, catalogue: () => Catalogue): Locator {
  translateQueries(part, catalogue);
  const [filter, first, last] = [part.filter.bind(part), part.first.bind(part), part.last.bind(part)];
  const [nth, locator] = [part.nth.bind(part), part.locator.bind(part)];
  part.filter = (options = {}) => {
    const words = options.hasText === undefined ? {} : { hasText: inWords(options.hasText, catalogue(), false) };
    return translatedPart(filter({ ...options, ...words }), catalogue);
  };
  part.first = () => translatedPart(first(), catalogue);
  part.last = () => translatedPart(last(), catalogue);
  part.nth = (index) => translatedPart(nth(index), catalogue);
  part.locator = (...args) => translatedPart(locator(...args), catalogue);
  return part;
}

const catalogues = new Map<LanguageCode, Catalogue>([['en', {}]]);

/** The catalogue of a language, from its file. */
export function catalogueOf(language: LanguageCode): Catalogue {
  const file = new URL(`../../src/lib/language/catalogues/${language}.json`, import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test of the project checks what is in it
  const catalogue = catalogues.get(language) ?? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
  catalogues.set(language, catalogue);
  return catalogue;
}

/** The current language of each page that started in another language than English. */
const shownIn = new WeakMap<Page, LanguageCode>();

/**
 * Lets a test name things by the English messages, which are the keys of the catalogues, in a page of another language:
 * `getByRole('button', { name: 'View Photos (4)' })` finds *Lihat foto (4)*.
 */
export function speaking(page: Page, language: LanguageCode): Page {
  if (language === 'en') return page;
  shownIn.set(page, language);
  const catalogue = () => catalogueOf(shownIn.get(page) ?? language);
  translateQueries(page, catalogue);
  const locator = page.locator.bind(page);
  page.locator = (...args) => translatedPart(locator(...args), catalogue);
  return page;
}

/** Chooses another language of such a page, also behind a dialog. The screen is mounted again, as if it had just been opened. */
export async function changeLanguage(page: Page, language: LanguageCode): Promise<void> {
  shownIn.set(page, language);
  const { locale } = languages[language];
  await page.locator(`button[lang="${locale}"]`).evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  // the button at the foot of the page has the focus
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
}
