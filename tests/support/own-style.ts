/** Inline elements of the screens; all others are blocks. */
const inline = new Set(
  'A ABBR B BUTTON CODE EM I INPUT KBD LABEL MARK SELECT SMALL SPAN STRONG SVG TEXTAREA TIME'.split(' '),
);

const made = new Map<string, CSSStyleDeclaration>();

function styled(text: string): CSSStyleDeclaration {
  const { style } = document.createElement('div');
  style.cssText = text;
  return style;
}

function displayOf(element: Element): string {
  const closed = element.tagName === 'DIALOG' && !element.hasAttribute('open');
  if (closed || element.hasAttribute('hidden')) return 'none';
  return inline.has(element.tagName.toUpperCase()) ? 'inline' : 'block';
}

/**
 * Limits computed styles to what tag and attributes say. These tests load no style sheet, and jsdom's search of its
 * default one for every element of every query took a quarter of their time.
 */
export function readOwnStyleOnly(): void {
  globalThis.getComputedStyle = (element, pseudo) => {
    const text = pseudo ? '' : `display: ${displayOf(element)}; visibility: visible`;
    const own = pseudo ? null : element.getAttribute('style');
    if (own) return styled(`${text}; ${own}`);
    const style = made.get(text) ?? styled(text);
    made.set(text, style);
    return style;
  };
}
