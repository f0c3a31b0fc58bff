-- Why: a company's job number belongs to the visit (decisions §14): member `ref` of a task, beside it in the row of the visit.

set local lock_timeout = '5s';

alter table private.visits add column ref text;

-- As in 20260201000200_tasks.sql, with the job number.
create or replace function private.mirror_visits(of_site bigint, tasks jsonb[], by_key bigint default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.visits (site_id, task_id, visited_at, kind, showing, time, year, month, photos, has_pdf, title, text, ref,
    added_by, added_at)
  select of_site, (e ->> 'id')::integer, (e ->> 'time')::timestamptz, e ->> 'kind', e ->> 'showing' = 'True', e ->> 'time',
    e ->> 'year', e ->> 'month', jsonb_array_length(e -> 'urls'), e ->> 'pdf' <> '', e ->> 'title', e ->> 'tasks', e ->> 'ref', by_key, now()
  from unnest(tasks) e where e is not null
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, kind = excluded.kind, showing = excluded.showing,
    time = excluded.time, year = excluded.year, month = excluded.month, photos = excluded.photos, has_pdf = excluded.has_pdf,
    title = excluded.title, text = excluded.text, ref = excluded.ref;
end $$;
