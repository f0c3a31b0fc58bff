import * as v from 'valibot';
import { getSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import type { KeyDevice } from '../../records/access-key/access-key-queries.ts';

/** Numbers of devices. They say nothing of them, and outlive the session, as the next look may be in another one. */
const known = v.array(v.string());

/** How many devices of a key are remembered: more than can be logged in at once. */
const maxKnown = 200;

/** Where the devices that were seen are kept; null while the key of this session is not known. */
function knownPath(keyId: number | null): string | null {
  const id = keyId ?? getSession()?.keyId ?? null;
  return id === null ? null : `portal.seen/devices-of-key-${id}`;
}

/** The devices of a key that were listed here before; null when nobody has looked yet, as then nothing is new. */
export function knownDevices(keyId: number | null): ReadonlySet<string> | null {
  const path = knownPath(keyId);
  const seen = v.safeParse(known, path === null ? null : deviceStorage.read(path));
  return seen.success ? new Set(seen.output) : null;
}

/** Remembers the devices that somebody has looked at. @param keyId null for the key of this session */
export function rememberDevices(keyId: number | null, devices: readonly KeyDevice[]): void {
  const path = knownPath(keyId);
  if (path === null) return;
  const all = new Set([...devices.map(({ id }) => id), ...(knownDevices(keyId) ?? [])]);
  deviceStorage.set(path, JSON.stringify([...all].slice(0, maxKnown)));
}
