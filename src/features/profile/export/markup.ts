/** Markup that may stand in a page as it is. */
export interface Markup {
  readonly markup: string;
}

type Part = Markup | string | number | readonly Markup[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function markupOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '');
  }
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
}

/** HTML in which every value that is put in is a text, for a place between tags or in quotes, unless it is made by this too. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: String.raw({ raw: strings }, ...parts.map(markupOf)) };
}
