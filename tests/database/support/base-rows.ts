/** The keys of the base rows. They are demo keys, as short as those of the demo; `settings.demo` is on. */
export const keys = {
  admin: 'ADMIN-TEST-0001',
  siteOne: 'SITEONE-TEST-0001',
  siteTwo: 'SITETWO-TEST-0002',
  withoutSite: 'NOSITE-TEST-0003',
} as const;

export const bucket = 'rfidboomgatephoto';

/** A name that the bucket accepts. `number` makes it unique. */
export function objectName(siteId: number, number = 1, extension = 'jpg'): string {
  return `sites/${siteId}/1700000000000-00000000-0000-4000-8000-${String(number).padStart(12, '0')}.${extension}`;
}

/** The URL of a file as tasks store it. */
export function fileUrl(name: string): string {
  return `http://localhost:5173/storage/v1/object/public/${bucket}/${name}`;
}

const task = (id: number, showing: 'True' | 'False', title: string) => ({
  id,
  time: '2026-03-26T16:05:00+08:00',
  urls: [],
  year: '2026',
  month: 'mar',
  tasks: `Text of ${title}`,
  title,
  pdf: '',
  showing,
});

const tasksOf = (site: string) =>
  `'${JSON.stringify([task(1, 'True', `${site} seen`), task(2, 'False', `${site} hidden`)])}'`;

/** Makes the shown task of each site name the site's files with these names, because clients read no others. */
export const pointAt = (names: readonly string[]) => `
  set session_replication_role = replica;
  update public.maintable t set tasks2024 = jsonb_set(t.tasks2024, '{0,urls}', (
    select coalesce(jsonb_agg('${fileUrl('')}' || name), '[]')
    from unnest(array['${names.join("','")}']) name where starts_with(name, 'sites/' || t.id || '/')));
  set session_replication_role = default;`;

/**
 * Returns statements that do what `truncate ... restart identity cascade` does, in a tenth of the time, and the tables that they
 * empty. Truncating makes each table and index again, so that every plan for them has to be made again.
 */
export const howToEmpty = `
  with recursive tables (id) as (
      select unnest(array['public.main', 'public.maintable', 'public.carpost', 'private.sessions', 'private.login_attempts',
        'private.change_log', 'private.visit_moves', 'private.attempts', 'private.imports', 'private.client_errors', 'private.client_error_counts', 'private.reserved_sites',
        'private.door_counts', 'public.site_notes',
        'storage.objects']::regclass[])::oid
      union select c.conrelid from pg_constraint c join tables on c.confrelid = tables.id where c.contype = 'f'),
    line (text) as (
      select format('delete from %s;', id::regclass) from tables
      union all select 'select ' || string_agg(format('setval(%L, 1, false)', s.oid::regclass), ', ') || ';'
        from pg_depend d join tables on d.refobjid = tables.id join pg_class s on s.oid = d.objid and s.relkind = 'S'
        where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass)
  select string_agg(text, '') as statements, (select string_agg(id::regclass::text, ', ') from tables) as tables from line`;

/** Writes what the database derives from the base rows. */
const deriveRows = `
  select private.mirror_visits(t.id, array(select jsonb_array_elements(t.tasks2024))) from public.maintable t;
  insert into private.site_words (site_id, words) select t.id, private.search_lexemes(t.name, '') from public.maintable t;`;

/** Returns statements that write the rows of `deriveRows` as they are now, but at another time, with a fifth of the work. */
export const howToDerive = `
  with line (name, rows) as (
    select 'private.visits', jsonb_agg(to_jsonb(t) || '{"added_at": "now"}') from private.visits t
    union all select 'private.visit_words', jsonb_agg(to_jsonb(t)) from private.visit_words t
    union all select 'private.site_words', jsonb_agg(to_jsonb(t)) from private.site_words t)
  select string_agg(format('insert into %1$s select * from jsonb_populate_recordset(null::%1$s, %2$L);', name, rows), '')
    as statements from line`;

/**
 * Empties every table with the result of `howToEmpty`, and writes two sites, each with a shown and a hidden task and car posts,
 * and the four keys. @param deriving the result of `howToDerive`; the first time there is none
 */
export const baseRows = (emptying: string, deriving?: string): string => `
  -- silences the triggers: those that keep rows from being emptied, and the change log
  set session_replication_role = replica;
  ${emptying}
  update private.settings set demo = true, session_lifetime = default, session_idle = default,
    unlock_lifetime = default, login_window = default, login_failures = default,
    file_hosts = default, reports_of_sticker = default, reports_of_address = default, reports_of_site = default, reports_of_client = default,
    reports_of_office = default, looks_of_address = default, wrong_secrets = default, faults_of_post = default, voices_of_fault = default,
    reports_forgotten = default, links_of_key = default;
  insert into public.maintable (name, sitename, address, status, tasks2024) values
    ('One', 'Site One', '1 First Road', true, ${tasksOf('One')}),
    ('Two', 'Site Two', '2 Second Road', false, ${tasksOf('Two')});
  insert into public.carpost (site_id, json) values
    (1, '{"Main gate": [{"type": "Loop", "entrance": 1, "exit": 2, "year": 2024}]}'), (2, '{}');
  insert into public.main (token, label, role, site_id, kind) values
    (private.key_hash('${keys.admin}'), 'Admin', 'admin', null, 'demo'),
    (private.key_hash('${keys.siteOne}'), 'Client of One', 'user', 1, 'demo'),
    (private.key_hash('${keys.siteTwo}'), 'Client of Two', 'user', 2, 'demo'),
    (private.key_hash('${keys.withoutSite}'), 'Client without a site', 'user', null, 'demo');
  ${deriving ?? ''}
  set session_replication_role = default;
  ${deriving === undefined ? deriveRows : ''}
`;
