import {
  startTransition,
  useCallback,
  useState,
  type RefCallback,
  useMemo,
  useSyncExternalStore,
  useEffect,
} from 'react';
import { flushSync } from 'react-dom';

/**
 * Whether an element is in or near the visible part of the page, or contains the focus. Content of elements far away need not be rendered.
 * @param margin how near, as the `rootMargin` of `IntersectionObserver`
 * @returns whether it is, and the ref of the element
 */
export function useInView(margin: string): [inView: boolean, ref: RefCallback<Element>] {
  const [inView, setInView] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          const isNear = entries.at(-1)?.isIntersecting ?? false;
          if (isNear || !element.contains(document.activeElement)) startTransition(() => setInView(isNear));
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [margin],
  );
  return [inView, ref];
}

/** A ref that scrolls its element into view, no further than needed. */
export function bringIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** A ref for an element whose style hints that it can be scrolled: its `data-more` names the directions, `start`, `end`, both or none. */
export function markScrollEdges(scroller: HTMLElement | null): (() => void) | undefined {
  if (!scroller) return undefined;
  const mark = () => {
    const right = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
    // tolerates fractions of a pixel
    const more = [scroller.scrollLeft > 1 ? 'start' : '', right > 1 ? 'end' : ''].join(' ').trim();
    if (scroller.dataset['more'] !== more) scroller.dataset['more'] = more;
  };
  // the observer fires for the initial size too
  const sizes = new ResizeObserver(mark);
  sizes.observe(scroller);
  for (const content of scroller.children) sizes.observe(content);
  scroller.addEventListener('scroll', mark, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', mark);
  };
}

/** The width in `rem` below which the style sheets lay out for a phone. With a larger font size, a wider window is narrow, too. */
const phoneWidth = 45;

/** Whether the window is narrower than a width in `rem`. */
export function useNarrow(width = phoneWidth): boolean {
  const query = useMemo(() => matchMedia(`(width < ${width}rem)`), [width]);
  const listen = useCallback(
    (onChange: () => void) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => query.matches);
}

/** The browser's font size in relation to the usual 16 pixels. Sizes in pixels must be multiplied by it. */
export function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
}

/** The time at which printing started; null while the page is not printed. Renders synchronously, before the browser takes its snapshot. */
export function usePrinting(): Date | null {
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    const onBeforePrint = () => flushSync(() => setSince(new Date()));
    const onAfterPrint = () => setSince(null);
    addEventListener('beforeprint', onBeforePrint);
    addEventListener('afterprint', onAfterPrint);
    return () => {
      removeEventListener('beforeprint', onBeforePrint);
      removeEventListener('afterprint', onAfterPrint);
    };
  }, []);
  return since;
}

/** A ref that writes the height of its element, with the margin below it, into a CSS property of the page. */
export function heightAs(property: `--${string}`): (element: HTMLElement | null) => (() => void) | undefined {
  return (element) => {
    if (!element) return undefined;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      const margin = Number.parseFloat(getComputedStyle(element).marginBottom) || 0;
      root.setProperty(property, `${Math.ceil(height + margin)}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty(property);
    };
  };
}

/** The least height in pixels of a list of options: three options, so that one can see that it can be scrolled. */
const leastRoom = 144;

/**
 * A ref for a list below a field. It makes the list no taller than the room above the keyboard of a phone; if that is too little, the
 * field is scrolled up. A style sheet cannot do this, because the height of the window includes what the keyboard covers.
 */
export function fitAboveKeyboard(list: HTMLElement | null): (() => void) | undefined {
  const view = window.visualViewport;
  if (!list || !view) return undefined;
  const room = () => view.offsetTop + view.height - list.getBoundingClientRect().top;
  const fit = () => {
    if (room() < leastRoom) list.parentElement?.scrollIntoView({ block: 'start' });
    list.style.setProperty('--room', `${Math.max(leastRoom, room())}px`);
  };
  fit();
  view.addEventListener('resize', fit);
  return () => view.removeEventListener('resize', fit);
}
