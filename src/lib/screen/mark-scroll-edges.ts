/** A ref for a style that hints at more: `data-more` of the element holds `start`, `end`, both words or none. */
export function markScrollEdges(scroller: HTMLElement | null): (() => void) | undefined {
  if (!scroller) return undefined;
  const mark = () => {
    const right = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
    // tolerates fractions of a pixel
    const more = [scroller.scrollLeft > 1 ? 'start' : '', right > 1 ? 'end' : ''].join(' ').trim();
    if (scroller.dataset['more'] !== more) scroller.dataset['more'] = more;
  };
  // also fires for the initial size
  const sizes = new ResizeObserver(mark);
  sizes.observe(scroller);
  for (const content of scroller.children) sizes.observe(content);
  scroller.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', mark);
  };
}
