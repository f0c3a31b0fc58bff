import { getSession } from '../../lib/session.ts';
import { hasRight } from '../access-key/role.ts';

/** Photos from 0. Names the site too: whoever has several would otherwise have to pick it first. */
export function visitLink(task: number, shown: { photo?: number; pdf?: true } = {}): string {
  const session = getSession();
  const picked = new URLSearchParams(location.search).get('site');
  const site = hasRight(session?.role, 'pickSite') ? picked : session?.site;
  const params = new URLSearchParams({
    ...(site && { site }),
    task: `${task}`,
    ...(shown.photo !== undefined && { photo: `${shown.photo + 1}` }),
    ...(shown.pdf && { pdf: '1' }),
  });
  return `/data-fetcher?${params.toString()}`;
}
