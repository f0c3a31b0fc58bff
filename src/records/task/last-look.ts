import * as v from 'valibot';
import { deviceStorage } from '../../lib/device/web-storage.ts';

// What a key last saw of a site on this device: ids and a time, nothing of the tasks' content. Outlives the session.

const lookSchema = v.object({
  /** The highest id seen before this visit to the portal. */
  seen: v.number(),
  /** The highest id by now. */
  latest: v.number(),
  /** Milliseconds since 1970. */
  at: v.number(),
});

export type Look = v.InferOutput<typeof lookSchema>;

const looksSchema = v.record(v.string(), lookSchema);

/** A visit to the portal is over after this long away. */
export const visitTimeoutMs = 4 * 3_600_000;

const looksPath = (key: number) => `portal.seen/key-${key}`;

/** The look of a visit to the portal that starts or continues now. @param highest the highest id of a task */
export function nextLook(last: Look | undefined, highest: number, now: number): Look {
  if (!last) return { seen: highest, latest: highest, at: now };
  const over = now - last.at >= visitTimeoutMs;
  return { seen: over ? last.latest : last.seen, latest: Math.max(last.latest, highest), at: now };
}

/** The looks of a key by site id. Where the browser stores nothing, nothing is ever new. */
export function readLooks(key: number): Readonly<Partial<Record<string, Look>>> {
  const looks = v.safeParse(looksSchema, deviceStorage.read(looksPath(key)));
  return looks.success ? looks.output : {};
}

export function storeLook(key: number, site: number, look: Look): void {
  deviceStorage.set(looksPath(key), JSON.stringify({ ...readLooks(key), [site]: look }));
}
