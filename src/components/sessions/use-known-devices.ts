import { useState } from 'react';
import * as v from 'valibot';
import { useSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import type { KeyDevice } from '../../records/access-key/access-key-queries.ts';

interface KnownDevices {
  /** Whether a device was not in the list when it was last opened here. Never true when the list is opened first, or for this device. */
  isNew: (device: KeyDevice) => boolean;
  /** Remembers the listed devices, so that they are not new the next time. */
  remember: (devices: readonly KeyDevice[]) => void;
}

/**
 * Remembers which devices of a key were listed in this browser before.
 * @param keyId null for the key of this session
 */
export function useKnownDevices(keyId: number | null): KnownDevices {
  const ownKeyId = useSession()?.keyId ?? null;
  const id = keyId ?? ownKeyId;
  const [knownIds] = useState(() => readKnownIds(id));
  return {
    isNew: (device) => knownIds !== null && !device.current && !knownIds.includes(device.id),
    remember(devices) {
      if (id === null) return;
      const ids = new Set([...devices.map((device) => device.id), ...(readKnownIds(id) ?? [])]);
      deviceStorage.set(knownPath(id), JSON.stringify([...ids].slice(0, maxKnown)));
    },
  };
}

/** How many devices of a key are remembered. A key cannot be logged in on as many at once. */
const maxKnown = 200;

/**
 * The stored ids of devices; an id tells nothing about the device. They stay stored after the session, because the list
 * may be opened next in another session.
 */
const knownSchema = v.array(v.string());
const knownPath = (key: number) => `portal.seen/devices-of-key-${key}`;

/** The remembered ids; null if none were stored yet. */
function readKnownIds(key: number | null): readonly string[] | null {
  const parsed = v.safeParse(knownSchema, key === null ? null : deviceStorage.read(knownPath(key)));
  return parsed.success ? parsed.output : null;
}
