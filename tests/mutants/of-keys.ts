import { mutant, type Mutant } from './mutant.ts';

/** Weakenings of how keys end, and of whose an attempt is. */
export const ofKeys: Mutant[] = [
  mutant(
    'the end of an old portal’s key is passed on',
    `when access.kind = 'old' then null when access.end_reason`,
    'when access.end_reason',
    'key-ends',
  ),
  mutant(
    'a time of grace is passed on',
    'then access.expires_at else access.granted_until end',
    'then access.expires_at else access.expires_at end',
    'key-ends',
  ),
  mutant(
    'an end that an admin set is not passed on',
    `case when until is null then granted else nullif(until, 'infinity') end`,
    `nullif(until, 'infinity')`,
    'key-ends',
  ),
  mutant('the old key outlives the new one', 'now() + keep_old, ends)', 'now() + keep_old)', 'key-ends'),
  mutant(
    'a rotation gives the old key more time',
    'least(m.expires_at, now() + keep_old,',
    'least(now() + keep_old,',
    'key-ends',
  ),
  mutant('a key ends in the past', 'when ends <= now() then', 'when false then', 'key-ends'),
  mutant(
    'a key ends in the year 20260',
    `when ends >= '2100-01-01T00:00:00+08:00' then`,
    'when false then',
    'key-ends',
  ),
  mutant(
    'an end that was stored before is refused',
    'if ends is distinct from granted then reason := private.end_problem(ends); end if;',
    'reason := private.end_problem(ends);',
    'key-ends',
  ),
  mutant('the last admin key ends', 'and other.id <> access.id and', 'and', 'key-ends'),
  mutant(
    'a demo key counts as the last admin key',
    `\n        and (other.kind <> 'demo' or c.demo)) then`,
    ') then',
    'key-ends',
  ),
  mutant(
    'a rotated key lives on',
    'when is_rotated and (ends is null or',
    'when false and (ends is null or',
    'key-ends',
  ),
  mutant(
    'an old portal’s key lives on',
    `when access.kind = 'old' and (ends is null or`,
    'when false and (ends is null or',
    'key-ends',
  ),
  mutant(
    'a rotated key forgets what was granted',
    'granted_until = case when is_rotated then m.granted_until end',
    'granted_until = null',
    'key-ends',
  ),
  mutant(
    'an inherited end stays one',
    `end_reason = nullif(m.end_reason, 'inherited'),`,
    'end_reason = m.end_reason,',
    'key-ends',
  ),
  mutant(
    'ends are mended that an admin set',
    `where m.id = any (key_ids) and m.end_reason = 'inherited' and`,
    'where m.id = any (key_ids) and',
    'key-ends',
  ),
  mutant(
    'keys that are over are mended',
    'and m.revoked_at is null and m.expires_at > now() returning',
    'returning',
    'key-ends',
  ),
  mutant(
    'everybody mends ends',
    "perform private.require_admin();\n  if cardinality(key_ids) > private.max_keys_at_once() then\n    raise sqlstate 'PT422' using message = format('At most %s ends",
    "if cardinality(key_ids) > private.max_keys_at_once() then\n    raise sqlstate 'PT422' using message = format('At most %s ends",
    'key-ends',
  ),
  mutant(
    'any number of ends is mended at once',
    "if cardinality(key_ids) > private.max_keys_at_once() then\n    raise sqlstate 'PT422' using message = format('At most %s ends",
    "if false then\n    raise sqlstate 'PT422' using message = format('At most %s ends",
    'key-ends',
  ),
  mutant(
    'another key’s attempt is done',
    'if exists (select 1 from private.attempts a\n        where a.id = hash and',
    'if exists (select 1 from private.attempts a\n        where false and',
    'exactly-once',
  ),
  mutant(
    'an attempt that was forgotten makes its key again',
    'of_sites, until, replaces)\n  on conflict (token) do nothing',
    'of_sites, until, replaces)\n ',
    'exactly-once',
  ),
  mutant(
    'two keys make one attempt at once',
    `perform pg_advisory_xact_lock(hashtextextended('attempt ' || attempt, 0));`,
    '',
    'stock/key-ends',
  ),
  mutant(
    'two imports of a key end in the error of an index',
    `'old', until)\n    on conflict (token) do nothing`,
    `'old', until)\n   `,
    'stock/key-ends',
  ),
];
