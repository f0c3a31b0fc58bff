/**
 * Changes the page as the translation of a browser does, now and whenever something appears: each text with a letter is replaced
 * by elements. The words stay the same, so that a test can read them. A test may run this function inside a page, so it uses
 * nothing from outside. @returns a function that stops it
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
      const outerFont = document.createElement('font');
      const innerFont = document.createElement('font');
      innerFont.textContent = text.data;
      outerFont.append(innerFont);
      text.replaceWith(outerFont);
    }
  };
  translate();
  const observer = new MutationObserver(translate);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

/**
 * The elements with a text that React has put beside something else. A translation of the page replaces such texts, and React
 * would not find them any more. The only text of an element is not among them: React writes it through the element and leaves no
 * mark on it. A test may run this function inside a page, so it uses nothing from outside.
 */
export function looseTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const looseElements: string[] = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const isReact = Object.keys(text).some((name) => name.startsWith('__reactFiber$'));
    const isTranslated = text.parentElement?.closest('svg, option') === null;
    if (isReact && isTranslated && text.textContent?.trim()) looseElements.push(text.parentElement?.outerHTML ?? '');
  }
  return looseElements;
}
