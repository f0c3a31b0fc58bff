import { NavigationType, useLocation, type createBrowserRouter, type Location } from 'react-router-dom';
import * as v from 'valibot';
import { onOtherSession } from '../device/session.ts';
import { tabStorage } from '../device/web-storage.ts';

/** The entry of the browser's history that another was opened from. */
interface Opener {
  key: string;
  /** Path and query. */
  url: string;
}

/** The key of every page that was opened by its URL. */
const byUrl = 'default';
const storageKey = 'portal.way';
/** Nobody goes further back by links. */
const longest = 50;
const wayForm = v.fallback(v.array(v.tuple([v.string(), v.object({ key: v.string(), url: v.string() })])), []);

/** By the key of the entry that was opened. */
let openers = new Map<string, Opener>();

/** Notes from where each page of the tab is opened, also across a reload. Returns the function that ends it. */
export function followWay(router: ReturnType<typeof createBrowserRouter>): () => void {
  let here = router.state.location;
  openers = new Map(v.parse(wayForm, tabStorage.read(storageKey)));
  openers.delete(byUrl);
  return router.subscribe(({ location, historyAction }) => {
    if (location.key === here.key) return;
    const left = openerAt(here);
    const opener = historyAction === NavigationType.Push ? left : openers.get(here.key);
    // going back opens nothing, and changing a filter replaces the page that was opened
    if (historyAction !== NavigationType.Pop && opener) openers.set(location.key, opener);
    if (historyAction === NavigationType.Replace) {
      openers.delete(here.key);
      // what was opened from the replaced page leads back to the one in its place
      for (const [key, { key: from, url }] of openers)
        if (from === left.key && (from !== byUrl || url === left.url)) openers.set(key, openerAt(location));
    }
    here = location;
    tabStorage.set(storageKey, JSON.stringify([...openers].slice(-longest)));
  });
}

function openerAt({ key, pathname, search }: Location): Opener {
  return { key, url: pathname + search };
}

// searched words are in it
onOtherSession(() => {
  openers.clear();
  tabStorage.remove(storageKey);
});

export interface WayBack {
  /** Path and query. */
  url: string;
  /** How many entries of the history it is away. */
  steps: number;
}

/**
 * The page that this one was opened from, if it is the wanted one; null otherwise. What was opened over this page in
 * between is passed over.
 */
export function useWayBack(isWanted: (url: URL) => boolean): WayBack | null {
  const here = useLocation();
  let { key } = here;
  for (let steps = 1; steps <= longest; steps += 1) {
    const opener = openers.get(key);
    if (!opener) return null;
    const url = new URL(opener.url, location.origin);
    if (isWanted(url)) return { url: opener.url, steps };
    if (url.pathname !== here.pathname) return null;
    ({ key } = opener);
  }
  return null;
}
