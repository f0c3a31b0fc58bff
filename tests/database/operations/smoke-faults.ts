import { megabyte } from '../../../src/records/upload/file-limits.ts';
import type { SmokeOptions } from '../../../supabase/operations/smoke/run-smoke.ts';
import { bucket, keys } from '../support/base-rows.ts';

/** Wraps the backend and breaks something. */
export type Spoiler = (request: Request, serve: (request: Request) => Promise<Response>) => Promise<Response>;

function withHeaders(request: Request, headers: Record<string, string | null>): Request {
  const changed = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers))
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  return new Request(request, { headers: changed });
}

const pathOf = (request: Request) => new URL(request.url).pathname;
/** Replaces the answers of the paths that match. */
const instead =
  (path: RegExp, respond: (request: Request) => Response | null): Spoiler =>
  async (request, serve) =>
    (path.test(pathOf(request)) ? respond(request) : null) ?? serve(request);
const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
/** Answers callers without a session as it answers the admin. */
const opened =
  (path: RegExp, session: () => string): Spoiler =>
  (request, serve) =>
    serve(
      path.test(pathOf(request)) && !request.headers.has('x-portal-session')
        ? withHeaders(request, { 'x-portal-session': session() })
        : request,
    );

type Fault = [what: string, spoil: Spoiler, advice: RegExp];
export const asItIs: Spoiler = (request, serve) => serve(request);
/** Replaces the answer to some requests. */
const where =
  (is: (request: Request) => boolean, respond: () => Response): Spoiler =>
  (request, serve) =>
    is(request) ? Promise.resolve(respond()) : serve(request);

/** Replaces the answers to uploads of more bytes than this. */
const uploadsOver =
  (bytes: number, respond: () => Response): Spoiler =>
  async (request, serve) => {
    if (request.method !== 'POST' || !pathOf(request).includes(`/object/${bucket}/`)) return serve(request);
    return (await request.clone().arrayBuffer()).byteLength > bytes ? respond() : serve(request);
  };

/** Faults that prevent the checks after them, so each is tried alone. */
export const singleFaults = (session: () => string): [...Fault, options?: Partial<SmokeOptions>][] => [
  [
    'a header that REST drops',
    (request, serve) => serve(withHeaders(request, { 'x-portal-session': null })),
    /REST interface drops the header x-portal-session/,
  ],
  ['another project’s key', asItIs, /copy the publishable key/, { anonKey: 'sb_publishable_other' }],
  ['a secret key in its place', asItIs, /replace it at once/, { anonKey: 'sb_secret_abc' }],
  [
    'a secret key of the old kind',
    asItIs,
    /replace it at once/,
    { anonKey: `x.${Buffer.from('{"role":"service_role"}').toString('base64url')}.x` },
  ],
  ['a URL without encryption', asItIs, /use the https URL/, { url: 'http://project.test' }],
  ['a project that is going up', instead(/^\/rest\/v1\/maintables/, json({}, 503)), /not up: check its home page/],
  ['a wrong admin key', asItIs, /The admin key is refused/, { adminKey: 'WRONG-KEY-0000' }],
  ['a client’s key as the admin’s', asItIs, /--admin-key is not an admin key/, { adminKey: keys.siteOne }],
  [
    'too many tries',
    instead(/rpc\/login$/, json({ code: 'PT429', message: 'x', hint: '600' }, 429)),
    /try again in "600" seconds/,
  ],
  [
    'no schema at all',
    instead(/^\/rest\/v1\/./, json({ code: 'PGRST205' }, 404)),
    /function login is missing: apply the migrations/,
  ],
  [
    'no bucket',
    uploadsOver(0, json({ statusCode: '404', error: 'Bucket not found' }, 400)),
    /The bucket rfidboomgatephoto is not there/,
  ],
  [
    'a storage with a lower limit than the bucket',
    uploadsOver(10 * megabyte, json({ statusCode: '413', error: 'Payload too large' }, 400)),
    /Reports of 25 MB are refused: .*Upload file size limit/,
  ],
  [
    'a bucket with a higher limit',
    uploadsOver(25 * megabyte, json({ Key: 'x' }, 200)),
    /does not refuse a file that is too large: run: update storage.buckets set file_size_limit = 26214400/,
  ],
  [
    'sites that cannot be read',
    where(({ headers }) => headers.get('prefer') === 'count=exact', json({}, 500)),
    /Sites cannot be read/,
  ],
  [
    'a gateway that does not know the header of a save',
    where(
      ({ method, url }) => method === 'OPTIONS' && url.includes('/rest/'),
      () =>
        new Response(null, {
          headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'apikey, x-portal-session' },
        }),
    ),
    /For tables and functions .* do not allow the header x-portal-attempt/,
  ],
  [
    'a gateway that does not know the header of the members of a task',
    where(
      ({ method, url }) => method === 'OPTIONS' && url.includes('/rest/'),
      () =>
        new Response(null, {
          headers: {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': 'apikey, x-portal-session, x-portal-attempt',
          },
        }),
    ),
    /For tables and functions .* do not allow the header x-portal-members/,
  ],
  ['an admin’s key as the client’s', asItIs, /--client-key is not a client key/, { clientKey: keys.admin }],
  [
    'a login that lets everybody in',
    instead(/rpc\/login$/, () => Response.json({ session: session(), role: 'admin' })),
    /a wrong key is refused: The answer to a wrong key must be 401/,
  ],
];

