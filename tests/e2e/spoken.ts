import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { parseMessage } from '../../src/lib/language/format.ts';
import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import type { Catalogue } from '../../src/lib/language/translate.ts';

type Words = string | RegExp;
type Pieces = ReturnType<typeof parseMessage>;

/** One of the texts that a message may become: its own words, and the names of the parts between them. */
type Wording = readonly (string | { part: string })[];

/** Each case of a message by itself, as nobody can tell from outside which one is shown. */
function wordingsOf(pieces: Pieces, counted = 'count'): Wording[] {
  let found: Wording[] = [[]];
  for (const piece of pieces) {
    let next: Wording[] = [];
    if (typeof piece === 'string') next = [[piece]];
    else if (typeof piece === 'symbol') next = [[{ part: counted }]];
    else if ('tag' in piece) next = wordingsOf(piece.inner, counted);
    else if ('cases' in piece) {
      const number = piece.kind === 'plural' ? piece.part : counted;
      next = Array.from(piece.cases.values()).flatMap((one) => wordingsOf(one, number));
    } else next = [[{ part: piece.part }]];
    found = found.flatMap((before) => next.map((after) => [...before, ...after]));
  }
  return found;
}

/** The words that a message says itself, in all its cases. */
export const ownWords = (message: string): string =>
  wordingsOf(parseMessage(message))
    .flat()
    .filter((piece) => typeof piece === 'string')
    .join(' ');

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);

const anything = '(.+?)';
/** A piece in an element of its own is spoken with a blank before it. */
const between = String.raw`\s*`;

/** A pattern for a wording; parts that are not given may hold anything. */
const patternOf = (wording: Wording, given: ReadonlyMap<string, string> = new Map()): string =>
  wording
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece).replaceAll(/\s+/gu, String.raw`\s+`);
      const value = given.get(piece.part);
      return value === undefined ? anything : escaped(value);
    })
    .join(between);

/** Without what may hold anything at its ends, which a pattern that finds a part of a text tries at each of its letters. */
function withoutOpenEnds(pattern: string): string {
  let trimmed = pattern;
  while (trimmed.startsWith(anything + between)) trimmed = trimmed.slice(anything.length + between.length);
  while (trimmed.endsWith(between + anything)) trimmed = trimmed.slice(0, -anything.length - between.length);
  return trimmed;
}

interface Spoken {
  english: readonly English[];
  own: readonly Wording[];
}

interface English {
  wording: Wording;
  /** In small letters, with `x` for every part and number. */
  text: string;
  /** Its own words, without which a text cannot be this message. */
  pieces: readonly string[];
}

const inSmall = (text: string) => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();

const englishOf = (wording: Wording): English => ({
  wording,
  text: sampled(wording, 'x').toLowerCase().replaceAll(/\d+/gu, 'x'),
  pieces: wording.filter((piece) => typeof piece === 'string').map(inSmall),
});

const read = new Map<Catalogue, Spoken[]>();

function messagesOf(catalogue: Catalogue): Spoken[] {
  const before =
    read.get(catalogue) ??
    Object.entries(catalogue).map(([key, own]) => ({
      english: wordingsOf(parseMessage(key.replace(/ \[[^\]]+\]$/u, ''))).map(englishOf),
      own: wordingsOf(parseMessage(own)),
    }));
  read.set(catalogue, before);
  return before;
}

/** What a part may hold, to try a pattern of a test on a message: its own numbers too. */
const samplesFor = (words: RegExp) => [...(words.source.match(/\d{2,}/gu) ?? []), '7', '130', 'Selasih Park'];
const sampled = (wording: Wording, sample: string) =>
  wording.map((piece) => (typeof piece === 'string' ? piece : sample)).join('');

/** The values of the parts with which a message is exactly these words; null if it cannot be. */
function partsIn({ wording, pieces }: English, words: string): Map<string, string> | null {
  const small = inSmall(words);
  // most messages are told apart without a pattern, whose making takes longer than everything else here
  if (pieces.length === 0 || !pieces.every((piece) => small.includes(piece))) return null;
  const found = new RegExp(`^${patternOf(wording)}$`, 'iu').exec(words);
  const names = wording.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.part]));
  return found && new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
}

const ownPatterns = ({ own }: Spoken) => own.map((one) => patternOf(one));

/** Patterns of what the words of a test are in a language: all messages that they may mean. */
function meanings(words: Words, catalogue: Catalogue, exact?: boolean): string[] {
  const messages = messagesOf(catalogue);
  if (words instanceof RegExp)
    return messages.flatMap((each) =>
      each.english.some((one) => samplesFor(words).some((sample) => words.test(sampled(one.wording, sample))))
        ? ownPatterns(each)
        : [],
    );
  const part = words.toLowerCase().replaceAll(/\d+/gu, 'x');
  const isMeant = exact === true ? (text: string) => text === part : (text: string) => text.includes(part);
  const meant = messages.filter(({ english }) => english.some(({ text }) => isMeant(text)));
  if (meant.length > 0) return meant.flatMap(ownPatterns);
  // with values in it: the message that says most of the words itself
  const filled = messages
    .flatMap(({ english, own }) =>
      english.flatMap((one) => {
        const given = partsIn(one, words);
        return given
          ? [{ own: own.map((each) => patternOf(each, given)), length: sampled(one.wording, '').length }]
          : [];
      }),
    )
    .toSorted((a, b) => b.length - a.length);
  return filled.flatMap(({ own, length }) => (length > 3 && length === filled[0]?.length ? own : []));
}

