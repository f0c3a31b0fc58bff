import { hasRole, hasSession, isAdmin, mutant, sessionSites, type Mutant } from './mutant.ts';

const readsKeys = `alter policy admins_read on public.main using (${hasSession} and ${hasRole('admin')});`;

const addedByEverybody = (rows: string, table: string) =>
  mutant(
    `everybody adds ${rows}`,
    `create policy admins_add on public.${table} for insert to anon\n  with check (${hasSession} and ${isAdmin});`,
    `create policy admins_add on public.${table} for insert to anon with check (${hasSession});`,
    'access/tables',
  );

/** Who has a right at all, and to which rows and files. */
export const ofRights: Mutant[] = [
  mutant(
    'anybody hides what he did in an action of the change log',
    "case when private.session_role() = 'admin' then private.request_header('x-portal-batch') end",
    "private.request_header('x-portal-batch')",
    'change-batches',
  ),
  mutant(
    'an action of the change log can be guessed',
    'given is not null and private.is_random_uuid(given) is not true',
    'false',
    'change-batches',
  ),
  mutant(
    'new functions are open to everybody',
    'alter default privileges revoke execute on functions from public;',
    '',
    'access/privileges',
  ),
  mutant(
    'the hash of a key is read',
    'grant select (id, label,',
    'grant select (id, token, label,',
    'access/privileges',
  ),
  mutant(
    'counts are deleted',
    'grant select, insert (site_id, json)',
    'grant select, delete, insert (site_id, json)',
    'access/privileges',
  ),
  mutant(
    'sites have no row level security',
    'alter table public.maintable enable row level security;',
    '',
    'access/privileges',
  ),
  mutant(
    'the view is opened with the rights of its owner',
    'create view public.maintables with (security_invoker = true) as',
    'create view public.maintables as',
    'linter',
  ),
  mutant(
    'sessions have no row level security',
    'alter table private.sessions enable row level security;',
    '',
    'access/privileges',
  ),
  mutant(
    'everybody reads the keys',
    readsKeys,
    `alter policy admins_read on public.main using (${hasSession});`,
    'access/tables',
  ),
  mutant(
    'the keys answer a filter before they ask for the session',
    readsKeys,
    `alter policy admins_read on public.main using (${hasRole('admin')});`,
    'access/oracles',
  ),
  mutant(
    'how many keys the planner expects depends on the filter',
    readsKeys,
    `alter policy admins_read on public.main using (${hasSession} and ${isAdmin});`,
    'access/oracles',
  ),
  addedByEverybody('sites', 'maintable'),
  addedByEverybody('counts', 'carpost'),
  mutant(
    'a client changes counts while they are locked',
    `using (${hasSession} and (${isAdmin}\n    or (site_id = (select private.session_site()) and (select private.session_unlocked()))))`,
    `using (${hasSession} and (${isAdmin} or site_id = (select private.session_site())))`,
    'access/tables',
  ),
  mutant('a name of a site is found by its index', `((name || ''))`, '(name)', 'access/oracles'),
  mutant(
    'a technician reads all sites',
    `${hasRole('technician')} and id = any (${sessionSites.slice(1, -1)})`,
    hasRole('technician'),
    'access/tables',
  ),
  mutant(
    'a technician reads all counts',
    `${hasRole('technician')} and site_id = any (${sessionSites.slice(1, -1)})`,
    hasRole('technician'),
    'access/tables',
  ),
  mutant(
    'a client reads the overview',
    `if who not in ('admin', 'technician') then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return (
    with by_month as (`,
    `return (
    with by_month as (`,
    'access/privileges',
  ),
  mutant(
    'a technician reads the overview of all sites',
    `where who = 'admin' or t.id = any (given));`,
    'where true);',
    'site-overview',
  ),
  mutant(
    'a technician reads how many keys a site has',
    `|| case when who = 'admin' then`,
    '|| case when true then',
    'site-overview',
  ),
  mutant(
    'a technician reads all files',
    `private.object_site(name) = any (${sessionSites.slice(1, -1)}))));\ncreate policy portal_add`,
    'true)));\ncreate policy portal_add',
    'file-rules',
  ),
  mutant(
    'a technician adds files everywhere',
    `= 'technician' and private.object_site(name) = any (${sessionSites.slice(1, -1)}))));\ncreate policy portal_remove`,
    "= 'technician')));\ncreate policy portal_remove",
    'file-rules',
  ),
  mutant('a file of any type under any name', 'private.file_fits(name, metadata)', 'true', 'file-rules'),
  mutant(
    'a signed upload URL',
    `not in ('object.upload', 'object.copy') or given is null`,
    'is null or given is null',
    'file-rules',
  ),
  mutant(
    'a copy with the type of a page',
    `given in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')`,
    'true',
    'file-rules',
  ),
  mutant(
    'a copy under a name that says another type',
    '\n        and private.type_of_name(o.name) = private.type_of_name(object_name)',
    '',
    'file-rules',
  ),
  mutant('a copy with the type of another file', `o.metadata ->> 'eTag' = file ->> 'eTag'`, 'true', 'file-rules'),
  mutant(
    'an error report of any size',
    'octet_length(concat(message, screen, release)) > private.max_argument_bytes()',
    'false',
    'client-errors',
  ),
  mutant(
    'clients read hidden visits',
    `case when e ->> 'showing' = 'True' then e else`,
    'case when true then e else',
    'task-rules',
  ),
  mutant(
    'clients read the files of hidden visits',
    `e ->> 'showing' = 'True' and file <> ''`,
    `file <> ''`,
    'task-rules',
  ),
  mutant(
    'the view is a fault of the server',
    'instead of insert or update or delete on',
    'instead of insert on',
    'access/tables',
  ),
];
