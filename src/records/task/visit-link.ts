import { getSession } from '../../lib/session.ts';

/**
 * The address of a visit, of one of its photos (from 0), or of its PDF, as path and query. Its site is named too: whoever
 * looks after several sites would otherwise have to pick it first.
 */
export function visitLink(task: number, shown: { photo?: number; pdf?: true } = {}): string {
  const session = getSession();
  // the one that an admin has picked
  const picked = new URLSearchParams(location.search).get('site');
  const site = session?.role === 'admin' ? picked : session?.site;
  const params = new URLSearchParams({
    ...(site && { site }),
    task: `${task}`,
    ...(shown.photo !== undefined && { photo: `${shown.photo + 1}` }),
    ...(shown.pdf && { pdf: '1' }),
  });
  return `/data-fetcher?${params.toString()}`;
}
