import { bucket } from '../../../src/lib/file-names.ts';
import { faultBucket } from '../../../src/records/fault/fault.ts';
import { megabyte } from '../../../src/records/upload/file-limits.ts';
import { callFunction, memberOf, type RawResponse } from '../place/raw-api.ts';
import { isKeyRefused } from './serving-checks.ts';
import {
  advice,
  apiColumns,
  asAdmin,
  asAnybody,
  skipped,
  listedNames,
  madeUpName,
  ok,
  storagePath,
  responseWords,
  type SmokeCheck,
} from './smoke-check.ts';

const protectAdvice = 'publish nothing, and apply the migrations: npx supabase db push';
const madeUpSession = 'f'.repeat(64);

const hasRows = ({ body }: RawResponse) => Array.isArray(body) && body.length > 0;

const strangers = asAnybody('without a session nothing can be read', async ({ ask, siteId }) => {
  for (const [table, [column = 'id']] of Object.entries(apiColumns))
    for (const session of [undefined, madeUpSession]) {
      const response = await ask(`/rest/v1/${table}?select=${column}&limit=1`, { session });
      // A policy is evaluated only for rows. Without a site (`siteId`) the tables may have none, and an empty answer is no problem.
      if (response.status < 400 && (hasRows(response) || siteId !== undefined))
        return advice(
          hasRows(response)
            ? `Strangers can read the table ${table}: ${protectAdvice}.`
            : `${table} answers strangers as if they were logged in: apply the migrations: npx supabase db push.`,
        );
    }
  for (const name of [
    'whoami',
    'site_overview',
    'follow_ups',
    'list_faults',
    'fault_news',
    'list_links',
    'document_marks',
    'list_sessions',
    'list_changes',
    'list_client_errors',
  ]) {
    const response = await callFunction(ask, name, {});
    if (response.status < 400) return advice(`The function ${name} answers strangers: ${protectAdvice}.`);
  }
  return ok();
});

/** This counts as one of the ten failed logins that an IP may have in a quarter of an hour. */
const wrongKey = asAnybody('a wrong key is refused', async ({ ask, opened }) => {
  const response = await callFunction(ask, 'login', { secret_key: 'SMOKE-TEST-0000' });
  const session = memberOf(response.body, 'session');
  if (typeof session === 'string') opened.push(session);
  return response.status === 401 || response.status === 429
    ? ok()
    : advice(
        `The answer to a wrong key must be 401: apply the migrations: npx supabase db push. ${responseWords(response)}`,
      );
});

const noDemo = asAnybody('the demo keys are unknown', async ({ ask, adminKey, opened }) => {
  const response = await callFunction(ask, 'login', { secret_key: 'EMPTY-DEMO-0000' });
  const session = memberOf(response.body, 'session');
  if (typeof session !== 'string') return ok();
  opened.push(session);
  // the admin key of the demo
  return adminKey.startsWith('GATEKEEPER-')
    ? skipped('this is a project with demo data')
    : advice('The demo keys of the README work here: run: update private.settings set demo = false;');
});

/** The codes of PostgreSQL for a value that a check refuses, that is too long, or that another row has already. */
const refusedByColumn = /^(?:23514|22001|23505)$/u;

/** A value that is too long for the column. If nothing else refuses the change, the column does, so that no row is changed. */
const impossible = { name: 'x'.repeat(20_000) };

const blindWrites = asAdmin('nobody can change all rows at once', async ({ ask, siteId }, admin) => {
  if (siteId === undefined) return skipped('there is no site yet');
  for (const session of [undefined, admin]) {
    const response = await ask('/rest/v1/maintable', {
      method: 'PATCH',
      session,
      body: impossible,
      headers: { prefer: 'return=minimal' },
    });
    const isUnprotected = response.status < 400 || refusedByColumn.test(String(memberOf(response.body, 'code')));
    if (isUnprotected)
      return advice(
        `A change without a filter reaches every site: apply the migrations: npx supabase db push. ${responseWords(response)}`,
      );
  }
  for (const table of Object.keys(apiColumns)) {
    const column = table === 'carpost' ? 'site_id' : 'id';
    const response = await ask(`/rest/v1/${table}?${column}=eq.-1`, { method: 'DELETE', session: admin });
    if (response.status < 400) return advice(`Rows of ${table} can be deleted: ${protectAdvice}.`);
  }
  return ok();
});

const hashes = asAdmin('the hashes of keys cannot be read', async ({ ask }, session) => {
  const response = await ask('/rest/v1/main?select=token&limit=1', { session });
  return response.status < 400 ? advice(`The hashes of the keys can be read: ${protectAdvice}.`) : ok();
});

const hiddenSchemas = asAdmin('other schemas cannot be reached', async ({ ask }, session) => {
  for (const name of ['private', 'auth', 'storage', 'extensions', 'vault', 'graphql_public']) {
    const response = await ask('/rest/v1/settings?limit=1', { session, headers: { 'accept-profile': name } });
    if (response.status !== 406)
      return advice(
        `Under Project Settings > Data API > Exposed schemas leave only public; at the moment ${name} is there too.`,
      );
  }
  return ok();
});

const noListOfTables = asAnybody('the API does not list its tables', async ({ ask }) => {
  const { status, body } = await ask('/rest/v1/');
  const names = status === 200 ? Object.keys(memberOf(body, 'paths') ?? {}) : [];
  return names.length > 1
    ? advice(
        'The API lists its tables to anyone: on a server of your own set PGRST_OPENAPI_MODE=disabled; a hosted project is closed by Supabase, so ask its support.',
      )
    : ok();
});

