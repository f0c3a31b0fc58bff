import { mutant, type Mutant } from './mutant.ts';

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
  mutant(
    'one more try than allowed',
    'a.wrong_keys >= limits.login_failures',
    'a.wrong_keys > limits.login_failures',
    'login',
  ),
  mutant(
    'a count that is undone counts nothing',
    'perform private.note_guess(this_window);',
    'null;',
    'access/oracles',
  ),
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
  strong := coalesce(octet_length(secret_key) <= private.max_key_bytes() and private.key_is_strong(secret_key), false);`,
    `  strong := coalesce(octet_length(secret_key) <= private.max_key_bytes() and private.key_is_strong(secret_key), false);
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
  mutant('a replaced key lives longer', 'least(m.expires_at, now() + keep_old, ends)', 'now() + keep_old', 'keys'),
  mutant('a replaced key lives for a year', 'keep_old > private.max_grace()', `keep_old > interval '1 year'`, 'keys'),
  mutant('any key unlocks the counts', 'and (of_role is null or m.role = of_role)', '', 'keys'),
  mutant(
    'a technician unlocks the counts',
    `if private.require_session() = 'technician' then`,
    `if private.require_session() = 'nobody' then`,
    'access/privileges',
  ),
  mutant('a key that ended long ago is made', 'when ends <= now() then', `when ends <= '1000-01-01' then`, 'keys'),
  mutant('the row of a refused key is shown', 'when private.label_ok(with_label) is not true', 'when false', 'keys'),
  mutant(
    'everybody lists the sessions of every key',
    `if who <> 'admin' and asked <> own then`,
    'if false then',
    'sessions',
  ),
  mutant('everybody ends every session', `and (who = 'admin' or s.main_id = own)`, '', 'sessions'),
];
