import { bucket } from '../../../src/lib/file-names.ts';
import { maxPdfMegabytes, megabyte } from '../../../src/records/upload/file-limits.ts';
import { callFunction, memberOf, type RawResponse } from '../place/raw-api.ts';
import { isSecretKey } from '../place/secret-key.ts';
import {
  advice,
  apiColumns,
  apiFunctions,
  asAdmin,
  asAnybody,
  skipped,
  listedNames,
  madeUpName,
  ok,
  storagePath,
  responseWords,
  type SmokeCheck,
  type SmokeRun,
} from './smoke-check.ts';

/** The preflight requests that a browser sends before calls from another origin. */
const preflights = {
  'tables and functions': ['/rest/v1/rpc/whoami', 'POST'],
  saving: ['/rest/v1/maintable', 'PATCH'],
  files: ['/storage/v1/object/sign/rfidboomgatephoto', 'POST'],
} as const;
const ownHeaders = ['x-portal-session', 'x-portal-attempt', 'x-portal-members', 'x-portal-link', 'x-portal-batch'];
const sentHeaders = ['apikey', 'authorization', 'content-type', 'prefer', 'x-client-info', ...ownHeaders].join(',');

export const isLocal = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

const encrypted = asAnybody('the connection is encrypted', ({ url }) => {
  if (url.protocol === 'https:') return ok();
  if (isLocal(url)) return ok('not needed on this machine');
  return advice('Keys would travel in the clear: use the https URL from Project Settings > Data API.');
});

/** Whether a response refuses the publishable key itself. A missing session is refused with the same status. */
export const isKeyRefused = ({ status, body }: RawResponse) =>
  status === 401 && /api ?key|PGRST30[0-3]|JWS|JWT/iu.test(JSON.stringify(body));

const publishable = asAnybody('the publishable key is accepted', async ({ ask, anonKey }) => {
  if (isSecretKey(anonKey))
    return advice(
      'This is a secret key, which can do everything: replace it at once under Project Settings > API Keys, and give the publishable one to the portal.',
    );
  const response = await ask('/rest/v1/maintables?select=id&limit=1');
  if (isKeyRefused(response))
    return advice('The key is not this project’s: copy the publishable key from Project Settings > API Keys.');
  if (response.status >= 500)
    return advice(`The project exists but is not up: check its home page in the dashboard. ${responseWords(response)}`);
  return ok();
});

const crossOrigin = asAnybody('a browser may call from the portal’s origin', async ({ ask, origin }) => {
  for (const [what, [path, method]] of Object.entries(preflights)) {
    const { status, headers } = await ask(path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': sentHeaders,
      },
    });
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
    const isOriginAllowed = ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
    const listed = allowed.split(/[,\s]+/u);
    const refused = listed.includes('*') ? undefined : ownHeaders.find((header) => !listed.includes(header));
    if (status >= 400 || !isOriginAllowed)
      return advice(
        `For ${what} the gateway does not allow calls from ${origin}: add that origin to its CORS settings (a hosted project allows every one).`,
      );
    if (refused !== undefined)
      return advice(
        `For ${what} the gateway’s CORS settings do not allow the header ${refused}: add it to the allowed headers.`,
      );
  }
  return ok(origin);
});

/** A call that takes longer is reported as slow. The database allows each call of the portal three seconds. */
const slowMs = 1_000;

const quick = asAnybody('answers come in time', async ({ ask, admin }) => {
  if (admin === undefined) return skipped('needs the login');
  const times: number[] = [];
  for (let number = 0; number < 5; number += 1) {
    const { timeMs } = await ask('/rest/v1/maintables?select=id&limit=1', { session: admin });
    times.push(timeMs);
  }
  const median = times.toSorted((a, b) => a - b)[2] ?? 0;
  const fact = `${median} ms, the slowest ${Math.max(...times)} ms`;
  return median > slowMs
    ? advice(
        `Too slow (${fact}): choose a region near Singapore under Project Settings > General, or a larger size under Compute and Disk.`,
      )
    : ok(fact);
});

const pushMigrations = 'apply the migrations: npx supabase link, then npx supabase db push';
const headerDropped =
  'drops the header x-portal-session: have the gateway pass request headers on (a hosted project does; on your own server, check plugins and header rules)';

const rowCount = ({ body }: RawResponse) => (Array.isArray(body) ? body.length : -1);
const codeOf = ({ body }: RawResponse) => String(memberOf(body, 'code'));
const isMissing = (response: RawResponse) => /^(?:PGRST20[0-5]|42703|42P01|42883)$/u.test(codeOf(response));

