import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sessionOf } from '../database/access/callers.ts';
import { gone } from '../database/access/matrix.ts';
import { send } from '../database/access/outcomes.ts';
import { sessionIn } from '../database/shapes.ts';
import { bucket, objectName } from '../database/support/base-rows.ts';
import { call, everybody, get, openAttacks, rest, storage, type Attack } from './attack.ts';

const { attack, portal } = openAttacks();
const file = `object/${bucket}/${objectName(1)}`;
/** A read, a write and a download with these headers. */
const requestsWith = (headers: Record<string, string>): Attack[] => [
  { ...get('maintables', headers), by: everybody },
  { ...rest('PATCH', 'maintable?id=eq.1', { capacity: '9', revision: 2 }, headers), by: everybody },
  { ...storage('GET', file, undefined, headers), by: everybody },
];

describe('a session', () => {
  const madeUpSessions = [
    '',
    ' ',
    'null',
    'undefined',
    '[]',
    '%00',
    '1',
    'f'.repeat(63),
    'f'.repeat(64),
    'f'.repeat(65),
    'g'.repeat(64),
    'f'.repeat(10_000),
    "' or '1'='1",
    `"}'; drop table public.main; --`,
    'é'.repeat(64),
    `\\u0000${'f'.repeat(58)}`,
    'true',
    'admin',
    `${sessionOf('admin') ?? ''} `.repeat(2),
  ];
  attack(
    'that is made up',
    madeUpSessions.flatMap((session) => [
      { ...call('whoami', {}), session, answer: gone },
      { ...get('maintables'), session, answer: gone },
      { ...storage('GET', file), session },
    ]),
  );
  attack(
    'sent in another way',
    [
      ...['session', 'x-portal_session', 'portal-session', 'x-session', 'cookie', 'x-forwarded-portal-session'].map(
        (name) => get('maintables', { [name]: sessionOf('admin') ?? '' }),
      ),
      get(`maintables?x-portal-session=${sessionOf('admin') ?? ''}`),
      { ...get('maintables', { 'x-portal-session': `${sessionOf('client of Two')},${sessionOf('admin')}` }) },
    ]
      .map((each) => ({ ...each, by: ['no session', 'made-up session'] as const }))
      .map(({ by, ...each }) => ({ ...each, by: [...by] })),
  );
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token', () => {
  const claims = encoded({ role: 'service_role', iss: 'supabase', iat: 1_600_000_000, exp: 4_000_000_000 });
  const signedToken = (secret: string, payload = claims) => {
    const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${payload}`;
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
  };
  const tokens = [
    `${encoded({ alg: 'none' })}.${claims}.`,
    `${encoded({ alg: 'None' })}.${claims}.x`,
    `${encoded({ alg: 'nOnE', typ: 'JWT' })}.${claims}.`,
    `${encoded({ alg: 'RS256', jwk: { kty: 'oct', k: '' } })}.${claims}.x`,
    `${encoded({ alg: 'HS256', kid: '../../../dev/null' })}.${claims}.x`,
    signedToken(''),
    signedToken('secret'),
    signedToken('super-secret-jwt-token-with-at-least-32-characters-long'),
    signedToken('sb_publishable_local'),
    signedToken('secret', encoded({ role: 'postgres' })),
    signedToken('secret', encoded({ role: 'supabase_admin', sub: '1' })),
    'sb_secret_local',
    'service_role',
    'x',
    '..',
    'a.b.c',
  ];
  attack(
    'that is forged',
    tokens.flatMap((token) => requestsWith({ authorization: `Bearer ${token}` })),
  );
  attack(
    'sent as the API key',
    tokens
      .filter((token) => token !== '..')
      .flatMap((apikey) => [
        { ...get('maintables', { apikey }), by: everybody },
        { ...storage('GET', file, undefined, { apikey }), by: everybody },
      ]),
  );
  attack(
    'from the auth API',
    [
      'signup',
      'token?grant_type=password',
      'otp',
      'magiclink',
      'recover',
      'invite',
      'admin/users',
      'verify',
      'logout',
      'sso',
      'authorize?provider=google',
    ].map((path) => ({
      request: `POST /auth/v1/${path}`,
      body: { email: 'a@b.example', password: 'long enough' },
      by: everybody,
    })),
  );
  attack(
    'sent to GraphQL, functions and other services',
    [
      '/graphql/v1',
      '/rest/v1/rpc/graphql',
      '/functions/v1/x',
      '/pg/query',
      '/pg-meta/default/query',
      '/realtime/v1/api/broadcast',
      '/analytics/v1/x',
      '/',
      '/rest',
      '/storage/v1',
      '/rest/v2/main',
    ].map((path) => ({ request: `POST ${path}`, body: { query: '{ __schema { types { name } } }' }, by: everybody })),
  );
});

const login = (secret_key: unknown, headers = {}) => send(portal(), { ...call('login', { secret_key }), headers });

describe('a key', () => {
  test('cannot be guessed: each IP address has ten attempts, whatever its headers claim', async () => {
    await portal().sql('update private.settings set login_failures = default');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt += 1)
      statuses.push(
        (
          await login(`GUESS-${attempt}`, {
            'x-forwarded-for': `203.0.113.${attempt}, 198.51.100.9`,
            forwarded: `for=203.0.113.${attempt}`,
            'x-real-ip': `203.0.113.${attempt}`,
          })
        ).status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(30).fill(429)]);
    await portal().sql('update private.settings set login_failures = 1000');
  });

  test('that was valid once is refused exactly like a key that never was', async () => {
    const responses = [];
    for (const secret of [
      'revoked key',
      'expired key',
      'demo key outside a demo',
      'never issued',
      '',
      ' ',
      "' or 1=1 --",
      '%',
      'x'.repeat(300),
    ])
      responses.push(await login(secret));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  test('gives each login a new session, never the session that was sent with it', async () => {
    const sentSession = 'a'.repeat(64);
    const [first, second] = [
      await login('admin', { 'x-portal-session': sentSession }),
      await login('admin', { 'x-portal-session': sentSession }),
    ];
    const [firstSession, secondSession] = [
      sessionIn(JSON.parse(first.text)).session,
      sessionIn(JSON.parse(second.text)).session,
    ];
    expect(new Set([sentSession, firstSession, secondSession]).size).toBe(3);
    expect((await send(portal(), call('whoami', {}), sentSession)).status).toBe(401);
    for (const session of [firstSession, secondSession]) await send(portal(), call('logout', {}), session);
  });

  test('gives a session that is useless after the logout, however often its requests are repeated', async () => {
    const { session } = sessionIn(JSON.parse((await login('admin')).text));
    expect((await send(portal(), call('whoami', {}), session)).status).toBe(200);
    await send(portal(), call('logout', {}), session);
    for (const request of [call('whoami', {}), get('maintables'), call('end_sessions', {}), storage('GET', file)])
      expect((await send(portal(), request, session)).status).toBeGreaterThanOrEqual(400);
  });
});
