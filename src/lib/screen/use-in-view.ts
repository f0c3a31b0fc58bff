import { startTransition, useEffect, useState, type RefObject } from 'react';

/** In or near the window, or focused: what is far away is not drawn. @param margin as of `IntersectionObserver` */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        const near = entries.at(-1)?.isIntersecting ?? false;
        if (near || !watched.contains(document.activeElement)) startTransition(() => setInView(near));
      },
      { rootMargin: margin },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element, margin]);
  return inView;
}
