import { fill } from './format.ts';
import type { RichParts } from './message-parts.ts';
import { inLanguage, readMessage, valueOfPart } from './translate.ts';

// A file of its own: the first load has no message with elements.

/**
 * A message with elements in it, whose order each language chooses.
 * @param together makes one element of several in a row
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
