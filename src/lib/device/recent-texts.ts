import * as v from 'valibot';
import type { Session } from './session.ts';
import { deviceStorage, tabStorage } from './web-storage.ts';

// The short texts that somebody used last under an access key, to offer them again. A persistent session stores them on the device,
// another session in its tab. They are read only under their key, and its logout deletes them.

const maxTexts = 8;
const storedTexts = v.object({ keyId: v.number(), names: v.array(v.string()) });

const storageOf = ({ kept: isPersistent }: Session) => (isPersistent ? deviceStorage : tabStorage);

export interface RecentTexts {
  /** The texts that were used under this key, the latest first. */
  read: (session: Session | null) => string[];
  /** Puts a text before the others. An empty text is ignored. */
  remember: (session: Session | null, text: string) => void;
  /** Removes the texts of such a key. @param isGone whether nothing of the key with this id may stay on the device */
  forget: (isGone: (keyId: unknown) => boolean) => void;
}

/** The last eight texts of one kind. @param storageKey the key in the browser's storage */
function createRecentTexts(storageKey: string): RecentTexts {
  const read = (session: Session | null) => {
    const stored = session && v.safeParse(storedTexts, storageOf(session).read(storageKey));
    return stored?.success && stored.output.keyId === session?.keyId ? stored.output.names : [];
  };
  return {
    read,
    remember: (session, text) => {
      if (text === '' || !session) return;
      const names = [text, ...read(session).filter((other) => other !== text)].slice(0, maxTexts);
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
/** The places that were opened last, by their ids in `app/go-to/place.ts`. */
export const recentPlaces = createRecentTexts('portal.places');
