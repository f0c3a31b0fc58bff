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
 * Whether an element is in or near the window, or focused: what is far away is not drawn.
 * @param margin as of `IntersectionObserver`
 * @returns whether it is, and the ref of the element that is watched
 */
export function useInView(margin: string): [inView: boolean, watched: RefCallback<Element>] {
  const [inView, setInView] = useState(false);
  const watched = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          const near = entries.at(-1)?.isIntersecting ?? false;
          if (near || !element.contains(document.activeElement)) startTransition(() => setInView(near));
        },
        { rootMargin: margin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [margin],
  );
  return [inView, watched];
}

/** A ref that scrolls to its element, no further than needed. */
export function bringIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** A ref for a style that hints at more: `data-more` of the element holds `start`, `end`, both words or none. */
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

/** In `rem`, as the style sheets have it: with larger letters a window is narrow sooner. */
const phone = 45;

export function useNarrow(width = phone): boolean {
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

/** How much larger than usual the browser writes: sizes in pixels do not follow by themselves. */
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
    const measured = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      const margin = Number.parseFloat(getComputedStyle(element).marginBottom) || 0;
      root.setProperty(property, `${Math.ceil(height + margin)}px`);
    });
    measured.observe(element);
    return () => {
      measured.disconnect();
      root.removeProperty(property);
    };
  };
}

/** In pixels: three options, so that one sees that there are more. */
const leastRoom = 144;

/**
 * A ref for the list: no taller than the room that the keyboard of a phone leaves. Where that is too little, the field moves up. The
 * height of the window, which style sheets know, includes what the keyboard covers.
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
