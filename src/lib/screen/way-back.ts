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

/** The router's key of an entry that was opened by its URL. Several entries may share it. */
const initialKey = 'default';
const storageKey = 'portal.way';
/** How many openers a tab remembers: nobody goes further back by links. */
const maxOpeners = 50;
const openersSchema = v.fallback(v.array(v.tuple([v.string(), v.object({ key: v.string(), url: v.string() })])), []);

/** By the key of the entry that was opened. */
let openers = new Map<string, Opener>();

/** Records from which page each page of the tab was opened; the record survives a reload. Returns the function that stops it. */
export function trackOpeners(router: ReturnType<typeof createBrowserRouter>): () => void {
  let here = router.state.location;
  openers = new Map(v.parse(openersSchema, tabStorage.read(storageKey)));
  openers.delete(initialKey);
  return router.subscribe(({ location, historyAction }) => {
    if (location.key === here.key) return;
    const previous = openerAt(here);
    const opener = historyAction === NavigationType.Push ? previous : openers.get(here.key);
    // going back opens nothing, and changing a filter replaces the page that was opened
    if (historyAction !== NavigationType.Pop && opener) openers.set(location.key, opener);
    if (historyAction === NavigationType.Replace) {
      openers.delete(here.key);
      // what was opened from the replaced page leads back to the one in its place
      for (const [key, { key: from, url }] of openers)
        if (from === previous.key && (from !== initialKey || url === previous.url))
          openers.set(key, openerAt(location));
    }
    here = location;
    tabStorage.set(storageKey, JSON.stringify([...openers].slice(-maxOpeners)));
  });
}

function openerAt({ key, pathname, search }: Location): Opener {
  return { key, url: pathname + search };
}

// the URLs contain searched words, which the next login must not see
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
 * The page that this one was opened from, if `isTarget` accepts it; null otherwise. Entries of this same page in between
 * are skipped.
 */
export function useWayBack(isTarget: (url: URL) => boolean): WayBack | null {
  const here = useLocation();
  let { key } = here;
  for (let steps = 1; steps <= maxOpeners; steps += 1) {
    const opener = openers.get(key);
    if (!opener) return null;
    const url = new URL(opener.url, location.origin);
    if (isTarget(url)) return { url: opener.url, steps };
    if (url.pathname !== here.pathname) return null;
    ({ key } = opener);
  }
  return null;
}