/** The whole window in which failed logins are counted: 15 minutes (`login_window` in the database). */
const loginWindowSeconds = 900;

/** The advice for a key that was not accepted. */
function refusedLogin(who: string, response: RawResponse): string {
  if (isMissing(response)) return `The function login is missing: ${pushMigrations}.`;
  if (response.status === 429)
    return `Too many failed logins came from this IP: try again in ${JSON.stringify(memberOf(response.body, 'hint') ?? loginWindowSeconds)} seconds.`;
  if (response.status === 401 || response.status === 403)
    return `The ${who} key is refused: mistyped, ended or revoked. Check Admin > Access keys, or make an admin key in the SQL editor: select private.first_admin_key('Head office');`;
  return `The login failed. ${responseWords(response)}`;
}

const login = asAnybody('the admin key logs in, and tables and functions get the session', async (run) => {
  const response = await callFunction(run.ask, 'login', { secret_key: run.adminKey });
  const session = memberOf(response.body, 'session');
  if (isKeyRefused(response)) return skipped('needs the publishable key');
  if (typeof session !== 'string') return advice(refusedLogin('admin', response));
  run.opened.push(session);
  if (memberOf(response.body, 'role') !== 'admin')
    return advice('The key given as --admin-key is not an admin key: use one that Access keys lists as an admin’s.');
  const who = await callFunction(run.ask, 'whoami', {}, session);
  if (who.status === 401)
    return advice(`The session that was just opened is unknown: the REST interface ${headerDropped}.`);
  if (memberOf(who.body, 'role') !== 'admin') return advice(`The session is not an admin’s. ${responseWords(who)}`);
  run.admin = session;
  return ok();
});

/** The functions are requested with GET, which cannot write, so that nothing is changed. */
const schema = asAdmin('the database has everything this release needs', async ({ ask }, session) => {
  for (const [name, args] of Object.entries(apiFunctions)) {
    const query = args.map((argument) => `${argument}=${argument === 'keep' ? 'true' : '1'}`).join('&');
    const response = await ask(`/rest/v1/rpc/${name}?${query}`);
    if (response.status === 404 || isMissing(response))
      return advice(`The function ${name} is missing or outdated: ${pushMigrations}.`);
  }
  for (const [table, columns] of Object.entries(apiColumns)) {
    const response = await ask(`/rest/v1/${table}?select=${columns.join()}&limit=0`, { session });
    if (response.status !== 200)
      return advice(`Not every column of ${table} can be read: ${pushMigrations}. ${responseWords(response)}`);
  }
  return ok('npx supabase migration list shows whether the newest rules are applied too');
});

const reading = asAdmin('sites can be read', async (run, session) => {
  const response = await run.ask('/rest/v1/maintables?select=id&order=id&limit=1', {
    session,
    headers: { prefer: 'count=exact' },
  });
  if (response.status >= 300 || !Array.isArray(response.body))
    return advice(`Sites cannot be read: check Logs > API and Logs > Postgres. ${responseWords(response)}`);
  const rows: unknown[] = response.body;
  const id = memberOf(rows[0], 'id');
  if (typeof id === 'number') run.siteId = id;
  const count = response.headers.get('content-range')?.split('/')[1] ?? String(rows.length);
  return ok(count === '0' ? 'there is none yet' : `${count} of them`);
});

const client = asAnybody('the client key sees its own site and nothing else', async (run) => {
  const { ask, clientKey } = run;
  if (clientKey === undefined) return skipped('no --client-key was given');
  const response = await callFunction(ask, 'login', { secret_key: clientKey });
  const session = memberOf(response.body, 'session');
  if (typeof session !== 'string') return advice(refusedLogin('client', response));
  run.opened.push(session);
  if (memberOf(response.body, 'role') !== 'user') return advice('The key given as --client-key is not a client key.');
  const ownSites = await ask('/rest/v1/maintables?select=name', { session });
  const otherTables = await Promise.all(
    ['main?select=id', 'maintable?select=id'].map((path) => ask(`/rest/v1/${path}`, { session })),
  );
  if (rowCount(ownSites) > 1 || otherTables.some((answer) => rowCount(answer) > 0))
    return advice(`A client sees records that are not its own: publish nothing, and ${pushMigrations}.`);
  if (rowCount(ownSites) !== 1) return advice('The client key has no site: make a new key for a site in Access keys.');
  return ok();
});

