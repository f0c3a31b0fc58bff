import { filledWith } from '../../../lib/language/filled-with.ts';
import type { RichParts } from '../../../lib/language/message-parts.ts';

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

/** As `rich` of `lib/language`, of HTML. */
export function richHtml<const English extends string>(english: English, parts: RichParts<English, Markup>): Markup {
  return filledWith(english, parts, (pieces) => ({ markup: pieces.map(markupOf).join('') }));
}
