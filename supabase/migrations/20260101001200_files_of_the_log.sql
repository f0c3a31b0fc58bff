-- Why: since photos and the PDF of a saved task can be taken away, what the change log shows and restores must still be
-- there. A file that a task ever had stays; one that was uploaded and never saved can still be removed.
create or replace function private.object_in_use(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  site bigint := private.object_site(object_name);
  stem text := regexp_replace(object_name, '(\.small)?\.[a-z]+$', '.');
begin
  return exists (select 1 from public.maintable t where t.id = site and position(stem in t.tasks2024::text) > 0)
    -- what a task had must have been in it before: the log shows it in the change that took it away
    or exists (select 1 from private.change_log c where c.site_id = site and position(stem in c.before::text) > 0);
end $$;
