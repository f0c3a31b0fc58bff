import { fill } from '../../../lib/language/format.ts';
import type { PartsOf, TagsOf } from '../../../lib/language/message-parts.ts';
import { inLanguage, readMessage, valueOfPart } from '../../../lib/language/translate.ts';

// HTML that cannot be broken by what a record contains

/** HTML that needs no escaping. */
export interface Markup {
  readonly markup: string;
}

type MarkupPart = Markup | string | number | readonly Markup[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(part: MarkupPart): string {
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '');
  }
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** HTML with every inserted value escaped, between tags or in quotes, except results of this function. */
export function html(strings: TemplateStringsArray, ...parts: MarkupPart[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(markupOf)) };
}

type HtmlParts<Message extends string> = { [Part in keyof PartsOf<Message>]: string | number | Markup } & {
  [Tag in TagsOf<Message>]: (inner: Markup) => Markup;
};

/** As `rich` of `lib/language`, of HTML: a message with elements in it. Imported under that name, by which messages are found. */
export function richHtml<const Message extends string>(message: Message, parts: HtmlParts<Message>): Markup {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `parts` says what is under which name
  const named = (part: string) => valueOfPart(parts, part) as (string | number | Markup) & ((inner: Markup) => Markup);
  const { text, code } = inLanguage(message);
  const pieces = fill<Markup>(readMessage(text), {
    language: code,
    value: named,
    wrap: (tag, inner) => named(tag)(joinedMarkup(inner)),
  });
  return joinedMarkup(pieces);
}

function joinedMarkup(pieces: readonly (Markup | string)[]): Markup {
  return { markup: pieces.map(markupOf).join('') };
}
