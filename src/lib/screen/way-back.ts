import { NavigationType, useLocation, type createBrowserRouter, type Location } from 'react-router-dom';
import * as v from 'valibot';
import { onOtherSession } from '../device/session.ts';
import { tabStorage } from '../device/web-storage.ts';

/** The entry of the browser's history from which another entry was opened. */
interface Opener {
  key: string;
  /** Path and query. */
  url: string;
}

/** The router's key of entries that were opened by their URL, which is the same for all of them. */
const initialKey = 'default';
const storageKey = 'portal.way';
/** How many openers a tab remembers. */
const maxOpeners = 50;
const openersSchema = v.fallback(v.array(v.tuple([v.string(), v.object({ key: v.string(), url: v.string() })])), []);

/** The openers, by the router's key of the entry that was opened. */
let openers = new Map<string, Opener>();

/** Records from which page each page of the tab was opened, also across reloads. Returns the function that stops it. */
export function trackOpeners(router: ReturnType<typeof createBrowserRouter>): () => void {
  let current = router.state.location;
  openers = new Map(v.parse(openersSchema, tabStorage.read(storageKey)));
  openers.delete(initialKey);
  return router.subscribe(({ location, historyAction }) => {
    if (location.key === current.key) return;
    const previous = openerAt(current);
    const opener = historyAction === NavigationType.Push ? previous : openers.get(current.key);
    // Back and Forward open no page. A replaced entry, as after the change of a filter, has the opener of the entry before.
    if (historyAction !== NavigationType.Pop && opener) openers.set(location.key, opener);
    if (historyAction === NavigationType.Replace) {
      openers.delete(current.key);
      // entries that were opened from the replaced entry now lead back to the new one
      for (const [key, { key: from, url }] of openers)
        if (from === previous.key && (from !== initialKey || url === previous.url))
          openers.set(key, openerAt(location));
    }
    current = location;
    tabStorage.set(storageKey, JSON.stringify([...openers].slice(-maxOpeners)));
  });
}

function openerAt({ key, pathname, search }: Location): Opener {
  return { key, url: pathname + search };
}

// the URLs contain words that were searched for, which another person must not see
onOtherSession(() => {
  openers.clear();
  tabStorage.remove(storageKey);
});

export interface WayBack {
  /** Path and query. */
  url: string;
  /** How many entries of the history it is back: `history.go(-steps)` leads there. */
  steps: number;
}

/** The page from which this page was opened, if `isTarget` accepts it; null otherwise. Other entries of this same page are skipped. */
export function useWayBack(isTarget: (url: URL) => boolean): WayBack | null {
  const current = useLocation();
  let { key } = current;
  for (let steps = 1; steps <= maxOpeners; steps += 1) {
    const opener = openers.get(key);
    if (!opener) return null;
    const url = new URL(opener.url, location.origin);
    if (isTarget(url)) return { url: opener.url, steps };
    if (url.pathname !== current.pathname) return null;
    ({ key } = opener);
  }
  return null;
}
