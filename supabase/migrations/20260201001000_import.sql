-- Why: a company that moves here has years of visits in the old portal, and in tables. One function imports them, so that of a site
-- everything is stored or nothing, and that a visit is imported once, whatever was corrected since. Old visits stay in the month that they were
-- filed under (decisions §8).
--
-- An import of 57 sites with a wrong column cannot be undone site by site. So each import is a run that knows which lines of the change log
-- it wrote. The lines say what a visit was before and as what it was imported, so that a run can be undone as a whole, a visit that nobody
-- changed since can be told from one that somebody did, and a second import of a file can update what the first one stored. Visits are
-- hidden, never removed (decisions §8).

-- Numbers of sites that an import will add: their files are uploaded before the record that refers to them.
create table private.reserved_sites (
  name text primary key check (private.text_ok(name, 120) and name = btrim(name) and name <> ''),
  id bigint not null unique
);
comment on table private.reserved_sites is 'Sites that an import has not stored yet';

create table private.imports (
  id uuid primary key,                -- made by who imports, so that a repetition belongs to the same run
  at timestamptz not null default now(),
  main_id bigint,                     -- the access record
  file text check (private.text_ok(file, 200)),
  undone_at timestamptz               -- since then the run takes no more sites
);
comment on table private.imports is 'Runs of the import: a file, imported by whom and when, and whether that was undone';
create index imports_at_idx on private.imports (at desc);

-- What a run did at a site.
create table private.import_sites (
  import_id uuid not null references private.imports (id) on delete restrict,
  site_id bigint not null,
  changes bigint[] not null default '{}',   -- the lines of the change log, the oldest first
  added integer not null default 0,
  updated integer not null default 0,
  made_site boolean not null default false,
  made_counts boolean not null default false,
  made_key boolean not null default false,
  undone_at timestamptz,
  hidden integer not null default 0,        -- what the undoing did
  reverted integer not null default 0,
  stayed bigint[] not null default '{}',    -- visits that were changed or moved since
  primary key (import_id, site_id)
);
comment on table private.import_sites is 'What a run of the import did at a site, and what undoing it did there';

-- The imported visits of a site and what became of them. state: moved, to another site, where it stays; same, as the import left it;
-- changed, by a person since; hidden, by a person since; undone, hidden because its import was undone, and not touched since.
create function private.imported_visit_states(of_site bigint)
returns table (source text, row_hash text, task_id bigint, change_id bigint, state text, visited text, title text, tasks text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with stored as materialized (
    select (e ->> 'id')::bigint as id, e as task from public.maintable t cross join lateral jsonb_array_elements(t.tasks2024) e
    where t.id = of_site
  ), written as materialized (
    select c.id as change_id, (e ->> 'id')::bigint as id, e as task
    from private.change_log c cross join lateral jsonb_array_elements(c.after -> 'tasks2024') e
    where c.id in (select i.change_id from private.imported_visits i where i.site_id = of_site)
  )
  select i.source, i.row_hash, i.task_id, i.change_id, case
      when v.moved_to_site is not null then 'moved'
      when s.task = w.task then case when i.undone then 'undone' else 'same' end
      when s.task ->> 'showing' = 'False' then 'hidden'
      else 'changed' end, s.task ->> 'time', s.task ->> 'title', s.task ->> 'tasks'
  from private.imported_visits i join stored s on s.id = i.task_id
  join private.visits v on (v.site_id, v.task_id) = (i.site_id, i.task_id)
  left join written w on (w.change_id, w.id) = (i.change_id, i.task_id)
  where i.site_id = of_site;
end $$;

create function private.has_key_in_use(of_site bigint) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from public.main m
    where m.site_id = of_site and m.revoked_at is null and (m.expires_at is null or m.expires_at > now()));
end $$;