/** What `inWords` has found before: a test names the same things again and again, and a search looks at every message. */
const foundBefore = new Map<Catalogue, Map<string, Words>>();

/** The words of a test, which are English messages or parts of them, in a language; names and records stay. */
function inWords(words: Words, catalogue: Catalogue, exact: boolean | undefined): Words {
  const before = foundBefore.get(catalogue) ?? new Map<string, Words>();
  foundBefore.set(catalogue, before);
  const key = `${exact === true} ${typeof words} ${String(words)}`;
  const found = before.get(key) ?? findWords(words, catalogue, exact);
  before.set(key, found);
  return found;
}

function findWords(words: Words, catalogue: Catalogue, exact: boolean | undefined): Words {
  const found = Array.from(new Set(meanings(words, catalogue, exact)));
  if (found.length === 0) return words;
  // the words of a record may be those of a message too
  const own = words instanceof RegExp ? words.source : escaped(words);
  const anyOf = (patterns: readonly string[]) => `(?:${[...patterns, own].join('|')})`;
  const ends = exact === true || (words instanceof RegExp && words.source.startsWith('^'));
  return new RegExp(
    ends ? `^${anyOf(found)}${exact === true ? '$' : ''}` : anyOf(Array.from(new Set(found.map(withoutOpenEnds)))),
    'iu',
  );
}

const byText = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'] as const;

/** Lets things in a page, or in a part of it, be found by their English messages whatever language it is shown in. */
function translateFinding(place: Pick<Page, 'getByRole' | (typeof byText)[number]>, catalogue: () => Catalogue): void {
  const getByRole = place.getByRole.bind(place);
  place.getByRole = (role, options = {}) => {
    const named = options.name === undefined ? {} : { name: inWords(options.name, catalogue(), options.exact) };
    return translatedPart(getByRole(role, { ...options, ...named }), catalogue);
  };
  for (const name of byText) {
    const find = place[name].bind(place);
    place[name] = (words, options) =>
      translatedPart(find(inWords(words, catalogue(), options?.exact), options), catalogue);
  }
}

function translatedPart(part: Locator, catalogue: () => Catalogue): Locator {
  translateFinding(part, catalogue);
  const [filter, first, last] = [part.filter.bind(part), part.first.bind(part), part.last.bind(part)];
  const [nth, locator] = [part.nth.bind(part), part.locator.bind(part)];
  part.filter = (options = {}) => {
    const words = options.hasText === undefined ? {} : { hasText: inWords(options.hasText, catalogue(), false) };
    return translatedPart(filter({ ...options, ...words }), catalogue);
  };
  part.first = () => translatedPart(first(), catalogue);
  part.last = () => translatedPart(last(), catalogue);
  part.nth = (index) => translatedPart(nth(index), catalogue);
  part.locator = (...given) => translatedPart(locator(...given), catalogue);
  return part;
}

const known = new Map<LanguageCode, Catalogue>([['en', {}]]);

/** The catalogue of a language, as its file has it. */
export function catalogueOf(language: LanguageCode): Catalogue {
  const file = new URL(`../../src/lib/language/catalogues/${language}.json`, import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test of the project checks what is in it
  const catalogue = known.get(language) ?? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue);
  known.set(language, catalogue);
  return catalogue;
}

/** The language of each page that began in another one than English. */
const shownIn = new WeakMap<Page, LanguageCode>();

/**
 * Lets a test name things by the English messages, which are the keys of the catalogues, in a page that is shown in another
 * language: `getByRole('button', { name: 'View Photos (4)' })` finds *Lihat foto (4)*.
 */
export function speaking(page: Page, language: LanguageCode): Page {
  if (language === 'en') return page;
  shownIn.set(page, language);
  const catalogue = () => catalogueOf(shownIn.get(page) ?? language);
  translateFinding(page, catalogue);
  const locator = page.locator.bind(page);
  page.locator = (...given) => translatedPart(locator(...given), catalogue);
  return page;
}

/** Chooses another language of such a page, also behind a dialog: the screen is mounted anew, as if it had just been opened. */
export async function changeLanguage(page: Page, language: LanguageCode): Promise<void> {
  shownIn.set(page, language);
  const { locale } = languages[language];
  await page.locator(`button[lang="${locale}"]`).evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  // the focus is on what was pressed, at the foot of the page
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
}
