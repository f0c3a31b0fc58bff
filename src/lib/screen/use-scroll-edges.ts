import { useEffect, type RefObject } from 'react';

/**
 * Marks an element that scrolls sideways with where more of it is out of sight: its `data-more` holds `start`, `end`,
 * both words or none, for a style that hints at it.
 */
export function useScrollEdges(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = element.current;
    if (!scroller) return undefined;
    const mark = () => {
      const right = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
      // fractions of a pixel are nothing to scroll to
      const more = [scroller.scrollLeft > 1 ? 'start' : '', right > 1 ? 'end' : ''].join(' ').trim();
      if (scroller.dataset['more'] !== more) scroller.dataset['more'] = more;
    };
    // tells the first size too
    const sizes = new ResizeObserver(mark);
    sizes.observe(scroller);
    for (const content of scroller.children) sizes.observe(content);
    scroller.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', mark);
    };
  }, [element]);
}
