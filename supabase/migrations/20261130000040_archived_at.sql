-- Why: a customer who left is out of the daily work, and its record remains (decisions §8). Since when is a column that the database sets alone;
-- what lists all sites asks it.
set local lock_timeout = '5s';
-- the view before its table, as readers do: the other order may end in a deadlock
do $$ begin lock table public.maintables; end $$;

alter table public.maintable add column archived_at timestamptz;
comment on column public.maintable.archived_at is 'Since when the site is archived; NULL: it is a customer''s. Set by archive_site and unarchive_site only';
select private.publish_site_column('archived_at');
revoke insert (archived_at), update (archived_at) on public.maintable from anon;
