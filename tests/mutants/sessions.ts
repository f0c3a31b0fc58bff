import { type Mutant, mutant } from './mutant.ts';

const tables = 'database/access/tables';
const functions = 'database/access/functions';
const login = 'database/login';
const keys = 'database/keys';
const list = 'database/session-list';

/** Keys, sessions, and guessing. */
export const ofSessions: Mutant[] = [
  mutant('no session is enough', '0200', 'if live_role is null then raise', 'if false then raise', tables),
  mutant("every key is an admin's", '0200', `if private.require_session() <> 'admin' then`, 'if false then', functions),
  mutant(
    'a withdrawn key goes on',
    '2100',
    'm.revoked_at is null and (m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    '(m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    tables,
  ),
  mutant(
    'a key goes on after its end',
    '2100',
    'm.revoked_at is null and (m.expires_at is null or m.expires_at > now())\n    and (m.kind',
    'm.revoked_at is null\n    and (m.kind',
    tables,
  ),
  mutant('a session has no end', '2100', 'where s.expires_at > now() and s.seen_at', 'where s.seen_at', tables),
  mutant(
    'a session is never idle',
    '2100',
    's.seen_at > now() - case',
    `s.seen_at > now() - interval '1 year' - case`,
    tables,
  ),
  mutant('demo keys work everywhere', '2100', `\n    and (m.kind <> 'demo' or c.demo)`, '', tables),
  mutant('one more try than allowed', '0200', 'a.failures >= c.login_failures', 'a.failures > c.login_failures', login),
  mutant('no try is counted', '0200', 'perform private.count_failure();', 'null;', login),
  mutant(
    'the caller names the own address',
    '0200',
    `reverse(split_part(reverse(private.request_header('x-forwarded-for')), ',', 1))`,
    `split_part(private.request_header('x-forwarded-for'), ',', 1)`,
    login,
  ),
  mutant('each address of IPv6 has ten tries', '0200', 'when 6 then 64', 'when 6 then 128', login),
  mutant(
    'keys of full strength are locked out',
    '0200',
    'wait := case when strong then 0 else private.login_wait() end',
    'wait := private.login_wait()',
    login,
  ),
  mutant('any number of sessions', '2100', 'offset 49', 'offset 4900', login),
  mutant(
    'the last admin key is withdrawn',
    '0400',
    `where m.role = 'admin' and m.id <> key_id and`,
    `where m.role = 'admin' and`,
    keys,
  ),
  mutant('a replaced key lives longer', '1800', 'least(m.expires_at, now() + keep_old)', 'now() + keep_old', keys),
  mutant(
    'a replaced key lives for a year',
    '1800',
    `keep_old > interval '30 days'`,
    `keep_old > interval '1 year'`,
    keys,
  ),
  mutant(
    'any key unlocks the counts',
    '1900',
    `if (found_key.access).role is distinct from 'admin' then`,
    'if (found_key.access).role is null then',
    keys,
  ),
  mutant(
    'a technician unlocks the counts',
    '1900',
    `if private.require_session() = 'technician' then`,
    `if private.require_session() = 'nobody' then`,
    functions,
  ),
  mutant(
    'a key that ended long ago is made',
    '2300',
    'when until <= now() then',
    `when until <= '1000-01-01' then`,
    keys,
  ),
  mutant(
    'the row of a refused key is shown',
    '2300',
    `when with_label is null or with_label !~ '\\S' or not`,
    'when not',
    keys,
  ),
  mutant(
    'everybody lists the sessions of every key',
    '2200',
    `if who <> 'admin' and asked <> own then`,
    'if false then',
    list,
  ),
  mutant('everybody ends every session', '2200', `and (who = 'admin' or s.main_id = own)`, '', list),
];
