import * as v from 'valibot';
import type { Session } from './session.ts';
import { deviceStorage, tabStorage } from './web-storage.ts';

/*
 * Names that were typed under an access key, so that they are offered again. They stay on the device for a persistent session only, else in
 * the tab; no other key finds them, and the logout of their key deletes them.
 */

const storageKey = 'portal.names';
const most = 8;
const storedNames = v.object({ keyId: v.number(), names: v.array(v.string()) });

const storageOf = ({ kept: isPersistent }: Session) => (isPersistent ? deviceStorage : tabStorage);

/** The names that were typed under this key, the latest first. */
export function recentNames(session: Session | null): string[] {
  const read = session && v.safeParse(storedNames, storageOf(session).read(storageKey));
  return read?.success && read.output.keyId === session?.keyId ? read.output.names : [];
}

export function rememberName(session: Session | null, name: string): void {
  if (name === '' || !session) return;
  const names = [name, ...recentNames(session).filter((other) => other !== name)].slice(0, most);
  storageOf(session).set(storageKey, JSON.stringify({ keyId: session.keyId, names }));
}

/** @param isGone whether a key (by id) may leave nothing on this device. */
export function forgetNames(isGone: (keyId: unknown) => boolean): void {
  for (const storage of [deviceStorage, tabStorage]) {
    const read = v.safeParse(storedNames, storage.read(storageKey));
    if (read.success && isGone(read.output.keyId)) storage.remove(storageKey);
  }
}
