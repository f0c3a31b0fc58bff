import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { hasRight } from '../../records/access-key/role.ts';
import { lookOf, readLooks, storeLook, type Look } from '../../records/task/last-look.ts';

/**
 * The ids of the tasks that were added since this access key last looked at the site on this device. They stay marked for
 * the whole visit to the portal, on every screen and over a new login; the visit ends when nothing was looked at for four
 * hours, and what was shown in it is not new in the next. Nothing is new at the first look, and to those who file them.
 * @param site the id of the site.
 * @param tasks those that are shown. Their ids only grow, which their times do not.
 */
export function useNewTasks(site: number, tasks: readonly { id: number }[]): ReadonlySet<number> {
  const session = useSession();
  const key = session && hasRight(session.role, 'seeNews') ? session.keyId : null;
  const highest = tasks.reduce((most, { id }) => Math.max(most, id), 0);
  const [look] = useState<Look>(() => lookOf(key === null ? undefined : readLooks(key)[site], highest, Date.now()));

  useEffect(() => {
    if (key !== null) storeLook(key, site, { ...look, latest: Math.max(look.latest, highest), at: Date.now() });
  }, [key, site, look, highest]);

  return useMemo(
    () => new Set(key === null ? [] : tasks.flatMap(({ id }) => (id > look.seen ? [id] : []))),
    [key, tasks, look],
  );
}
