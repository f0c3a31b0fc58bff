/** A weakening of the migrations: one text of one file becomes another. */
export interface Mutant {
  name: string;
  /** Stands once in the migration that is in force: the last one that has it. */
  from: string;
  to: string;
  /** Below `tests/database/`, without `.test.ts`: the file that must fail. */
  caughtBy: string;
}

/** A line of a list below. */
const mutant = (name: string, from: string, to: string, caughtBy: string): Mutant => ({
  name,
  from,
  to,
  caughtBy,
});

const admin = `(select private.session_role()) is not distinct from 'admin'`;
const gate = '(select private.has_session())';
const given = '((select private.session_sites())::bigint[])';

const readsKeys = `create policy admins_read on public.main for select to anon\n  using (${gate} and ${admin});`;

const addedByEverybody = (rows: string, table: string) =>
  mutant(
    `everybody adds ${rows}`,
    `create policy admins_add on public.${table} for insert to anon\n  with check (${gate} and ${admin});`,
    `create policy admins_add on public.${table} for insert to anon with check (${gate});`,
    'access/tables',
  );

/** Who has a right at all, and to which rows and files. */
export const ofRights: Mutant[] = [
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
    `create policy admins_read on public.main for select to anon using (${gate});`,
    'access/tables',
  ),
  mutant(
    'the keys answer a filter before they ask for the session',
    readsKeys,
    `create policy admins_read on public.main for select to anon using (${admin});`,
    'access/oracles',
  ),
  addedByEverybody('sites', 'maintable'),
  addedByEverybody('counts', 'carpost'),
  mutant(
    'a client changes counts while they are locked',
    `using (${gate} and (${admin}\n    or (site_id = (select private.session_site()) and (select private.session_unlocked()))))`,
    `using (${gate} and (${admin} or site_id = (select private.session_site())))`,
    'access/tables',
  ),
  mutant('a name of a site is found by its index', `((name || ''))`, '(name)', 'access/oracles'),
  mutant(
    'a technician reads all sites',
    `'technician' and id = any (${given.slice(1, -1)}))));\ncreate policy admins_add`,
    `'technician')));\ncreate policy admins_add`,
    'access/tables',
  ),
  mutant(
    'a technician reads all counts',
    `'technician' and site_id = any (${given.slice(1, -1)})`,
    `'technician'`,
    'access/tables',
  ),
  mutant(
    'a client reads the overview',
    `if who not in ('admin', 'technician') then raise`,
    'if false then raise',
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
    `private.object_site(name) = any (${given.slice(1, -1)}))));\ncreate policy portal_add`,
    'true)));\ncreate policy portal_add',
    'file-rules',
  ),
  mutant(
    'a technician adds files everywhere',
    `private.object_site(name) = any (${given.slice(1, -1)}))));\ncreate policy portal_remove`,
    'true)));\ncreate policy portal_remove',
    'file-rules',
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

/** Keys, sessions, and guessing. */
export const ofSessions: Mutant[] = [
  mutant('no session is enough', 'if live_role is null then raise', 'if false then raise', 'access/tables'),
  mutant(
    "every key is an admin's",
    `if private.require_session() <> 'admin' then`,
    'if false then',
    'access/privileges',
  ),
  mutant(
    'a withdrawn key goes on',
    'm.revoked_at is null and (m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    '(m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    'access/tables',
  ),
  mutant(
    'a key goes on after its end',
    'm.revoked_at is null and (m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    'm.revoked_at is null\n    and (m.kind',
    'access/tables',
  ),
  mutant('a session has no end', 'where s.expires_at > now() and s.seen_at', 'where s.seen_at', 'access/tables'),
  mutant(
    'a session is never idle',
    's.seen_at > now() - case',
    `s.seen_at > now() - interval '1 year' - case`,
    'access/tables',
  ),
  mutant('demo keys work everywhere', `\n    and (m.kind <> 'demo' or c.demo)`, '', 'access/tables'),
  mutant('one more try than allowed', 'a.wrong_keys >= c.login_failures', 'a.wrong_keys > c.login_failures', 'login'),
  mutant('no try is counted', 'perform private.count_failure();', 'null;', 'login'),
  mutant(
    'a GET checks keys without counting',
    `if current_setting('transaction_read_only') = 'on' then`,
    'if false then',
    'access/oracles',
  ),
  mutant(
    'a GET looks at the key before it is refused',
    `  perform private.refuse_uncounted();
  strong := coalesce(octet_length(secret_key) <= 256 and private.key_is_strong(secret_key), false);`,
    `  strong := coalesce(octet_length(secret_key) <= 256 and private.key_is_strong(secret_key), false);
  perform private.refuse_uncounted();`,
    'access/oracles',
  ),
  mutant(
    'guesses at once are checked before they are counted',
    `perform pg_advisory_xact_lock(hashtextextended('key check from ' || private.client_ip(), 0));`,
    'null;',
    'stock/counted-keys',
  ),
  mutant('an old key with a sign that is dropped now is lost', `or (m.kind = 'old' and m.token = former)`, '', 'keys'),
  mutant(
    'the caller names the own IP',
    `reverse(split_part(reverse(private.request_header('x-forwarded-for')), ',', 1))`,
    `split_part(private.request_header('x-forwarded-for'), ',', 1)`,
    'login',
  ),
  mutant('each network of IPv6 has ten tries', 'when 6 then 64', 'when 6 then 128', 'login'),
  mutant('keys of full strength are locked out', 'if not strong then', 'if true then', 'login'),
  mutant('any number of sessions', 'offset 49', 'offset 4900', 'login'),
  mutant('the use of a session is none of its key', 'where m.id = live.main_id and due', 'where false and due', 'keys'),
  mutant('two keys of a browser are known to be of one', `format('%s of key %s', given, of_key)`, 'given', 'sessions'),
  mutant(
    'whoever ends all others ends the own tabs too',
    'delete from private.sessions s where s.main_id = of_key and coalesce(s.device_id, s.id) <> mine;',
    `delete from private.sessions s where s.main_id = of_key
      and s.token_hash <> (select l.token_hash from private.live_session() l);`,
    'sessions',
  ),
  mutant(
    'the last admin key is withdrawn',
    `where m.role = 'admin' and m.id <> key_id and`,
    `where m.role = 'admin' and`,
    'keys',
  ),
  mutant('a replaced key lives longer', 'least(m.expires_at, now() + keep_old)', 'now() + keep_old', 'keys'),
  mutant('a replaced key lives for a year', `keep_old > interval '30 days'`, `keep_old > interval '1 year'`, 'keys'),
  mutant('any key unlocks the counts', 'and (of_role is null or m.role = of_role)', '', 'keys'),
  mutant(
    'a technician unlocks the counts',
    `if private.require_session() = 'technician' then`,
    `if private.require_session() = 'nobody' then`,
    'access/privileges',
  ),
  mutant('a key that ended long ago is made', 'when until <= now() then', `when until <= '1000-01-01' then`, 'keys'),
  mutant(
    'the row of a refused key is shown',
    `when with_label is null or with_label !~ '\\S' or not`,
    'when not',
    'keys',
  ),
  mutant(
    'everybody lists the sessions of every key',
    `if who <> 'admin' and asked <> own then`,
    'if false then',
    'sessions',
  ),
  mutant('everybody ends every session', `and (who = 'admin' or s.main_id = own)`, '', 'sessions'),
];

/** What may be stored, changed and removed. */
export const ofStored: Mutant[] = [
  mutant(
    'no revision is asked',
    'elsif new.revision is distinct from old.revision + 1 then',
    'elsif false then',
    'careful-writes',
  ),
  mutant('many rows are written at once', 'if rows > 1 then', 'if rows > 9 then', 'careful-writes'),
  mutant('tasks are left out', 'if missing > 0 then', 'if false then', 'careful-writes'),
  mutant(
    'an id stands there twice',
    'jsonb_array_length(was) + (',
    'jsonb_array_length(was) + 9 + (',
    'careful-writes',
  ),
  mutant(
    'visits of next year',
    `when ((e ->> 'time')::timestamptz > now() + interval '1 day' or`,
    'when (',
    'careful-writes',
  ),
  mutant(
    '600 photos of a task',
    `jsonb_array_length(e -> 'urls') > 60 then`,
    `jsonb_array_length(e -> 'urls') > 600 then`,
    'task-rules',
  ),
  mutant('a web page as a photo', '(jpg|jpeg|png|webp)$', '(jpg|jpeg|png|webp|html)$', 'task-rules'),
  mutant('control characters in a title', `\n        or (e ->> 'title') ~ control then`, ' then', 'task-rules'),
  mutant(
    'more than 20,000 tasks',
    'jsonb_array_length(new.tasks2024) > 20000',
    'jsonb_array_length(new.tasks2024) > 90000',
    'task-rules',
  ),
  mutant('a post named __proto__', `p.key ~ '^__' or p.key in`, 'p.key in', 'car-post-rules'),
  mutant('a million failures', '[0-9]{0,5})$', '[0-9]{0,8})$', 'car-post-rules'),
  mutant('counts of the year 2019', `'^20(2[0-9]|30)$'`, `'^20[0-9][0-9]$'`, 'car-post-rules'),
  mutant(
    'texts of twice the length',
    '(char_length(value) <= max\n',
    '(char_length(value) <= max * 2\n',
    'site-columns',
  ),
  mutant(
    'a technician writes what an admin writes',
    `if live.role is distinct from 'technician' then return new; end if;`,
    'return new;',
    'technician/refused-writes',
  ),
  mutant(
    'a technician changes the record of a site',
    'if columns is not null then',
    'if false then',
    'technician/refused-writes',
  ),
  mutant('a technician fills a site in a day', '> 50 then', '> 50000 then', 'technician/refused-writes'),
  mutant(
    'a line of the change log is changed',
    'before update or delete on private.change_log',
    'before delete on private.change_log',
    'change-log',
  ),
  mutant(
    'a file that a task has is removed',
    '\n    and private.object_site(name) is not null and not private.object_in_use(name)',
    '',
    'file-rules',
  ),
  mutant('a file that a task had is removed', 'position(stem in c.before::text) > 0', 'false', 'file-rules'),
  mutant(
    'a public bucket',
    `'rfidboomgatephoto', 'rfidboomgatephoto', false,`,
    `'rfidboomgatephoto', 'rfidboomgatephoto', true,`,
    'file-rules',
  ),
  mutant('web pages in the bucket', `array['image/jpeg',`, `array['text/html', 'image/jpeg',`, 'file-rules'),
  mutant('files of any name', `\\.(small\\.jpg|jpg|jpeg|png|webp|pdf)$'`, `\\.'`, 'file-rules'),
  mutant('files of other hosts', `split_part(file, '/', 3) <> all (hosts)`, 'false', 'file-rules'),
  mutant(
    'attempts are forgotten at once',
    `delete from private.attempts a where a.at < now() - interval '30 days';`,
    'delete from private.attempts a;',
    'exactly-once',
  ),
  mutant(
    "another key's attempt is answered",
    'a.did is not null and a.main_id = any (private.attempts_of(live.main_id, live.role, of_call)) limit 1',
    'a.did is not null limit 1',
    'exactly-once',
  ),
  mutant(
    'an attempt of the key that was replaced is made again',
    'then return of_key || private.predecessors(of_key); end if;',
    'then return array[of_key]; end if;',
    'exactly-once',
  ),
  mutant(
    'a visit that was sent under an ended key is added again by an admin',
    'where m.id = of_key or m.revoked_at is not null or m.expires_at <= now()',
    'where m.id = of_key',
    'ended-keys',
  ),
  mutant(
    'a visit that was sent under an ended key is added again where the key got a successor',
    'where m.id = of_key or m.revoked_at is not null or m.expires_at <= now()',
    'where m.id = of_key or m.id = any (private.unreplaced_keys())',
    'ended-keys',
  ),
  mutant(
    'a visit that was sent under the key before an ended one is added again by an admin',
    'union select m.successor_of from public.main m join answered a on a.id = m.id where m.successor_of is not null)',
    ')',
    'ended-keys',
  ),
  mutant(
    'an ended technician’s visits are another technician’s',
    `if of_role <> 'admin' or of_call <> 'maintable' then`,
    `if of_call <> 'maintable' then`,
    'ended-keys',
  ),
  mutant(
    'the key that an ended admin made is shown to another admin',
    `if of_role <> 'admin' or of_call <> 'maintable' then`,
    `if of_role <> 'admin' then`,
    'ended-keys',
  ),
  mutant(
    'everybody is told which keys have ended',
    'perform private.require_admin();\n  if cardinality(key_ids) > 1000 then',
    'if cardinality(key_ids) > 1000 then',
    'ended-keys',
  ),
  mutant('any number of keys is asked for at once', 'cardinality(key_ids) > 1000', 'false', 'ended-keys'),
  mutant(
    'a key with a successor counts as ended',
    'union select m.id, m.successor_of from public.main m join used u on m.id = u.successor_of)',
    ')',
    'ended-keys',
  ),
  mutant(
    'a key in use counts as ended',
    'where m.revoked_at is null and (m.expires_at is null or m.expires_at > now())\n      union',
    'where false\n      union',
    'ended-keys',
  ),
  mutant(
    'a key in use gets a successor',
    'when old.revoked_at is null and (old.expires_at is null or old.expires_at > now())\n      then array',
    'when false then array',
    'ended-keys',
  ),
  mutant('a successor has another role', 'when old.role <> of_role or old', 'when old', 'ended-keys'),
  mutant('a successor is for another building', 'or old.site_id is distinct from of_site\n', '\n', 'ended-keys'),
  mutant(
    'a key gets a second successor',
    'when old.id <> all (private.unreplaced_keys()) then',
    'when false then',
    'ended-keys',
  ),
  mutant('a key replaces one that there is not', 'when old.id is null then', 'when false then', 'ended-keys'),
  mutant(
    'what a key saves while it is revoked is not known',
    `= nullif(current_setting('portal.attempt_of', true), '')::bigint`,
    '= (select s.main_id from private.live_session() s)',
    'stock/ended-keys',
  ),
  mutant(
    'two admins issue a successor at once',
    `wait for each other.\n  lock table public.main in share row exclusive mode;`,
    'wait for each other.',
    'stock/ended-keys',
  ),
  mutant(
    'a stranger is told which key another replaced',
    'select m.successor_of as id from public.main m where m.id = of_key',
    'select m.successor_of as id from public.main m',
    'exactly-once',
  ),
  mutant(
    'everybody moves a visit to another site',
    "perform private.require_admin();\n  did := private.begin_attempt('move_visit');",
    "did := private.begin_attempt('move_visit');",
    'move-visit',
  ),
  mutant(
    'a visit is moved on an old state of the other site',
    'or there.revision is distinct from to_revision then',
    'then',
    'move-visit',
  ),
  mutant('a moved visit stays where it was', `'showing'], '"False"')`, `'showing'], '"True"')`, 'move-visit'),
  mutant(
    'a repeated write is done again',
    'if did is not null then\n    raise',
    'if false then\n    raise',
    'exactly-once',
  ),
];
