import { fill, parseMessage } from './format.ts';
import type { PartsGiven } from './message-parts.ts';

// The messages of the portal. They are in the source in English, and the English text is the key of the translation in the catalogues. The
// compiler checks the parts of each message. `t` returns a message in the current language, `message` marks a message in a table, which
// `said` translates later, and `storedMessage` (`stored-message.ts`) makes one that can be stored. A message without a translation is shown
// in English, never empty. English needs no catalogue; that of another language is a file, loaded before the first paint (`choice.ts`). If
// the file cannot be loaded, the page stays in English.

/** The messages of a language, by their English texts. English has no catalogue. */
export type Catalogue = Readonly<Record<string, string>>;

interface CurrentLanguage {
  code: string;
  locale: string;
  catalogue: Catalogue;
}

let current: CurrentLanguage = { code: 'en', locale: 'en-GB', catalogue: {} };
/** Sets the language of all messages of this page or worker. */
export function setLanguage(code: string, locale: string, catalogue: Catalogue): void {
  current = { code, locale, catalogue };
}

/** The language of the messages: its `code`, such as `en` or `zh`, and its `locale` for `Intl` and documents, such as `en-GB`. */
export function currentLanguage(): Readonly<Pick<CurrentLanguage, 'code' | 'locale'>> {
  return current;
}

/**
 * A message in the reader's language: `t('{count, plural, one {# photo} other {# photos}}', { count })`. Call it where the message is shown,
 * never while a module is loaded, because the language may change.
 */
export function t<const English extends string>(english: English, ...args: PartsGiven<English>): string {
  return text(english, args[0]);
}

/** Like `t`, for a word whose translation depends on its context: `tIn('of a boom', 'Open')`. */
export function tIn<const English extends string>(
  context: string,
  english: English,
  ...args: PartsGiven<English>
): string {
  return fillTemplate(inLanguage(contextKey(context, english), english), args[0]);
}

/** The key of a message in a context. */
export function contextKey(context: string, english: string): string {
  return `${english} [${context}]`;
}

/** An English message without parts in a table of a module. It has a type of its own, so that only `said` can turn it into a text. */
export interface Message {
  readonly isMessage: unique symbol;
}

/** Marks a message in a table, which `said` shows. */
export function message<const English extends string>(
  english: PartsGiven<English> extends [] ? English : never,
): Message {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only for the compiler is it no text
  return english as unknown as Message;
}

/** The English text of a message, to compare or store it, or for a name that is the same in all languages. */
export function inEnglish(english: Message): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `message`
  return english as unknown as string;
}

/** A message of a table in the reader's language. */
export function said(english: Message): string {
  return text(inEnglish(english));
}

function text(english: string, values?: unknown): string {
  return fillTemplate(inLanguage(english), values);
}

interface Translation {
  text: string;
  /** The language of the text, whose rules plurals and numbers follow. */
  code: string;
}

/** A message in the reader's language, or in English if the catalogue lacks it. @param key its key in the catalogue */
export function inLanguage(key: string, english = key): Translation {
  const template = current.catalogue[key];
  return template ? { text: template, code: current.code } : { text: english, code: 'en' };
}

function fillTemplate({ text: template, code }: Translation, values: unknown): string {
  if (!/[{'<]/u.test(template)) return template;
  return fill<string>(readMessage(template), {
    language: code,
    value: (part) => String(valueOfPart(values, part)),
    wrap: (_, inner) => inner.join(''),
  }).join('');
}

/** The value of a part, whose name and type the compiler has checked. */
export function valueOfPart(values: unknown, part: string): unknown {
  const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, part) : undefined;
  return value;
}

const parsedMessages = new Map<string, ReturnType<typeof parseMessage>>();

/** Parses the text of a message. Each text is parsed only once. */
export function readMessage(template: string): ReturnType<typeof parseMessage> {
  const cached = parsedMessages.get(template) ?? parseMessage(template);
  parsedMessages.set(template, cached);
  return cached;
}
