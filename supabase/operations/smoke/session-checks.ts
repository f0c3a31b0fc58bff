import { callFunction, memberOf, type RawResponse } from '../connection/raw-api.ts';
import { apiColumns, apiFunctions } from './api-parts.ts';
import { advice, asAdmin, left, ok, words, type SmokeCheck } from './smoke-check.ts';

const pushMigrations = 'apply the migrations: npx supabase link, then npx supabase db push';
const headerDropped =
  'drops the header x-portal-session: have the gateway pass request headers on (a hosted project does; on your own server, check plugins and header rules)';

const rowCount = ({ body }: RawResponse) => (Array.isArray(body) ? body.length : -1);
const codeOf = ({ body }: RawResponse) => String(memberOf(body, 'code'));
const isMissing = (response: RawResponse) => /^(?:PGRST20[0-5]|42703|42P01|42883)$/u.test(codeOf(response));

/** Why a key was not accepted, and what to do. */
function refusedLogin(who: string, response: RawResponse): string {
  if (isMissing(response)) return `The function login is missing: ${pushMigrations}.`;
  if (response.status === 429)
    return `Too many failed logins came from this IP: try again in ${JSON.stringify(memberOf(response.body, 'hint') ?? 900)} seconds.`;
  if (response.status === 401 || response.status === 403)
    return `The ${who} key is refused: mistyped, ended or revoked. Check Admin > Access keys, or make an admin key in the SQL editor: select private.first_admin_key('Head office');`;
  return `The login failed. ${words(response)}`;
}

export const login: SmokeCheck = {
  name: 'the admin key logs in, and tables and functions get the session',
  check: async (run) => {
    const response = await callFunction(run.ask, 'login', { secret_key: run.adminKey });
    const session = memberOf(response.body, 'session');
    if (typeof session !== 'string') return advice(refusedLogin('admin', response));
    run.opened.push(session);
    if (memberOf(response.body, 'role') !== 'admin')
      return advice('The key given as --admin-key is not an admin key: use one that Access keys lists as an admin’s.');
    const who = await callFunction(run.ask, 'whoami', {}, session);
    if (who.status === 401)
      return advice(`The session that was just opened is unknown: the REST interface ${headerDropped}.`);
    if (memberOf(who.body, 'role') !== 'admin') return advice(`The session is not an admin’s. ${words(who)}`);
    run.admin = session;
    return ok();
  },
};

/** Asks for every table and function. A GET cannot write, so requesting a function this way changes nothing. */
export const schema = asAdmin('the database has everything this release needs', async ({ ask }, session) => {
  for (const [name, args] of Object.entries(apiFunctions)) {
    const query = args.map((argument) => `${argument}=${argument === 'keep' ? 'true' : '1'}`).join('&');
    const response = await ask(`/rest/v1/rpc/${name}?${query}`);
    if (response.status === 404 || isMissing(response))
      return advice(`The function ${name} is missing or outdated: ${pushMigrations}.`);
  }
  for (const [table, columns] of Object.entries(apiColumns)) {
    const response = await ask(`/rest/v1/${table}?select=${columns.join()}&limit=0`, { session });
    if (response.status !== 200)
      return advice(`Not every column of ${table} can be read: ${pushMigrations}. ${words(response)}`);
  }
  return ok('npx supabase migration list shows whether the newest rules are applied too');
});

export const reading = asAdmin('sites can be read', async (run, session) => {
  const response = await run.ask('/rest/v1/maintables?select=id&order=id&limit=1', {
    session,
    headers: { prefer: 'count=exact' },
  });
  if (response.status >= 300 || !Array.isArray(response.body))
    return advice(`Sites cannot be read: check Logs > API and Logs > Postgres. ${words(response)}`);
  const rows: unknown[] = response.body;
  const id = memberOf(rows[0], 'id');
  if (typeof id === 'number') run.siteId = id;
  const count = response.headers.get('content-range')?.split('/')[1] ?? String(rows.length);
  return ok(count === '0' ? 'there is none yet' : `${count} of them`);
});

export const client: SmokeCheck = {
  name: 'the client key sees its own site and nothing else',
  check: async (run) => {
    const { ask, clientKey } = run;
    if (clientKey === undefined) return left('no --client-key was given');
    const response = await callFunction(ask, 'login', { secret_key: clientKey });
    const session = memberOf(response.body, 'session');
    if (typeof session !== 'string') return advice(refusedLogin('client', response));
    run.opened.push(session);
    if (memberOf(response.body, 'role') !== 'user') return advice('The key given as --client-key is not a client key.');
    const own = await ask('/rest/v1/maintables?select=name', { session });
    const closed = await Promise.all(
      ['main?select=id', 'maintable?select=id'].map((path) => ask(`/rest/v1/${path}`, { session })),
    );
    if (rowCount(own) > 1 || closed.some((one) => rowCount(one) > 0))
      return advice(`A client sees records that are not its own: publish nothing, and ${pushMigrations}.`);
    if (rowCount(own) !== 1) return advice('The client key has no site: make a new key for a site in Access keys.');
    return ok();
  },
};

/** Ends every session opened here, and checks that the admin's has ended. */
export const logout: SmokeCheck = {
  name: 'logging out ends the session',
  check: async ({ ask, opened, admin }) => {
    for (const session of opened) await callFunction(ask, 'logout', {}, session);
    if (opened.length === 0) return left('needs the login');
    if (admin === undefined) return left('the session did not reach the database; it ends by itself within the hour');
    const after = await callFunction(ask, 'whoami', {}, admin);
    return after.status === 401
      ? ok()
      : advice(`The session still works after the logout: ${pushMigrations}, and check that nothing caches answers.`);
  },
};
