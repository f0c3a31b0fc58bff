import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { call, everybody, get, openAttacks, rest, type Attack, storage } from './attack.ts';

const { attack } = openAttacks();

const move = { site_id: 1, revision: 1, task_id: 1, to_site: 2, to_revision: 1, photos: [] };

describe('the functions', () => {
  attack('with an invalid argument', [
    ...[
      { key_id: "1'; drop table public.main; --" },
      { key_id: { $ne: null } },
      { key_id: [1, 2] },
      '{"key_id": 1e400}',
      { key_id: '1 or 1=1' },
      '{"key_id": 99999999999999999999}',
      { key_id: 1, keep_old: '-1 day' },
      { key_id: 1, keep_old: '99999 years' },
      { key_id: 1, keep_old: 'x' },
      '{"key_id": 1, "__proto__": {"role": "admin"}}',
      [],
      [{ key_id: 1 }, { key_id: 2 }],
    ].map((body) => ({ ...call('rotate_key', body), by: everybody })),
    ...[
      { key_id: 1, expires_at: 'never' },
      { key_id: 1, expires_at: '-infinity' },
      { key_id: 1, expires_at: '294277-01-01' },
      { key_id: 1, expires_at: { $gt: '' } },
      { key_id: 1, expires_at: "2098-01-01'; drop table public.main; --" },
      { key_id: 1, expires_at: ['infinity'] },
    ].flatMap((body) => [
      { ...call('rotate_key', body), by: everybody },
      { ...call('set_key_end', body), by: everybody },
    ]),
    ...[
      { key_id: 1, label: 'a\u0000b' },
      { key_id: 1, label: '\u202Ereversed' },
      { key_id: 1, label: 'x'.repeat(121) },
      { key_id: 1, label: "x'; drop table public.main; --".repeat(9) },
      { key_id: { $gt: 0 }, label: 'x' },
    ].map((body) => ({ ...call('set_key_label', body), by: everybody })),
    ...['mend_key_ends', 'rotate_keys', 'revoke_keys', 'set_key_ends', 'links_of_keys'].flatMap((name) =>
      [{ key_ids: 'all' }, { key_ids: { $ne: null } }, '{"key_ids": [1e400]}'].map((body) => ({
        ...call(name, body),
        by: everybody,
      })),
    ),
    ...['-1 day', '99999 years', 'x'].map((keep_old) => ({
      ...call('rotate_keys', { key_ids: [1], keep_old }),
      by: everybody,
    })),
  ]);
});

const attemptHeader = (id: string): Record<string, string> => ({ 'x-portal-attempt': id });

const attemptId = '3f0c9a52-6f5e-4c1b-9d53-0a4b1c2d3e4f';

/** Every write of site One that accepts the id of an attempt. */
const writes = (headers: Record<string, string>): Attack[] => [
  rest('PATCH', 'maintable?id=eq.1&revision=eq.1', { capacity: '9', revision: 2 }, headers),
  rest('PATCH', 'carpost?site_id=eq.1&revision=eq.1', { json: {}, revision: 2 }, headers),
  rest('POST', 'maintable', { name: 'Three' }, headers),
  { ...call('issue_key', { role: 'admin', label: 'Mine' }), headers },
  { ...call('rotate_key', { key_id: 1, keep_old: '0' }), headers },
  { ...call('mend_key_ends', { key_ids: [14] }), headers },
  { ...call('rotate_keys', { key_ids: [14], keep_old: '0' }), headers },
  { ...call('revoke_keys', { key_ids: [14] }), headers },
  { ...call('set_key_ends', { key_ids: [14], expires_at: '2098-12-31T15:59:59Z' }), headers },
  { ...call('restore_change', { change_id: 1 }), headers },
  { ...call('import_site', { site: { name: 'Three', visits: [] } }), headers },
  { ...call('move_visit', move), headers },
  { ...call('make_sticker', { site_id: 1, post: 'Exit' }), headers },
  { ...call('make_link', { site_id: 1, task_ids: [1], label: 'x', days: 7 }), headers },
];

