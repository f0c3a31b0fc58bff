import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** In pixels; the style sheets use the same breakpoint. */
const phone = 720;

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
