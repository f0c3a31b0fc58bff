/**
 * A storage of the browser. No function throws: where site data is blocked or the device is full, nothing is stored and
 * nothing is found.
 */
export interface WebStorage {
  get: (key: string) => string | null;
  /** The stored JSON as a value; null where there is none, or none that can be read. */
  read: (key: string) => unknown;
  /** Whether it is stored now. */
  set: (key: string, text: string) => boolean;
  remove: (key: string) => void;
  /** The keys that begin with `start`. */
  keys: (start: string) => string[];
  clear: () => void;
}

/** The prefix of every draft in the storage of the browser. */
export const draftPrefix = 'portal.draft/';

/** The key of the session in either storage (`session.ts`). */
export const sessionKey = 'portal.session';

/** The storage of one tab, which ends with the tab. */
export const tabStorage = webStorage(() => sessionStorage);
/** The storage of all tabs, which stays on the device. */
export const deviceStorage = webStorage(() => localStorage);

/** Whether a session is stored, or the mark of one that has expired: the page does not begin with a plain login then. */
export function isSessionStored(): boolean {
  return [tabStorage, deviceStorage].some((storage) => storage.get(sessionKey) !== null);
}

function webStorage(storage: () => Storage): WebStorage {
  const tryAccess = <Result>(access: (opened: Storage) => Result): Result | null => {
    try {
      return access(storage());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => tryAccess((opened) => opened.getItem(key)),
    read: (key) => tryAccess((opened): unknown => JSON.parse(opened.getItem(key) ?? 'null')),
    set: (key, text) =>
      tryAccess((opened) => {
        opened.setItem(key, text);
        return true;
      }) ?? false,
    remove: (key) => tryAccess((opened) => opened.removeItem(key)),
    keys: (start) => tryAccess((opened) => Object.keys(opened).filter((key) => key.startsWith(start))) ?? [],
    clear: () => tryAccess((opened) => opened.clear()),
  };
}
