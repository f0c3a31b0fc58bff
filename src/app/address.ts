import { useSyncExternalStore } from 'react';
import { createStore } from '../lib/store.ts';

/** Counts the calls of `replaceAddress`, because the browser fires no event for them. */
const replacementCount = createStore(0);

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  const unsubscribe = replacementCount.subscribe(listener);
  return () => {
    removeEventListener('popstate', listener);
    unsubscribe();
  };
}

const currentHref = () => location.href;

/** The URL of the page. For the login only: the router, which loads after it, has its own. */
export function useAddress(): URL {
  return new URL(useSyncExternalStore(subscribe, currentHref, currentHref));
}

/** Replaces the URL without a new history entry. @param to path, query and hash */
export function replaceAddress(to: string): void {
  // the state is passed on, because the router stores the position of the entry in it
  history.replaceState(history.state, '', to);
  replacementCount.set(replacementCount.get() + 1);
}
