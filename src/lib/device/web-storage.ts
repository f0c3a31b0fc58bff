/**
 * A storage of the browser. No function throws: where site data is blocked, nothing is stored and nothing is found, and on a full
 * device nothing more is stored.
 */
export interface WebStorage {
  get: (key: string) => string | null;
  /** The value of the stored JSON; null when nothing is stored or it is no valid JSON. */
  read: (key: string) => unknown;
  /** Stores a text and returns whether that succeeded. */
  set: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  /** The keys that begin with `start`. */
  keys: (start: string) => string[];
  clear: () => void;
}

/** The prefix of every draft in the storage of the browser. */
export const draftPrefix = 'portal.draft/';

/** The key of the session in both storages (`session.ts`). */
export const sessionKey = 'portal.session';

/** The storage of one tab, which ends with the tab. */
export const tabStorage = webStorage(() => sessionStorage);
/** The storage of all tabs, which stays on the device. */
export const deviceStorage = webStorage(() => localStorage);

/** Whether a session, or the mark of an expired session, is stored. If so, the page does not open with the plain login. */
export function isSessionStored(): boolean {
  return [tabStorage, deviceStorage].some((storage) => storage.get(sessionKey) !== null);
}

function webStorage(storage: () => Storage): WebStorage {
  const tryAccess = <Result>(access: (openStorage: Storage) => Result): Result | null => {
    try {
      return access(storage());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => tryAccess((openStorage) => openStorage.getItem(key)),
    read: (key) => tryAccess((openStorage): unknown => JSON.parse(openStorage.getItem(key) ?? 'null')),
    set: (key, text) =>
      tryAccess((openStorage) => {
        openStorage.setItem(key, text);
        return true;
      }) ?? false,
    remove: (key) => tryAccess((openStorage) => openStorage.removeItem(key)),
    keys: (start) => tryAccess((openStorage) => Object.keys(openStorage).filter((key) => key.startsWith(start))) ?? [],
    clear: () => tryAccess((openStorage) => openStorage.clear()),
  };
}
