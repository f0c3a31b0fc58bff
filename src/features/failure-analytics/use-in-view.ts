import { useEffect, useState, type RefObject } from 'react';

/** True from the moment on that an element comes near the window; 40 charts at once would block the page. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      // a little before it is reached, so that it is there when it is
      { rootMargin: '300px 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}
