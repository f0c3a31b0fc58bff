/**
 * The ref of an element with `data-paper`, which is printed without its siblings (`styles/print.css`). It marks the parent for the style
 * sheet, because Firefox 115 does not support `:has`.
 */
export function printAlone(paper: HTMLElement | null): (() => void) | undefined {
  const parent = paper?.parentElement;
  parent?.setAttribute('data-prints-paper', '');
  return () => parent?.removeAttribute('data-prints-paper');
}
