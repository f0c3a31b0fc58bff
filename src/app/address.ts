import { useSyncExternalStore } from 'react';
import { parsedUrl } from '../lib/parsed-url.ts';
import { createStore } from '../lib/store.ts';

/** Counts the changes that no event reports. */
const replaced = createStore(0);

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  const unsubscribe = replaced.subscribe(listener);
  return () => {
    removeEventListener('popstate', listener);
    unsubscribe();
  };
}

const hrefNow = () => location.href;

/** The page's URL while there is no router, which loads after the login and has its own. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(subscribe, hrefNow, hrefNow));
}

/** Changes the URL within its history entry. @param to path, query and hash */
export function replaceAddress(to: string): void {
  // the router finds its place in the history again
  history.replaceState(history.state, '', to);
  replaced.set(replaced.get() + 1);
}

/** Path, query and hash where a link leads after the login; null when that is another website, or the login itself. */
export function safeNext(value: string | null): string | null {
  const target = value?.startsWith('/') ? parsedUrl(value, location.origin) : null;
  // '/..//host' becomes '//host', which the router would treat as another website
  if (target?.origin !== location.origin || target.pathname === '/' || target.pathname.startsWith('//')) return null;
  return target.pathname + target.search + target.hash;
}