-- What there is of a site: { site_id, sources, visits, has_counts, has_key }; site_id is NULL for none of that name. visits are the
-- imported ones: { source, row, task_id, state, time, title, text }. source is the same in every import of the same visit, row is the hash
-- of its row in the file. name || '' is the expression of the index of names (maintable_name_key).
create function private.import_state(site text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  of_site bigint;
begin
  perform private.require_admin();
  of_site := (select t.id from public.maintable t where t.name || '' = site);
  return json_build_object('site_id', of_site,
    'sources', (select coalesce(json_agg(i.source), '[]') from private.imported_visits i where i.site_id = of_site),
    'visits', (select coalesce(json_agg(json_build_object('source', k.source, 'row', k.row_hash, 'task_id', k.task_id, 'state', k.state,
        'time', k.visited, 'title', k.title, 'text', k.tasks)), '[]')
      from private.imported_visit_states(of_site) k),
    'has_counts', exists (select 1 from public.carpost c where c.site_id = of_site),
    'has_key', private.has_key_in_use(of_site));
end $$;

-- Reserves the number of a site that an import will add, for the names of its files: the same for a name until the site is there.
create function private.reserve_site(site text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if exists (select 1 from public.maintable t where t.name || '' = site) then
    raise sqlstate 'PT409' using message = 'There is a site of this name';
  end if;
  insert into private.reserved_sites (name, id)
  values (site, nextval(pg_get_serial_sequence('public.maintable', 'id'))) on conflict (name) do nothing;
  return (select r.id from private.reserved_sites r where r.name = site);
end $$;

-- Adds the site that a number was reserved for, with the columns that record names, and answers that number.
create function private.add_reserved_site(of_name text, record jsonb) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  columns text[] := array(select key from jsonb_object_keys(record - 'name') key);
  of_site bigint;
begin
  delete from private.reserved_sites r where r.name = of_name returning r.id into of_site;
  if of_site is null then raise sqlstate 'PT404' using message = 'No such site, and no number reserved for one'; end if;
  if exists (select 1 from unnest(columns) c where not exists (select 1 from pg_attribute a
      where a.attrelid = 'public.maintable'::regclass and a.attname = c and c <> 'tasks2024'
        and has_column_privilege('anon', a.attrelid, a.attnum, 'INSERT'))) then
    raise sqlstate 'PT422' using message = 'The record of a site has no such column';
  end if;
  execute 'insert into public.maintable (' || array_to_string(array['id', 'name'] || array(select format('%I', c) from unnest(columns) c), ', ')
    || ') select ' || array_to_string(array['$2', '$3'] || array(select format('r.%I', c) from unnest(columns) c), ', ')
    || ' from jsonb_populate_record(null::public.maintable, $1) r' using record, of_site, of_name;
  return of_site;
end $$;

-- The key of an imported site: { id, key }, of an old one without the key; NULL when there is nothing to do. An old key comes in
-- the clear, is stored as every other, and runs out at until. Refuses a GET before it looks for the key. Of two imports of one key at the
-- same moment the later one finds it.
create function private.import_key(of_site bigint, with_label text, old_key text, until timestamptz) returns json
language plpgsql volatile set search_path = '' as $$
declare
  known public.main;
  new_id bigint;
begin
  perform private.refuse_uncounted();
  if private.label_ok(with_label) is not true then
    raise sqlstate 'PT422' using message = 'The label must be 1 to 120 characters of plain text';
  end if;
  if old_key is null then
    return case when not private.has_key_in_use(of_site) then private.create_key('user', of_site, with_label, null) end;
  end if;
  if until is null or until <= now() or until > now() + private.max_old_key_life() then
    raise sqlstate 'PT422' using message = 'An old key runs out within a year, and in the future';
  end if;
  if char_length(private.normal_key(old_key)) < 8 or octet_length(old_key) > private.max_key_bytes() then
    raise sqlstate 'PT422' using message = 'The old key is too short or too long to be kept safely';
  end if;
  select * into known from public.main m
  where m.token in (private.key_hash(old_key),
    encode(sha256(convert_to(private.former_normal_key(old_key), 'UTF8')), 'hex'))
  order by m.token = private.key_hash(old_key) desc limit 1;
  if known.id is null then
    insert into public.main (token, label, role, site_id, kind, expires_at)
    values (private.key_hash(old_key), with_label, 'user', of_site, 'old', until)
    on conflict (token) do nothing returning id into new_id;
    if new_id is not null then return json_build_object('id', new_id, 'key', null); end if;
    select * into known from public.main m where m.token = private.key_hash(old_key);
  end if;
  if known.site_id is distinct from of_site then
    raise sqlstate 'PT409' using message = 'The old key is in use for something else';
  end if;
  return null;
end $$;

-- Starts the run of an import with its first site: { id, file }. NULL where the import names none. The run is locked before the site, as by
-- undo_import. 409 for a run that was undone: what comes late would stay.
create function private.start_import(given jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  run private.imports;
begin
  if given is null then return null; end if;
  if private.is_random_uuid(given ->> 'id') is not true
    or not private.text_ok(given ->> 'file', 200) then
    raise sqlstate 'PT422' using message = 'An import has a random UUID, and the name of a file of up to 200 characters';
  end if;
  insert into private.imports (id, main_id, file)
  values ((given ->> 'id')::uuid, (select s.main_id from private.live_session() s), given ->> 'file') on conflict (id) do nothing;
  select * into run from private.imports i where i.id = (given ->> 'id')::uuid for share;
  if run.undone_at is not null then
    raise sqlstate 'PT409' using message = 'This import was undone', hint = 'import-undone';
  end if;
  return run.id;
end $$;

-- The tasks of a site, of which others replace those with the same id.
create function private.tasks_replaced(stored jsonb, others jsonb[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(coalesce(o.task, t.e) order by t.n), '[]')
    from jsonb_array_elements(stored) with ordinality as t(e, n)
    left join (select task, task -> 'id' as id from unnest(others) task) o on o.id = t.e -> 'id');
end $$;

-- Imports a site, or more visits of one: all of it or, when anything is refused, nothing. Members of site: name; record, the
-- columns of a new site; visits, each { source, row, visit }, the visit without its id; updates, each { source, was, visit }; posts;
-- key: { label, old, until }; import: { id, file }. All but name and visits may be left out.
-- A visit that is known by its source stays as it is, unless its import was undone: then it is shown again, as it comes now. An
-- update is done where the visit still is what it was when somebody looked. It changes the members that it has, and no others.
-- Answers { site_id, added, updated, key }: how many visits are new or shown again, how many are as their update says, and what
-- import_key answers.
create function private.write_site_import(site jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_name constant text := site ->> 'name';
  key constant jsonb := nullif(site -> 'key', 'null');
  run uuid;
  of_site bigint;
  stored jsonb;
  highest bigint;
  is_new boolean := false;
  has_new_counts boolean := false;
  made_key json;
  added jsonb[];
  again jsonb[];
  updated jsonb[];
  updated_before bigint;
  line bigint;
begin
  perform private.require_admin();
  if of_name is null or jsonb_typeof(site -> 'visits') is distinct from 'array' then
    raise sqlstate 'PT422' using message = 'An import has a name and visits';
  end if;
  run := private.start_import(nullif(site -> 'import', 'null'));
  select t.id, t.tasks2024 into of_site, stored from public.maintable t where t.name || '' = of_name for update;
  if of_site is null then
    of_site := private.add_reserved_site(of_name, coalesce(nullif(site -> 'record', 'null'), '{}'));
    stored := '[]';
    is_new := true;
  end if;

  with given as (
    select v ->> 'source' as source, v -> 'visit' as visit from jsonb_array_elements(site -> 'visits') v
  ), changed as (
    select u ->> 'source' as source, u -> 'visit' as visit, u -> 'was' as was
    from jsonb_array_elements(coalesce(nullif(site -> 'updates', 'null'), '[]')) u
  ), known as materialized (
    select k.source, k.state, k.change_id, e as task from private.imported_visit_states(of_site) k
    join jsonb_array_elements(stored) e on e -> 'id' = to_jsonb(k.task_id)
    where k.source in (select source from given union all select source from changed)
  ), done as (
    select k.source, g.visit || jsonb_build_object('id', k.task -> 'id') as task, k.change_id as previous, true as is_again
    from known k join given g on g.source = k.source where k.state = 'undone'
    union all
    select k.source, k.task || c.visit || jsonb_build_object('id', k.task -> 'id'), case when k.state = 'same' then k.change_id end, false
    from known k join changed c on c.source = k.source where k.state <> 'moved' and k.task = c.was and k.task || c.visit <> k.task
  ), done_before as (
    select k.source from known k join changed c on c.source = k.source where k.task || c.visit = k.task
  ), noted as (
    update private.imported_visits i set previous_change = d.previous, undone = false,
      filed = jsonb_build_object('time', d.task -> 'time', 'year', d.task -> 'year', 'month', d.task -> 'month')
    from done d where i.site_id = of_site and i.source = d.source
  )
  select array_agg(task) filter (where is_again), array_agg(task) filter (where not is_again), (select count(*) from done_before)
    into again, updated, updated_before from done;

  highest := (select coalesce(max((e ->> 'id')::bigint), 0) from jsonb_array_elements(stored) e);
  with found as (
    select v ->> 'source' as source, v ->> 'row' as row_hash, v -> 'visit' as visit, highest + row_number() over (order by index) as id
    from jsonb_array_elements(site -> 'visits') with ordinality as t(v, index)
    where not exists (select 1 from private.imported_visits i where i.site_id = of_site and i.source = v ->> 'source')
  ), noted as (
    insert into private.imported_visits (site_id, source, task_id, filed, row_hash)
    select of_site, source, id, jsonb_build_object('time', visit -> 'time', 'year', visit -> 'year', 'month', visit -> 'month'), row_hash
    from found
  )
  select array_agg(visit || jsonb_build_object('id', id) order by id) into added from found;

  -- the row is that of this file, so that the file is known again with other columns
  update private.imported_visits i set row_hash = v ->> 'row'
  from jsonb_array_elements((site -> 'visits') || coalesce(nullif(site -> 'updates', 'null'), '[]')) v
  where i.site_id = of_site and i.source = v ->> 'source' and i.row_hash is distinct from v ->> 'row' and v ->> 'row' is not null;

  if cardinality(added || again || updated) > 0 then
    update public.maintable t set revision = t.revision + 1,
      tasks2024 = private.tasks_replaced(stored, again || updated) || coalesce(to_jsonb(added), '[]') where t.id = of_site;
    line := private.last_site_change(of_site);
    update private.imported_visits i set change_id = line
    where i.site_id = of_site and to_jsonb(i.task_id) in (select task -> 'id' from unnest(added || again || updated) task);
  end if;

  if nullif(site -> 'posts', 'null') is not null then
    insert into public.carpost (site_id, json) values (of_site, site -> 'posts') on conflict (site_id) do nothing;
    has_new_counts := found;
  end if;
  if key is not null then
    made_key := private.import_key(of_site, key ->> 'label', key ->> 'old', (key ->> 'until')::timestamptz);
  end if;
  if run is not null then
    insert into private.import_sites as s (import_id, site_id, changes, added, updated, made_site, made_counts, made_key)
    values (run, of_site, array_remove(array[line], null), coalesce(cardinality(added || again), 0), coalesce(cardinality(updated), 0),
      is_new, has_new_counts, made_key is not null)
    on conflict (import_id, site_id) do update set changes = s.changes || excluded.changes, added = s.added + excluded.added,
      updated = s.updated + excluded.updated, made_counts = s.made_counts or excluded.made_counts,
      made_key = s.made_key or excluded.made_key;
  end if;
  return json_build_object('site_id', of_site, 'added', coalesce(cardinality(added || again), 0),
    'updated', coalesce(cardinality(updated), 0) + updated_before, 'key', made_key);
end $$;

-- Imports a site, or answers as the first time where this attempt did so. The key that it made is not stored with the attempt.
create function private.import_site(site jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('import_site');
  if did is not null then
    answer := did -> 'answer';
    return case when (did -> 'made_key')::boolean then answer || jsonb_build_object('key', private.key_of_attempt(answer -> 'key'))
      else answer end;
  end if;
  answer := private.write_site_import(site);
  perform private.record_attempt(jsonb_build_object('answer', answer #- '{key,key}', 'made_key', answer #>> '{key,key}' is not null));
  return answer;
end $$;

-- Undoes a run at one site, which is locked: what it added is hidden, what it updated is as before, and what was changed since stays,
-- as does what was moved to another site.
create function private.undo_import_of_site(run uuid, of_site bigint) returns void
language plpgsql volatile set search_path = '' as $$
declare
  of_run private.import_sites;
  stored constant jsonb := (select t.tasks2024 from public.maintable t where t.id = of_site);
  back jsonb;
  others bigint[];
  line bigint;
begin
  select * into of_run from private.import_sites s where s.import_id = run and s.site_id = of_site;
  with wrote as (
    select c.id as change_id, a.e -> 'id' as id, a.e as task, b.e as before
    from private.change_log c cross join lateral jsonb_array_elements(c.after -> 'tasks2024') a (e)
    left join lateral jsonb_array_elements(c.before -> 'tasks2024') b (e) on b.e -> 'id' = a.e -> 'id'
    where c.id = any (of_run.changes)
  ), undoing as (
    -- of a visit that the run wrote twice: as it left it, and as it was before the first time
    select distinct on (w.id) w.id, w.task, w.first_before is null as is_added,
      coalesce(w.first_before, w.task || '{"showing": "False"}') as goal
    from (select o.*, first_value(o.before) over (partition by o.id order by o.change_id) as first_before from wrote o) w
    order by w.id, w.change_id desc
  ), compared as (
    select u.*, e = u.task and v.moved_to_site is null as is_untouched
    from undoing u join jsonb_array_elements(stored) e on e -> 'id' = u.id
    join private.visits v on v.site_id = of_site and v.task_id = (u.id #>> '{}')::integer
    where e is distinct from u.goal or v.moved_to_site is not null
  )
  select coalesce(jsonb_agg(jsonb_build_object('task', goal, 'is_added', is_added) order by id) filter (where is_untouched), '[]'),
    coalesce(array_agg(id::bigint order by id) filter (where not is_untouched), '{}')
  into back, others from compared;

  if back <> '[]' then
    update public.maintable t set revision = t.revision + 1,
      tasks2024 = private.tasks_replaced(stored, array(select b -> 'task' from jsonb_array_elements(back) b)) where t.id = of_site;
    line := private.last_site_change(of_site);
  end if;
  update private.imported_visits i set previous_change = null,
    change_id = case when (b -> 'is_added')::boolean then line else i.previous_change end,
    undone = b #>> '{task,showing}' = 'False' and ((b -> 'is_added')::boolean or i.previous_change is not null),
    filed = jsonb_build_object('time', b #> '{task,time}', 'year', b #> '{task,year}', 'month', b #> '{task,month}')
  from jsonb_array_elements(back) b where i.site_id = of_site and to_jsonb(i.task_id) = b #> '{task,id}';
  update private.import_sites s set undone_at = now(), stayed = others,
    hidden = (select count(*) from jsonb_array_elements(back) b where (b -> 'is_added')::boolean),
    reverted = (select count(*) from jsonb_array_elements(back) b where not (b -> 'is_added')::boolean)
  where s.import_id = run and s.site_id = of_site;
end $$;

-- Undoes a run, some sites at a time because a request has three seconds: who asks again while sites_left is not 0 goes on, and who
-- asks again after that is answered the same. Answers { sites, hidden, reverted, stayed, made_sites, made_counts, made_keys,
-- sites_left }: stayed are the visits that were changed since, { site, task_id, time, title }; what was made are names of sites.
create function private.undo_import(run uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  visits bigint := 0;
  of_run record;
begin
  perform private.require_admin();
  perform 1 from private.imports i where i.id = run for update;
  if not found then raise sqlstate 'PT404' using message = 'No such import'; end if;
  update private.imports i set undone_at = now() where i.id = run and i.undone_at is null;
  for of_run in select s.site_id, s.added + s.updated as visits from private.import_sites s
    where s.import_id = run and s.undone_at is null order by s.site_id
  loop
    exit when visits > 0 and visits + of_run.visits > 500;
    visits := visits + of_run.visits;
    perform 1 from public.maintable t where t.id = of_run.site_id for update;
    perform private.undo_import_of_site(run, of_run.site_id);
  end loop;
  return (
    select json_build_object('sites', count(*) filter (where s.hidden + s.reverted > 0),
      'hidden', coalesce(sum(s.hidden), 0), 'reverted', coalesce(sum(s.reverted), 0),
      'stayed', coalesce((select json_agg(json_build_object('site', t.name, 'task_id', v.task_id, 'time', v.time, 'title', v.title)
          order by t.name, v.visited_at, v.task_id)
        from private.import_sites o cross join lateral unnest(o.stayed) id
        join private.visits i on (i.site_id, i.task_id) = (o.site_id, id)
        join private.visits v on (v.site_id, v.task_id) = (coalesce(i.moved_to_site, i.site_id), coalesce(i.moved_to_task, i.task_id))
        join public.maintable t on t.id = v.site_id
        where o.import_id = run), '[]'),
      'made_sites', coalesce(json_agg(m.name order by m.name) filter (where s.made_site), '[]'),
      'made_counts', coalesce(json_agg(m.name order by m.name) filter (where s.made_counts), '[]'),
      'made_keys', coalesce(json_agg(m.name order by m.name) filter (where s.made_key), '[]'),
      'sites_left', count(*) filter (where s.undone_at is null))
    from private.import_sites s join public.maintable m on m.id = s.site_id where s.import_id = run);
end $$;

-- The newest 50 imports that wrote anything: { id, at, by, file, sites, added, updated, undone_at, sites_left }.
create function private.list_imports() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select coalesce(json_agg(l order by l.at desc, l.id), '[]') from (
    select i.id, i.at, (select m.label from public.main m where m.id = i.main_id) as by, i.file, count(*) as sites,
      sum(s.added) as added, sum(s.updated) as updated, i.undone_at, count(*) filter (where s.undone_at is null) as sites_left
    from private.imports i join private.import_sites s on s.import_id = i.id
    where s.added + s.updated > 0
    group by i.id order by i.at desc, i.id limit 50) l);
end $$;
