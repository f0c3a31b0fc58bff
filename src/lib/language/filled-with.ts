import { fill } from './format.ts';
import type { RichParts } from './message-parts.ts';
import { inLanguage, readMessage, valueOfPart } from './translate.ts';

// This is a file of its own, because no message of the first load has elements.

/**
 * A message in the reader's language, with elements in it. Each language has its own order of the elements.
 * @param parts the values for the names in braces, and a function for each tag
 * @param together makes a single element of several pieces
 */
export function filledWith<const English extends string, Element>(
  english: English,
  parts: RichParts<English, Element>,
  together: (pieces: readonly (Element | string)[]) => Element,
): Element {
  const valueNamed = (part: string) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `parts` says what is under which name
    valueOfPart(parts, part) as (Element | string | number) & ((inner: Element) => Element);
  const { text: template, code } = inLanguage(english);
  return together(
    fill<Element>(readMessage(template), {
      language: code,
      value: valueNamed,
      wrap: (tag, inner) => valueNamed(tag)(together(inner)),
    }),
  );
}