/** Faults in rounds: each fault of a round breaks another check. */
export const roundsOf = (session: () => string): Fault[][] => [
  [
    [
      'a missing column',
      (request, serve) =>
        serve(
          pathOf(request).endsWith('/carpost') ? new Request(request.url.replace('json', 'jason'), request) : request,
        ),
      /Not every column of carpost/,
    ],
    ['a lost file', where(({ url }) => /object\/sign.*token=/u.test(url), json({}, 400)), /restore it from a backup/],
    [
      'a gateway that knows no other origins',
      where(
        ({ method }) => method === 'OPTIONS',
        () => new Response(null, { status: 204 }),
      ),
      /does not allow calls from https:\/\/portal.test/,
    ],
    [
      'a table that strangers read',
      opened(/\/rest\/v1\/maintable$/, session),
      /Strangers can read the table maintable/,
    ],
    [
      'hashes in the open',
      where(({ url }) => url.includes('select=token'), json([{ token: 'x' }])),
      /hashes of the keys can be read/,
    ],
    [
      'changes without a filter',
      where(({ method }) => method === 'PATCH', json({ code: '23514' }, 400)),
      /without a filter reaches every site/,
    ],
    [
      'another exposed schema',
      where(({ headers }) => headers.get('accept-profile') === 'auth', json([])),
      /at the moment auth is there too/,
    ],
    [
      'stickers that open by any code',
      instead(/rpc\/report_from_sticker$/, json({ fault: 1 })),
      /The answer of report_from_sticker to a made-up code must be 404/,
    ],
    [
      'photos of reports from anybody',
      where(({ method, url }) => method === 'POST' && url.includes('/object/rfidboomgatefaults/'), json({ Key: 'x' })),
      /A photo that no report waits for is stored in rfidboomgatefaults/,
    ],
    ['names of files in the open', opened(/object\/list\//, session), /Strangers can list or open files/],
    [
      'tables that the API lists',
      instead(/^\/rest\/v1\/$/, json({ paths: { '/': {}, '/main': {} } })),
      /PGRST_OPENAPI_MODE=disabled/,
    ],
    ['GraphQL', instead(/graphql/, json({ data: { __schema: { types: [] } } })), /switch pg_graphql off/],
    ['sign-ups', instead(/^\/auth\//, json({ disable_signup: false, external: {} })), /Allow new users to sign up/],
    [
      'sessions that do not end',
      instead(/\/logout$/, () => new Response(null, { status: 204 })),
      /still works after the logout/,
    ],
  ],
  [
    [
      'links that open by any code',
      instead(/rpc\/open_link$/, json({ visits: [] })),
      /The answer of open_link to a made-up code must be 404/,
    ],
    [
      'an older schema',
      instead(/rpc\/list_sessions$/, json({ code: 'PGRST202' }, 404)),
      /function list_sessions is missing or outdated: apply the migrations/,
    ],
    [
      'a header that storage drops',
      (request, serve) =>
        serve(pathOf(request).startsWith('/storage/') ? withHeaders(request, { 'x-portal-session': null }) : request),
      /storage gets the session too: .*\/storage\/v1 as well/,
    ],
    [
      'a gateway that does not know the header',
      where(
        ({ method, url }) => method === 'OPTIONS' && url.includes('/storage/'),
        () =>
          new Response(null, {
            headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'apikey' },
          }),
      ),
      /For files .* do not allow the header x-portal-session/,
    ],
    [
      'a function that answers strangers',
      opened(/rpc\/site_overview$/, session),
      /The function site_overview answers strangers/,
    ],
    [
      'rows that can be deleted',
      where(
        ({ method }) => method === 'DELETE',
        () => new Response(null, { status: 204 }),
      ),
      /Rows of main can be deleted/,
    ],
    [
      'anonymous sign-ins',
      instead(/^\/auth\//, json({ disable_signup: true, external: { anonymous_users: true } })),
      /Allow anonymous sign-ins/,
    ],
  ],
];
