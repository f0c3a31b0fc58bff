/**
 * A ref of an element with `data-paper`, which is printed without what is beside it (`styles/print.css`). Its parent is
 * marked, because Firefox 115 has no `:has`.
 */
export function printAlone(paper: HTMLElement | null): (() => void) | undefined {
  const parent = paper?.parentElement;
  parent?.setAttribute('data-prints-paper', '');
  return () => parent?.removeAttribute('data-prints-paper');
}
