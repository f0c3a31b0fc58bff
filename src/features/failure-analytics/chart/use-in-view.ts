import { useEffect, useState, type RefObject } from 'react';

/**
 * True while an element is near the window: 40 charts at once would block the page, and fill the memory of a phone.
 * `first` is what it is taken for until that is known.
 */
export function useInView(element: RefObject<Element | null>, first: boolean): boolean {
  const [inView, setInView] = useState(first);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting ?? false),
      // a little before it is reached, so that it is there when it is
      { rootMargin: '300px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}
