import { createStore, delMany, get, getMany, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { DeviceStore, NoAnswer } from './device-store.ts';

// The only database of the portal on this device. It holds the files of drafts and the offline copies. Its keys are paths, so
// that a folder can be listed and deleted as a whole. Every access has a limit of time (`device-store.ts`).

const open = () => createStore('keyval-store', 'keyval');

let connection = open();

/**
 * Runs a transaction without a limit of time. When the connection is replaced before the transaction starts, the transaction
 * fails instead of starting late.
 */
export const database: UseStore = (mode, use) => {
  const askedConnection = connection;
  return askedConnection(mode, (all) => {
    if (askedConnection !== connection) throw new NoAnswer();
    return use(all);
  });
};

/**
 * Whether the database answers. The probe is a write, because reads may still work while writes hang. It deletes a key that is
 * never used, so it changes nothing.
 */
export const databaseState = new DeviceStore(async () => {
  connection = open();
  await delMany(['portal.probe'], database);
});

/**
 * The result of an access; null when it fails, because the browser stores nothing, is full or does not answer. Use it only where
 * nobody needs to be told of the failure.
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
  const isDone = await ifPossible(async () => {
    await access();
    return true;
  });
  return isDone ?? false;
}

/**
 * The value at a path. Its shape is not checked: the caller names the type, and each path is only ever written with that type.
 * @throws NoAnswer
 */
export async function readStored<Value>(path: string): Promise<Value | undefined> {
  return databaseState.inTime(() => get<Value>(path, database));
}

/** Stores a value. @param onLate called when the write succeeds after `NoAnswer` was thrown. @throws NoAnswer */
export async function writeStored(path: string, value: unknown, onLate?: () => void): Promise<void> {
  return databaseState.inTime(() => set(path, value, database), onLate);
}

/** Removes values, at the latest when the database answers again. @throws NoAnswer */
export async function removeStored(paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await databaseState.remove(() => delMany([...paths], database));
}

/** All keys that start with `folder`: `\uFFFF` sorts after every other character. */
const allIn = (folder: string) => IDBKeyRange.bound(folder, `${folder}\uFFFF`);

/** The paths that start with `folder`. @throws NoAnswer */
export async function pathsIn(folder: string): Promise<string[]> {
  const paths = await databaseState.inTime(() =>
    database('readonly', (all) => promisifyRequest(all.getAllKeys(allIn(folder)))),
  );
  return paths.filter((path) => typeof path === 'string');
}

/** The values whose paths start with `folder`. @throws NoAnswer */
export async function readFolder<Value>(folder: string): Promise<[path: string, value: Value][]> {
  const paths = await pathsIn(folder);
  const values = await databaseState.inTime(() => getMany<Value | undefined>(paths, database));
  return paths.flatMap((path, index) => {
    const value = values[index];
    return value === undefined ? [] : [[path, value]];
  });
}

/**
 * Removes everything in a folder with one request, so that it completes even when the page is closed at once. Where the database
 * hangs, the removal is done when it answers again. @throws NoAnswer
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
 * Reads and changes a value in one transaction. With two transactions, the write could bring back what a logout deleted in between.
 * @param change returns the new value, or null to change nothing
 * @param beside other values to store in the same transaction, by path
 */
export async function changeStored<Value>(
  path: string,
  change: (before: Value | undefined) => Value | null,
  beside: readonly (readonly [path: string, value: unknown])[] = [],
): Promise<void> {
  await databaseState.inTime(() =>
    database('readwrite', (all) => {
      for (const [otherPath, value] of beside) all.put(value, otherPath);
      const request = all.get(path);
      request.addEventListener('success', () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is ever put there
        const newValue = change(request.result as Value | undefined);
        if (newValue !== null) all.put(newValue, path);
      });
      return promisifyRequest(all.transaction);
    }),
  );
}
