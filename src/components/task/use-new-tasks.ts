import { type Look, nextLook, readLooks, storeLook } from '../../records/task/last-look.ts';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/device/session.ts';
import { hasRight } from '../../records/access-key/role.ts';

/**
 * Ids of the tasks added since this access key last looked at the site on this device. They stay marked for the whole
 * visit to the portal, on every screen and across logins; a visit ends after four hours away, and what it showed is not
 * new in the next. Nothing is new on the first visit, or to staff, who add the tasks.
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
