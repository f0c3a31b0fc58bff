import { demoLink } from '../demo-keys.ts';

/**
 * The statement that adds the demo's link when the database has no links. The link shows the storm of November to an insurer. The site's
 * key made it three days before the demo is set up.
 */
export function demoLinksSql(): string {
  const { secret, siteId, visits } = demoLink;
  return `insert into private.share_links (site_id, task_ids, label, secret, made_at, made_by, until, opened, last_opened_at)
select ${siteId}, '{${visits.join()}}', 'Insurer, power trip of 12 November', private.secret_hash('link', '${secret}'), now() - interval '3 days',
  (select min(m.id) from public.main m where m.site_id = ${siteId}), now() + interval '87 days', 2, now() - interval '1 day'
where not exists (select from private.share_links);`;
}
