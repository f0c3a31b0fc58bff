import { fill, parseMessage } from './format.ts';
import type { PartsGiven } from './message-parts.ts';

// The messages of the portal. The source has them in English, as the keys of the catalogues; the compiler checks the parts of each. `t` says
// a message in the current language, `message` holds one to be said later, and `storedMessage` (`stored-message.ts`) one that outlives the
// language. A message that the catalogue does not have is said in English, so a missing translation is never an empty text. English costs
// nothing; another language is one file, loaded before the first paint (`choice.ts`). If that file cannot be loaded, the page stays in English.

/** The messages of a language by the English ones, which the source has; English itself needs none. */
export type Catalogue = Readonly<Record<string, string>>;

interface CurrentLanguage {
  code: string;
  locale: string;
  catalogue: Catalogue;
}

let current: CurrentLanguage = { code: 'en', locale: 'en-GB', catalogue: {} };
/** Sets the language of all messages from here on, of this page or worker. */
export function setLanguage(code: string, locale: string, catalogue: Catalogue): void {
  current = { code, locale, catalogue };
}

/** The language that messages are in: its `code`, such as `en` or `zh`, and its `locale` for `Intl` and documents, such as `en-GB`. */
export function currentLanguage(): Readonly<Pick<CurrentLanguage, 'code' | 'locale'>> {
  return current;
}

/**
 * A message in the reader's language, by the English one: `t('{count, plural, one {# photo} other {# photos}}', { count })`.
 * Called where it is shown, never when a module is loaded: the language may change.
 */
export function t<const English extends string>(english: English, ...given: PartsGiven<English>): string {
  return text(english, given[0]);
}

/** As `t`, for a word that other languages translate differently by its context: `tIn('of a boom', 'Open')`. */
export function tIn<const English extends string>(
  context: string,
  english: English,
  ...given: PartsGiven<English>
): string {
  return fillTemplate(inLanguage(contextKey(context, english), english), given[0]);
}

/** The key of a message in a context. */
export function contextKey(context: string, english: string): string {
  return `${english} [${context}]`;
}

/** An English message without parts, for tables that a module holds. `said` shows it; it is no text until then. */
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

/** The English text of a message: for what is compared or stored, and for names that stay the same. */
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

/** A message in the reader's language, or in English where that lacks it. */
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

const parsed = new Map<string, ReturnType<typeof parseMessage>>();

/** Reads the text of a message, once. */
export function readMessage(template: string): ReturnType<typeof parseMessage> {
  const cached = parsed.get(template) ?? parseMessage(template);
  parsed.set(template, cached);
  return cached;
}