const noGraphql = asAnybody('GraphQL is off', async ({ ask }) => {
  const question = { query: '{ __schema { types { name } } }' };
  const responses = [
    await ask('/graphql/v1', { method: 'POST', body: question }),
    await ask('/rest/v1/rpc/graphql', { method: 'POST', body: question }),
  ];
  return responses.some(({ body }) => typeof memberOf(memberOf(body, 'data'), '__schema') === 'object')
    ? advice('GraphQL lists the tables to anyone: switch pg_graphql off under Database > Extensions.')
    : ok();
});

const privateBucket = asAnybody('files have no public URL', async ({ ask, siteId, file }) => {
  const response = await ask(`${storagePath}/object/public/${bucket}/${file ?? madeUpName(siteId ?? 1)}`);
  // in a private bucket no file is looked for: the answer is "Bucket not found"
  const isPublic = response.status === 200 || /object not found/iu.test(response.text);
  return isPublic
    ? advice(
        `Anyone can open photos: switch off Storage > ${bucket} > Edit bucket > Public bucket, or run: update storage.buckets set public = false where id = '${bucket}';`,
      )
    : ok();
});

const noListing = asAnybody('strangers can neither list nor open files', async ({ ask, file }) => {
  const visibleNames = (await Promise.all(['', 'sites', 'sites/1'].map((prefix) => listedNames(ask, prefix)))).flat();
  const response = file === undefined ? null : await ask(`${storagePath}/object/${bucket}/${file}`);
  return visibleNames.length > 0 || response?.status === 200
    ? advice(
        'Strangers can list or open files: under Storage > Policies, delete the policies of storage.objects that the migrations did not make, then run npx supabase db push.',
      )
    : ok();
});

/**
 * A made-up secret in the form of the secrets of stickers and links. Each use counts as one of the 120 wrong secrets that an IP may send in
 * an hour.
 */
const madeUpSecret = '0'.repeat(28);

const madeUpSecrets = asAnybody('a made-up code opens no sticker and no link', async ({ ask }) => {
  for (const [name, args] of Object.entries({ open_sticker: {}, report_from_sticker: { report: {} }, open_link: {} })) {
    const response = await callFunction(ask, name, { secret: madeUpSecret, ...args });
    if (isKeyRefused(response)) return skipped('needs the publishable key');
    if (response.status !== 429 && memberOf(response.body, 'code') !== 'PT404')
      return advice(
        `The answer of ${name} to a made-up code must be 404: apply the migrations: npx supabase db push. ${responseWords(response)}`,
      );
  }
  return ok();
});

const limitPhotos = `update storage.buckets set public = false, file_size_limit = ${2 * megabyte}, allowed_mime_types = '{image/jpeg}' where id = '${faultBucket}';`;

/** Files that nobody may store: a photo whose name no report has, a photo that is too large, and an HTML page. */
const strangePhotos: readonly [what: string, bytes: number, type: string][] = [
  ['A photo that no report waits for', 1, 'image/jpeg'],
  ['A photo of more than 2 MB', 2 * megabyte + 1, 'image/jpeg'],
  ['A file that is no photo', 1, 'text/html'],
];

const strangePhotoUploads = asAnybody(
  'strangers store nothing among the photos of reports',
  async ({ ask, siteId, admin }) => {
    const name = `faults/${siteId ?? 1}/1/00000000-0000-4000-8000-000000000000.jpg`;
    for (const session of [undefined, admin])
      for (const [what, bytes, type] of strangePhotos) {
        const response = await ask(`${storagePath}/object/${faultBucket}/${name}`, {
          method: 'POST',
          session,
          headers: { 'content-type': type },
          body: new Uint8Array(bytes),
          timeoutMs: 60_000,
        });
        if (/bucket not found/iu.test(response.text))
          return advice(`The bucket ${faultBucket} is not there: apply the migrations: npx supabase db push.`);
        if (response.status < 400)
          return advice(`${what} is stored in ${faultBucket}: ${protectAdvice}, and run: ${limitPhotos}`);
      }
    const publicResponse = await ask(`${storagePath}/object/public/${faultBucket}/${name}`);
    return /object not found/iu.test(publicResponse.text)
      ? advice(`Anyone can open photos of reports: run: ${limitPhotos}`)
      : ok();
  },
);

/** Checks that Supabase Auth, which the portal does not use, lets nobody sign up. */
const noSignUp = asAnybody('nobody can sign up', async ({ ask }) => {
  const { status, body } = await ask('/auth/v1/settings');
  if (status === 404 || status >= 500) return ok('there is no Supabase Auth');
  const external = memberOf(body, 'external');
  if (memberOf(external, 'anonymous_users') === true)
    return advice('Switch off Authentication > Sign In / Providers > Allow anonymous sign-ins.');
  if (memberOf(body, 'disable_signup') === false)
    return advice('Switch off Authentication > Sign In / Providers > Allow new users to sign up.');
  return ok();
});

export const refusalChecks: readonly SmokeCheck[] = [
  strangers,
  wrongKey,
  noDemo,
  hashes,
  blindWrites,
  hiddenSchemas,
  privateBucket,
  noListing,
  madeUpSecrets,
  strangePhotoUploads,
  noListOfTables,
  noGraphql,
  noSignUp,
];
