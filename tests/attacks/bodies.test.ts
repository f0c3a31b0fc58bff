import { describe } from 'vitest';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { call, everybody, get, openAttacks, rest, storage, type Attack } from './attack.ts';

const { attack } = openAttacks();

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