/** Ends all sessions that were opened by the checks, and checks that the admin's session has ended. */
const logout = asAnybody('logging out ends the session', async ({ ask, opened, admin }) => {
  for (const session of opened) await callFunction(ask, 'logout', {}, session);
  if (opened.length === 0) return skipped('needs the login');
  if (admin === undefined) return skipped('the session did not reach the database; it ends by itself within the hour');
  const after = await callFunction(ask, 'whoami', {}, admin);
  return after.status === 401
    ? ok()
    : advice(`The session still works after the logout: ${pushMigrations}, and check that nothing caches answers.`);
});

/** Uploads a made-up file of `bytes` bytes to a site, and removes it again if it was stored. */
async function tryFile({ ask }: SmokeRun, session: string, siteId: number, bytes: number): Promise<RawResponse> {
  const name = madeUpName(siteId);
  const remove = () =>
    ask(`${storagePath}/object/${bucket}`, { method: 'DELETE', session, body: { prefixes: [name] } });
  // removes the file of an interrupted run
  await remove();
  const response = await ask(`${storagePath}/object/${bucket}/${name}`, {
    method: 'POST',
    session,
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(bytes),
    // `fileSize` uploads a file of the largest size
    timeoutMs: 180_000,
  });
  if (response.status < 300) await remove();
  return response;
}

const storageSession = asAdmin('storage gets the session too', async (run, session) => {
  if (run.siteId === undefined) return skipped('there is no site yet to store a file for');
  const response = await tryFile(run, session, run.siteId, 1);
  run.storesFiles = response.status < 300;
  if (run.storesFiles) return ok();
  if (/bucket not found/iu.test(response.text))
    return advice(`The bucket ${bucket} is not there: apply the migrations: npx supabase db push.`);
  if (/row-level security|unauthorized/iu.test(response.text))
    return advice(
      'Storage does not know the session, or does not tell the policies what it is doing: have the gateway pass the header x-portal-session on to /storage/v1 as well; on a server of your own take storage 1.45 or later.',
    );
  return advice(`Storage does not answer as it should: check Logs > Storage. ${responseWords(response)}`);
});

const mostBytes = maxPdfMegabytes * megabyte;
const setLimit = `update storage.buckets set file_size_limit = ${mostBytes} where id = '${bucket}';`;
const isTooLarge = ({ status, body }: RawResponse) => status === 413 || memberOf(body, 'statusCode') === '413';

const fileSize = asAdmin(`a file of ${maxPdfMegabytes} MB is stored, a larger one is not`, async (run, session) => {
  if (run.siteId === undefined || !run.storesFiles) return skipped('needs a file that is stored');
  const whole = await tryFile(run, session, run.siteId, mostBytes);
  if (isTooLarge(whole))
    return advice(
      `Reports of ${maxPdfMegabytes} MB are refused: set Storage > Settings > Upload file size limit to ${maxPdfMegabytes} MB or more, the limit of a proxy in front too, and run: ${setLimit}`,
    );
  if (whole.status >= 300)
    return advice(`A file of ${maxPdfMegabytes} MB is not stored: check Logs > Storage. ${responseWords(whole)}`);
  const larger = await tryFile(run, session, run.siteId, mostBytes + 1);
  return isTooLarge(larger)
    ? ok()
    : advice(`The bucket does not refuse a file that is too large: run: ${setLimit} ${responseWords(larger)}`);
});

const openingCheck = asAdmin('a stored file can be opened by a link', async (run, session) => {
  const { ask } = run;
  for (const site of await listedNames(ask, 'sites', session)) {
    const [name] = await listedNames(ask, `sites/${site}`, session);
    if (name === undefined) continue;
    run.file = `sites/${site}/${name}`;
    break;
  }
  if (run.file === undefined) return skipped('no file is stored yet');
  const path = `${storagePath}/object/sign/${bucket}`;
  const response = await ask(path, { method: 'POST', session, body: { expiresIn: 60, paths: [run.file] } });
  const signed: unknown = Array.isArray(response.body) ? response.body[0] : null;
  const link = memberOf(signed, 'signedURL');
  if (typeof link !== 'string') return advice(`No link was made: check Logs > Storage. ${responseWords(response)}`);
  const opened = await ask(`${storagePath}${link}`);
  return opened.status === 200
    ? ok()
    : advice(
        `The link to a file does not open: the file may be lost; restore it from a backup. ${responseWords(opened)}`,
      );
});

/** The checks that the project serves the portal. Later checks use results of earlier checks. */
export const servingChecks: readonly SmokeCheck[] = [
  publishable,
  encrypted,
  login,
  schema,
  reading,
  storageSession,
  fileSize,
  openingCheck,
  client,
  crossOrigin,
];

/** The checks after all others. The logout is always the last. */
export const lastChecks: readonly SmokeCheck[] = [quick, logout];
