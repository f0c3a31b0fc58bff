/**
 * Texts that React has put beside something else: a translation of the page replaces them, and React would not find them.
 * The only text of an element is none of them: React writes it through the element, and leaves no mark on it.
 *
 * Runs in a page of its own too, so it uses nothing from outside.
 */
export function looseTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const isReact = Object.keys(text).some((name) => name.startsWith('__reactFiber$'));
    const isTranslated = text.parentElement?.closest('svg, option') === null;
    if (isReact && isTranslated && text.textContent?.trim()) found.push(text.parentElement?.outerHTML ?? '');
  }
  return found;
}
