import { filledWith } from '../../../lib/language/filled-with.ts';
import type { RichParts } from '../../../lib/language/message-parts.ts';

// Builds HTML in which every value of a record is escaped

/** HTML that is escaped already. */
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

/**
 * Builds HTML. It escapes every inserted value, except results of this function; a value may stand between tags or in a quoted attribute.
 */
export function html(strings: TemplateStringsArray, ...parts: MarkupPart[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(markupOf)) };
}

/** Like `rich` of `lib/language`, but the result is HTML instead of React elements. */
export function richHtml<const English extends string>(english: English, parts: RichParts<English, Markup>): Markup {
  return filledWith(english, parts, (pieces) => ({ markup: pieces.map(markupOf).join('') }));
}