describe('the id of an attempt', () => {
  const madeUpIds = [
    ' ',
    'null',
    '1',
    'f'.repeat(10_000),
    "' or '1'='1",
    `${attemptId}'; drop table private.attempts; --`,
    `{${attemptId}}x`,
    '00000000-0000-0000-0000-000000000000',
    `${attemptId},${attemptId}`,
    'é'.repeat(36),
  ];
  attack(
    'that is made up, by whoever sends it',
    madeUpIds.flatMap((id) =>
      writes(attemptHeader(id)).map((each) => ({ ...each, by: everybody, hidden: true as const })),
    ),
  );
  attack(
    'gives nobody a right',
    writes(attemptHeader(attemptId)).map((each) => ({ ...each, hidden: true as const })),
  );
  attack('is no table of the API', [
    { ...rest('GET', 'attempts', undefined), by: everybody },
    { ...call('note_attempt', {}), by: everybody },
    { ...call('begin_attempt', { what: 'x' }), by: everybody },
    { ...rest('POST', 'attempts', { id: attemptId }, { 'content-profile': 'private' }), by: everybody },
  ]);
});

describe('the keys that a key replaced', () => {
  attack('are not taken from a request', [
    { ...call('whoami', { predecessors: [1] }), by: everybody },
    { ...call('login', { secret_key: 'x', predecessors: [1] }), by: everybody },
    { ...rest('PATCH', 'main?id=eq.1', { replaced_by: 2 }), by: everybody, hidden: true },
    { ...rest('PATCH', 'main?id=eq.1', { successor_of: 2 }), by: everybody, hidden: true },
    { ...rest('POST', 'main', { role: 'admin', label: 'mine', successor_of: 1 }), by: everybody, hidden: true },
    { ...get('main?select=id,successor_of'), by: everybody, hidden: true },
    { ...get('main?select=id&successor_of=gt.0'), by: everybody, hidden: true },
  ]);
  attack(
    'are not made up with an invalid number',
    [
      { successor_of: '1 or 1=1' },
      { successor_of: { $ne: null } },
      { successor_of: [1, 2] },
      { successor_of: 1.5 },
      { successor_of: -1 },
      { successor_of: 0 },
      '{"role": "technician", "label": "mine", "successor_of": 99999999999999999999}',
      '{"role": "technician", "label": "mine", "successor_of": 1e400}',
    ].map((body) => ({
      ...call('issue_key', typeof body === 'string' ? body : { role: 'technician', label: 'mine', ...body }),
      by: everybody,
    })),
  );
  attack(
    'are not asked for with an invalid list',
    [
      { key_ids: "{1}'; drop table public.main; --" },
      { key_ids: { 0: 1 } },
      { key_ids: [[1], [2, 3]] },
      { key_ids: ['x'] },
      { key_ids: Array.from({ length: 1001 }, (_, id) => id) },
      '{"key_ids": [1e400]}',
    ].map((body) => ({ ...call('ended_keys', body), by: everybody })),
  );
});

const everywhere = (body: string, headers: Record<string, string> = {}): Attack[] => [
  { ...rest('POST', 'rpc/login', body, headers) },
  { ...rest('PATCH', 'maintable?id=eq.2', body, headers) },
  { ...rest('POST', 'maintable', body, headers) },
];

