import { useState } from 'react';
import * as v from 'valibot';
import { useSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import type { KeyDevice } from '../../records/access-key/access-key-queries.ts';

interface KnownDevices {
  /** Whether a device was not there when somebody last looked here. Nothing is new at the first look, nor this device. */
  isNew: (device: KeyDevice) => boolean;
  /** Remembers the devices that somebody has looked at: from the next look on they are not new. */
  remember: (devices: readonly KeyDevice[]) => void;
}

/** The devices of a key that were listed in this browser before. @param keyId null for the key of this session */
export function useKnownDevices(keyId: number | null): KnownDevices {
  const own = useSession()?.keyId ?? null;
  const id = keyId ?? own;
  const [known] = useState(() => readKnown(id));
  return {
    isNew: (device) => known !== null && !device.current && !known.includes(device.id),
    remember(devices) {
      if (id === null) return;
      const all = new Set([...devices.map((device) => device.id), ...(readKnown(id) ?? [])]);
      deviceStorage.set(knownPath(id), JSON.stringify([...all].slice(0, maxKnown)));
    },
  };
}

/** How many devices of a key are remembered: more than can be logged in at once. */
const maxKnown = 200;

/**
 * Ids of devices, which tell nothing about them. They outlive the session, because the next look may come in another
 * one.
 */
const knownSchema = v.array(v.string());
const knownPath = (key: number) => `portal.seen/devices-of-key-${key}`;

function readKnown(key: number | null): readonly string[] | null {
  const known = v.safeParse(knownSchema, key === null ? null : deviceStorage.read(knownPath(key)));
  return known.success ? known.output : null;
}
