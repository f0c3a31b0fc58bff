import * as v from 'valibot';
import type { Session } from './session.ts';
import { deviceStorage, tabStorage } from './web-storage.ts';

/*
 * Short texts that somebody used last under an access key, so that they are offered again. They stay on the device for a persistent session
 * only, else in the tab; no other key finds them, and the logout of their key deletes them. Where the browser stores nothing there are none.
 */

const most = 8;
const storedTexts = v.object({ keyId: v.number(), names: v.array(v.string()) });

const storageOf = ({ kept: isPersistent }: Session) => (isPersistent ? deviceStorage : tabStorage);

export interface RecentTexts {
  /** The texts that were used under this key, the latest first. */
  read: (session: Session | null) => string[];
  /** Puts a text before the others; an empty one is ignored. */
  remember: (session: Session | null, text: string) => void;
  /** @param isGone whether a key (by id) may leave nothing on this device. */
  forget: (isGone: (keyId: unknown) => boolean) => void;
}

/** The last eight texts of one sort. @param storageKey where they are stored */
function createRecentTexts(storageKey: string): RecentTexts {
  const read = (session: Session | null) => {
    const stored = session && v.safeParse(storedTexts, storageOf(session).read(storageKey));
    return stored?.success && stored.output.keyId === session?.keyId ? stored.output.names : [];
  };
  return {
    read,
    remember: (session, text) => {
      if (text === '' || !session) return;
      const names = [text, ...read(session).filter((other) => other !== text)].slice(0, most);
      storageOf(session).set(storageKey, JSON.stringify({ keyId: session.keyId, names }));
    },
    forget: (isGone) => {
      for (const storage of [deviceStorage, tabStorage]) {
        const stored = v.safeParse(storedTexts, storage.read(storageKey));
        if (stored.success && isGone(stored.output.keyId)) storage.remove(storageKey);
      }
    },
  };
}

/** Names that were typed into visits. */
export const recentNames = createRecentTexts('portal.names');
/** What was opened last, by the ids of `app/go-to/place.ts`. */
export const recentPlaces = createRecentTexts('portal.places');