describe('a body', () => {
  attack('that is malformed', [
    ...[
      '{',
      '[',
      '"',
      '{"a":}',
      "{'a': 1}",
      '{"secret_key": "x"',
      'NaN',
      'undefined',
      '\u0000',
      '{"a":1}{"b":2}',
      '<x/>',
      '['.repeat(20_000),
    ].flatMap((body) => everywhere(body)),
    ...everywhere('<x/>', { 'content-type': 'text/xml' }),
    ...everywhere('x', { 'content-type': 'application/octet-stream' }),
    ...everywhere('x', { 'content-type': 'multipart/form-data; boundary=y' }),
  ]);
  attack(
    'with U+0000',
    [
      call('login', { secret_key: 'a\u0000' }),
      call('search_visits', { words: '\u0000' }),
      call('search_visits', { words: 'arm', forms: [['a', '\u0000']] }),
      call('search_visits', { words: 'arm', of_sites: ['\u0000'] }),
      call('search_visits', { words: 'arm', person: '\u0000' }),
      rest('POST', 'maintable', { name: 'a\u0000' }),
      rest('PATCH', 'maintable?id=eq.1', { capacity: '\u0000', revision: 2 }),
      storage('POST', `object/list/${bucket}`, { prefix: '\u0000' }),
      storage('POST', `object/sign/${bucket}`, { expiresIn: 9, paths: ['\u0000'] }),
      storage('POST', 'object/copy', { bucketId: bucket, sourceKey: '\u0000', destinationKey: objectName(1, 4) }),
      get('maintable?name=eq.%00'),
      get('%00'),
      storage('GET', `object/${bucket}/%00`),
    ].map((each) => ({ ...each, by: everybody })),
  );
  attack(
    'that is too large without a session',
    [
      ...['rpc/login', 'rpc/whoami', 'maintable'].map((path) =>
        rest('POST', path, `{"secret_key": "${'x'.repeat(1_100_000)}"}`),
      ),
      storage('POST', `object/${bucket}/${objectName(1, 4)}`, 'x'.repeat(1_100_000), { 'content-type': 'image/jpeg' }),
      storage('POST', `object/list/${bucket}`, `{"prefix": "${'x'.repeat(1_100_000)}"}`),
    ].map((each) => ({
      ...each,
      by: ['no session' as const, 'made-up session' as const, 'expired session' as const, 'idle session' as const],
    })),
  );
  attack(
    'of the wrong types',
    [
      { status: 'maybe' },
      { status: 7 },
      { person_in_charge: 'me' },
      { person_in_charge: -1 },
      { person_in_charge: { a: 1 } },
      { person_in_charge: 1e300 },
      { revision: 'x' },
      { revision: null },
      { tasks2024: 5 },
      { tasks2024: {} },
      { tasks2024: [null] },
      { tasks2024: [[]] },
      { tasks2024: 'x' },
      { equipment: [] },
      { equipment: { prototype: 'a' } },
      { name: null },
      { name: '' },
      { name: 'x'.repeat(121) },
      { nowhere: 1 },
      { capacity: 'a\u202Eb' },
      { visit_every_months: -1 },
    ].map((body) => ({
      ...rest('PATCH', 'maintable?id=eq.1', { revision: 2, ...body }),
      by: ['no session' as const, 'technician of One' as const, 'admin' as const],
    })),
  );
  attack(
    'with invalid car posts',
    [
      [],
      null,
      5,
      'x',
      { P: {} },
      { P: [1] },
      { constructor: [] },
      { P: [{ type: 'x', entrance: -1, exit: 0, year: 2024 }] },
      { P: [{ type: 'x', entrance: 1, exit: 0, year: 1 }] },
      { '': [] },
    ].map((json) => ({
      ...rest('PATCH', 'carpost?site_id=eq.1', { json, revision: 2 }),
      by: ['no session' as const, 'unlocked client of One' as const, 'admin' as const],
    })),
  );
});

describe('a URL', () => {
  attack(
    'with an invalid filter',
    [
      'id=eq.x',
      'id=foo.1',
      'id=eq.1;drop',
      'nowhere=eq.1',
      'name=foo.bar',
      'id=in.(',
      'id=in.(1;2)',
      'status=is.maybe',
      'name=fts.x',
      'or=(',
      'or=(id.eq.1',
      'order=nowhere',
      'order=id.sideways',
      'select=pg_sleep(3)',
      'select=nowhere',
      'select=main!inner(nowhere)',
      'id=eq.99999999999999999999999',
      'tasks2024=cs.{',
      'limit=-1',
    ].map((query) => ({ ...get(`maintable?${query}`), by: everybody.slice(0, 3) })),
  );
  attack(
    'that names no table',
    [
      'nowhere',
      '..%2fmain',
      'main%00',
      '%22main%22',
      'main;drop',
      'pg_class',
      'public.main',
      'MAIN',
      'x'.repeat(3000),
    ].map((path) => ({ ...get(path), by: everybody })),
  );
  attack(
    'with an invalid range',
    [{ range: '5-2' }, { range: '-5-' }].map((headers) => ({
      ...get('maintables', headers),
      by: everybody.slice(0, 2),
    })),
  );
});
