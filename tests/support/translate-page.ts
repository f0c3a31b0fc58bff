/**
 * Does to the page what a browser's translation does, now and to all that appears later: each text with a letter is taken out,
 * and elements with another text are put where it was. The words stay the same, so that a test can read them.
 *
 * Runs in a page of its own too, so it uses nothing from outside.
 * @returns a function that ends it
 */
export function translatePage(): () => void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- a page of its own gets only this function
  const isTranslated = ({ parentElement, data }: Text) =>
    /\p{L}/u.test(data) &&
    parentElement?.closest('font, script, style, textarea, noscript, canvas, [translate="no"]') === null;
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode())
      if (walker.currentNode instanceof Text && isTranslated(walker.currentNode)) texts.push(walker.currentNode);
    for (const text of texts) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate();
  const observer = new MutationObserver(translate);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

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
