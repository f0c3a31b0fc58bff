import { createElement, Fragment } from 'react';

/**
 * The properties for an element in which every text beside something else has an element of its own, a `span`, and adjacent
 * texts are one.
 *
 * A browser that translates a page replaces its texts by elements. React looks for a text that it has put beside others
 * where it was and does not find it: the screen crashes, or goes on showing the old text. The only text of an element
 * is found through that element. What is beside a text keeps its place, by which React recognizes it.
 *
 * @param type of the element: `p`, a component or a fragment
 * @param props the same object is returned if nothing has to change
 */
export function ownTexts(type: unknown, props: unknown): unknown {
  if (typeof props !== 'object' || props === null || !('children' in props)) return props;
  const children = Array.isArray(props.children) ? mended(props.children) : props.children;
  // the text of a fragment will be beside what is beside the fragment
  const own = type === Fragment && isText(children) ? ownElement(String(children), 0) : children;
  return own === props.children ? props : { ...props, children: own };
}

/** A list of children in which texts have their elements. Lists within lists stay lists. */
function mended(children: readonly unknown[]): unknown {
  // most children have no text, and a page of many posts has tens of thousands
  if (!children.some(mayHoldText)) return children;
  const parts = children.map((child: unknown) => (Array.isArray(child) ? mended(child) : child));
  if (parts.every((part) => isText(part) || isNothing(part))) return parts.some(isText) ? oneText(parts) : children;
  for (let from = 0; from < parts.length; from += 1) {
    if (!isText(parts[from])) continue;
    let to = from + 1;
    while (to < parts.length && (isText(parts[to]) || isNothing(parts[to]))) to += 1;
    const text = oneText(parts.slice(from, to));
    // blanks are not translated, and an element of them would be one more box in a row of boxes
    if (text.trim() !== '') parts.fill(null, from, to).fill(ownElement(text, from), from, from + 1);
    from = to;
  }
  return parts.every((part, index) => part === children[index]) ? children : parts;
}

const isText = (part: unknown) => typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint';
const mayHoldText = (part: unknown) => isText(part) || Array.isArray(part);
const isNothing = (part: unknown) => part === null || part === undefined || typeof part === 'boolean';
const oneText = (parts: readonly unknown[]) => parts.filter(isText).map(String).join('');

/** The element of a text. Blanks around the text stay outside: a translation loses them. */
function ownElement(text: string, index: number): unknown {
  const words = text.trim();
  const element = createElement('span', { key: `text ${index}` }, words);
  const start = text.indexOf(words);
  return words === text ? element : [text.slice(0, start), element, text.slice(start + words.length)];
}
