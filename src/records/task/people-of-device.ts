import * as v from 'valibot';
import { getSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';

/*
 * Names of those who came, as this device has filed them, so that they are offered (`decisions §14`). They belong to the access key that
 * typed them, and another key finds none.
 */

const storageKey = 'portal.people';
const most = 8;
const storedPeople = v.object({ keyId: v.number(), names: v.array(v.string()) });

/** The names that were filed here, the latest first. */
export function peopleOfDevice(): string[] {
  const read = v.safeParse(storedPeople, deviceStorage.read(storageKey));
  return read.success && read.output.keyId === getSession()?.keyId ? read.output.names : [];
}

/** Remembers who came, so that the name is offered for the next visit. */
export function rememberPerson(name: string): void {
  const session = getSession();
  if (name === '' || !session) return;
  const names = [name, ...peopleOfDevice().filter((other) => other !== name)].slice(0, most);
  deviceStorage.set(storageKey, JSON.stringify({ keyId: session.keyId, names }));
}
