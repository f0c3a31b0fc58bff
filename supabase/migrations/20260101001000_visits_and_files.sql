-- Why: how often a site is visited stands only in a text, from which nobody can reckon what is due. And scanned reports of
-- visits are larger than 10 MB. The client keeps photos below that; the bucket has one limit for all.

set local lock_timeout = '5s';

-- "Visit every ... months"; NULL when nothing was agreed.
alter table public.maintable add column visit_every_months smallint check (visit_every_months between 1 and 12);
select private.publish_site_column('visit_every_months');

update storage.buckets set file_size_limit = 26214400 where id = 'rfidboomgatephoto';
