import { useSyncExternalStore } from 'react';

const phone = '(width < 720px)';

function listen(onChange: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the page is as narrow as a phone: the same width that the style sheets go by. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(phone).matches);
}
