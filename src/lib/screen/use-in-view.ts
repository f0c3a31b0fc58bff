import { startTransition, useCallback, useState, type RefCallback } from 'react';

/**
 * In or near the window, or focused: what is far away is not drawn.
 * @param margin as of `IntersectionObserver`
 * @returns it, and the ref of the element that is watched
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
