import { fill, parseMessage } from './format.ts';
import type { PartsGiven } from './message-parts.ts';

/** The messages of a language by the English ones, which the source has; English itself needs none. */
export type Catalogue = Readonly<Record<string, string>>;

interface Spoken {
  code: string;
  locale: string;
  catalogue: Catalogue;
}

let spoken: Spoken = { code: 'en', locale: 'en-GB', catalogue: {} };
const parsed = new Map<string, ReturnType<typeof parseMessage>>();

/** Sets the language of all messages from here on, of this page or worker. */
export function speak(code: string, locale: string, catalogue: Catalogue): void {
  spoken = { code, locale, catalogue };
}

/** The language that messages are in: its `code`, such as `en` or `zh`, and its `locale` for `Intl` and documents, such as `en-GB`. */
export function spokenLanguage(): Readonly<Pick<Spoken, 'code' | 'locale'>> {
  return spoken;
}

/**
 * A message in the reader's language, by the English one: `t('{count, plural, one {# photo} other {# photos}}', { count })`.
 * Called where it is shown, never when a module is loaded: the language may change.
 */
export function t<const English extends string>(english: English, ...given: PartsGiven<English>): string {
  return text(english, given[0]);
}

/** The same for a word that other languages say differently by what it is about: `tIn('of a boom', 'Open')`. */
export function tIn<const English extends string>(
  context: string,
  english: English,
  ...given: PartsGiven<English>
): string {
  const own = spoken.catalogue[contextKey(context, english)];
  return own === undefined ? text(english, given[0]) : filled(own, given[0]);
}

/** The key of a message in a context. */
export function contextKey(context: string, english: string): string {
  return `${english} [${context}]`;
}

/** An English message without parts that is shown later, by `t`: for tables that a module holds. */
export type Message = string & { readonly isMessage: unique symbol };

/** Marks a message in a table, which `said` shows. */
export function message<const English extends string>(
  english: PartsGiven<English> extends [] ? English : never,
): Message {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this function gives the brand
  return english as string as Message;
}

/** A message of a table in the reader's language. */
export function said(english: Message): string {
  return text(english);
}

function text(english: string, values?: unknown): string {
  return filled(spoken.catalogue[english] ?? english, values);
}

function filled(own: string, values: unknown): string {
  if (!/[{'<]/u.test(own)) return own;
  return fill<string>(piecesOf(own), {
    language: spoken.code,
    value: (part) => String(partOf(values, part)),
    wrap: (_, inner) => inner.join(''),
  }).join('');
}

/** The value of a part, whose name and type the compiler has checked. */
export function partOf(values: unknown, part: string): unknown {
  return typeof values === 'object' && values !== null
    ? Object.entries(values).find(([name]) => name === part)?.[1]
    : undefined;
}

/** A message read once, in the reader's language: for those with tags. */
export function piecesOf(own: string): ReturnType<typeof parseMessage> {
  const known = parsed.get(own) ?? parseMessage(own);
  parsed.set(own, known);
  return known;
}

/** The text of a message in the reader's language, with its braces. */
export function ownMessage(english: string): string {
  return spoken.catalogue[english] ?? english;
}
