import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { useSession } from '../../lib/device/session.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import { hasRight } from '../../records/access-key/role.ts';

/**
 * The ids of the tasks that were added since this access key last looked at the site on this device. A look lasts until the key has
 * not looked at the site for four hours, whatever screens and logins come between. During the first look nothing is new, and
 * nothing is ever new for staff, who add the tasks themselves.
 * @param site the id of the site
 * @param tasks the visible tasks; a task that is added later has a higher id, though maybe an earlier date
 */
export function useNewTasks(site: number, tasks: readonly { id: number }[]): ReadonlySet<number> {
  const session = useSession();
  const key = session && hasRight(session.role, 'seeNews') ? session.keyId : null;
  const highestId = tasks.reduce((highest, { id }) => Math.max(highest, id), 0);
  const [look] = useState<Look>(() => nextLook(key === null ? undefined : readLooks(key)[site], highestId, Date.now()));

  useEffect(() => {
    if (key !== null) storeLook(key, site, { ...look, latest: Math.max(look.latest, highestId), at: Date.now() });
  }, [key, site, look, highestId]);

  return useMemo(
    () => new Set(key === null ? [] : tasks.map(({ id }) => id).filter((id) => id > look.seen)),
    [key, tasks, look],
  );
}

// A look is what a key last saw of a site on this device: ids and a time, but no content of tasks. It stays stored after the session.

const lookSchema = v.object({
  /** The highest task id at the end of the previous look: tasks with higher ids are new. */
  seen: v.number(),
  /** The highest task id that was shown during this look. */
  latest: v.number(),
  /** The time when it was last shown, in milliseconds since 1970. */
  at: v.number(),
});

type Look = v.InferOutput<typeof lookSchema>;

const looksSchema = v.record(v.string(), lookSchema);

/** After an absence of this many milliseconds a new look begins, and what was shown before is no longer new. */
export const longestAbsenceMs = 4 * 3_600_000;

const looksPath = (key: number) => `portal.seen/key-${key}`;

/**
 * The look of this moment: it continues the last look, or is a new look after a long absence.
 * @param highestId the highest id of a task of the site
 */
export function nextLook(last: Look | undefined, highestId: number, now: number): Look {
  if (!last) return { seen: highestId, latest: highestId, at: now };
  const isOver = now - last.at >= longestAbsenceMs;
  return { seen: isOver ? last.latest : last.seen, latest: Math.max(last.latest, highestId), at: now };
}

/** The looks of a key by site id. If the browser stores nothing, there are none, and no task is ever new. */
function readLooks(key: number): Readonly<Partial<Record<string, Look>>> {
  const looks = v.safeParse(looksSchema, deviceStorage.read(looksPath(key)));
  return looks.success ? looks.output : {};
}

function storeLook(key: number, site: number, look: Look): void {
  deviceStorage.set(looksPath(key), JSON.stringify({ ...readLooks(key), [site]: look }));
}
