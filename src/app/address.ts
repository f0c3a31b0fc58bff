import { useSyncExternalStore } from 'react';
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
