import { createStore, delMany, get, getMany, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { DeviceStore, NoAnswer } from './device-store.ts';

// The one database of the portal on this device: the files of drafts and the copies for offline. Names are paths, so that
// what belongs together is found and deleted at once. Every access has a limit of time (`device-store.ts`).

const open = () => createStore('keyval-store', 'keyval');

let connection = open();

/** Runs a transaction without a limit of time. A transaction of a connection that was given up fails instead of starting late. */
export const database: UseStore = (mode, use) => {
  const askedConnection = connection;
  return askedConnection(mode, (all) => {
    if (askedConnection !== connection) throw new NoAnswer();
    return use(all);
  });
};

/** Whether the database answers. The probe writes, as a database may be read while no write ends, and removes what is never there. */
export const databaseState = new DeviceStore(async () => {
  connection = open();
  await delMany(['portal.probe'], database);
});

/**
 * The result of an access; null when the browser stores nothing, is full or does not answer. Use it where that need not be told to anybody.
 */
export async function ifPossible<Result>(access: () => Promise<Result>): Promise<Result | null> {
  try {
    return await access();
  } catch {
    return null;
  }
}

/** Runs an access, and returns whether it succeeded. */
export async function succeeds(access: () => Promise<unknown>): Promise<boolean> {
  const done = await ifPossible(async () => {
    await access();
    return true;
  });
  return done ?? false;
}

/** The value at a path. Its shape is not checked, as nothing else is ever put under a name than what is read there. @throws NoAnswer */
export async function readStored<Value>(path: string): Promise<Value | undefined> {
  return databaseState.inTime(() => get<Value>(path, database));
}

/** Stores a value. @param onLate called when it is stored after it was given up. @throws NoAnswer */
export async function writeStored(path: string, value: unknown, onLate?: () => void): Promise<void> {
  return databaseState.inTime(() => set(path, value, database), onLate);
}

/** Removes values, at the latest when the database answers again. @throws NoAnswer */
export async function removeStored(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await databaseState.remove(() => delMany([...paths], database));
}

const allIn = (folder: string) => IDBKeyRange.bound(folder, `${folder}\uFFFF`);

export async function pathsIn(folder: string): Promise<string[]> {
  const paths = await databaseState.inTime(() =>
    database('readonly', (all) => promisifyRequest(all.getAllKeys(allIn(folder)))),
  );
  return paths.filter((path) => typeof path === 'string');
}

export async function readFolder<Value>(folder: string): Promise<[path: string, value: Value][]> {
  const paths = await pathsIn(folder);
  const values = await databaseState.inTime(() => getMany<Value | undefined>(paths, database));
  return paths.flatMap((path, index) => {
    const value = values[index];
    return value === undefined ? [] : [[path, value]];
  });
}

/**
 * Removes all in a folder, with one request, so that it completes even when the page is closed at once; at the latest when the
 * database answers again. @throws NoAnswer
 */
export async function removeFolder(folder: string): Promise<void> {
  await databaseState.remove(() =>
    database('readwrite', (all) => {
      all.delete(allIn(folder));
      return promisifyRequest(all.transaction);
    }),
  );
}

/**
 * Changes a value in one transaction, so that the change does not bring back what a logout has just deleted.
 * @param change makes the new value; null changes nothing
 * @param beside what is stored with the value, by path
 */
export async function changeStored<Value>(
  path: string,
  change: (before: Value | undefined) => Value | null,
  beside: readonly (readonly [path: string, value: unknown])[] = [],
): Promise<void> {
  await databaseState.inTime(() =>
    database('readwrite', (all) => {
      for (const [other, value] of beside) all.put(value, other);
      const request = all.get(path);
      request.addEventListener('success', () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever put there
        const next = change(request.result as Value | undefined);
        if (next !== null) all.put(next, path);
      });
      return promisifyRequest(all.transaction);
    }),
  );
}
