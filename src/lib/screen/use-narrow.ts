import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Pixels: what is narrower is a phone, for the style sheets too. */
const phone = 720;

/** Whether the page is narrower than `width` pixels, which is that of a phone when nothing else is said. */
export function useNarrow(width = phone): boolean {
  const query = useMemo(() => matchMedia(`(width < ${width}px)`), [width]);
  const listen = useCallback(
    (onChange: () => void) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => query.matches);
}
