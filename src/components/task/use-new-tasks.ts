import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { useSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import { hasRight } from '../../records/access-key/role.ts';

/**
 * Ids of the tasks added since this access key last looked at the site on this device. They stay marked until the
 * person has been away for four hours, on every screen and across logins; what was shown until then is not new after
 * that. Nothing is new at the first look, or to staff, who add the tasks.
 * @param site the id of the site.
 * @param tasks the visible ones. Their ids only grow, unlike their times.
 */
export function useNewTasks(site: number, tasks: readonly { id: number }[]): ReadonlySet<number> {
  const session = useSession();
  const key = session && hasRight(session.role, 'seeNews') ? session.keyId : null;
  const highest = tasks.reduce((most, { id }) => Math.max(most, id), 0);
  const [look] = useState<Look>(() => nextLook(key === null ? undefined : readLooks(key)[site], highest, Date.now()));

  useEffect(() => {
    if (key !== null) storeLook(key, site, { ...look, latest: Math.max(look.latest, highest), at: Date.now() });
  }, [key, site, look, highest]);

  return useMemo(
    () => new Set(key === null ? [] : tasks.map(({ id }) => id).filter((id) => id > look.seen)),
    [key, tasks, look],
  );
}

// What a key last saw of a site on this device: ids and a time, nothing of the tasks' content. Outlives the session.

const lookSchema = v.object({
  /** The highest id seen before the person came back. */
  seen: v.number(),
  /** The highest id by now. */
  latest: v.number(),
  /** Milliseconds since 1970. */
  at: v.number(),
});

type Look = v.InferOutput<typeof lookSchema>;

const looksSchema = v.record(v.string(), lookSchema);

/** After this long away what was shown before is not new. */
export const longestAbsenceMs = 4 * 3_600_000;

const looksPath = (key: number) => `portal.seen/key-${key}`;

/** The look that begins or goes on now. @param highest the highest id of a task */
export function nextLook(last: Look | undefined, highest: number, now: number): Look {
  if (!last) return { seen: highest, latest: highest, at: now };
  const isOver = now - last.at >= longestAbsenceMs;
  return { seen: isOver ? last.latest : last.seen, latest: Math.max(last.latest, highest), at: now };
}

/** The looks of a key by site id. Where the browser stores nothing, nothing is ever new. */
function readLooks(key: number): Readonly<Partial<Record<string, Look>>> {
  const looks = v.safeParse(looksSchema, deviceStorage.read(looksPath(key)));
  return looks.success ? looks.output : {};
}

function storeLook(key: number, site: number, look: Look): void {
  deviceStorage.set(looksPath(key), JSON.stringify({ ...readLooks(key), [site]: look }));
}
