import { createElement, Fragment } from 'react';

/**
 * Changes the properties of an element so that each text beside other children is in a `span` of its own. Adjacent texts are joined.
 *
 * The reason is the translation of pages by browsers, which replaces text nodes by elements. React then cannot find a text node that has
 * siblings: the screen crashes, or goes on showing the old text. A text that is the only child is found through its parent. The other
 * children stay at their index, by which React recognises them.
 *
 * @param type of the element: a tag name, a component or a fragment
 * @param props the same object is returned if nothing has to change
 */
export function ownTexts(type: unknown, props: unknown): unknown {
  if (typeof props !== 'object' || props === null || !('children' in props)) return props;
  const children = Array.isArray(props.children) ? withTextElements(props.children) : props.children;
  // the text of a fragment may have siblings, which are the siblings of the fragment
  const newChildren = type === Fragment && isText(children) ? elementOfText(String(children), 0) : children;
  return newChildren === props.children ? props : { ...props, children: newChildren };
}

/** The children with each text in an element of its own; a single text if there is nothing else. Lists within lists stay lists. */
function withTextElements(children: readonly unknown[]): unknown {
  // returns early, because most lists have no text, and a page of many posts has tens of thousands of children
  if (!children.some(mayHoldText)) return children;
  const parts = children.map((child: unknown) => (Array.isArray(child) ? withTextElements(child) : child));
  if (parts.every((part) => isText(part) || isNothing(part))) return parts.some(isText) ? oneText(parts) : children;
  for (let from = 0; from < parts.length; from += 1) {
    if (!isText(parts[from])) continue;
    let to = from + 1;
    while (to < parts.length && (isText(parts[to]) || isNothing(parts[to]))) to += 1;
    const text = oneText(parts.slice(from, to));
    // the element stands at the index of the first joined text, and null at those of the others;
    // blanks alone get no element: they are not translated, and an element would be one more item of a flex row
    if (text.trim() !== '') parts.fill(null, from, to).fill(elementOfText(text, from), from, from + 1);
    from = to;
  }
  return parts.every((part, index) => part === children[index]) ? children : parts;
}

const isText = (part: unknown) => typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint';
const mayHoldText = (part: unknown) => isText(part) || Array.isArray(part);
const isNothing = (part: unknown) => part === null || part === undefined || typeof part === 'boolean';
const oneText = (parts: readonly unknown[]) => parts.filter(isText).map(String).join('');

/** The element for a text. Blanks around the text stay outside, because a translation would remove them. */
function elementOfText(text: string, index: number): unknown {
  const words = text.trim();
  const element = createElement('span', { key: `text ${index}` }, words);
  const start = text.indexOf(words);
  return words === text ? element : [text.slice(0, start), element, text.slice(start + words.length)];
}
