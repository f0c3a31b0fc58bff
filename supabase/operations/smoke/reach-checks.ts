import { memberOf } from '../connection/raw-api.ts';
import { advice, left, ok, words, type SmokeCheck } from './smoke-check.ts';

/** A browser's preflights for calls from another origin. */
const preflights = {
  'tables and functions': ['/rest/v1/rpc/whoami', 'POST'],
  saving: ['/rest/v1/maintable', 'PATCH'],
  files: ['/storage/v1/object/sign/rfidboomgatephoto', 'POST'],
} as const;
const ownHeaders = ['x-portal-session', 'x-portal-attempt'];
const sentHeaders = ['apikey', 'authorization', 'content-type', 'prefer', 'x-client-info', ...ownHeaders].join(',');

const isLocal = (url: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** Whether a legacy key (a JSON web token) claims the role that may do everything. */
function isSecret(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return /"role"\s*:\s*"service_role"/u.test(claims);
}

export const encrypted: SmokeCheck = {
  name: 'the connection is encrypted',
  check: ({ url }) => {
    if (url.protocol === 'https:') return Promise.resolve(ok());
    if (isLocal(url)) return Promise.resolve(ok('not needed on this machine'));
    return Promise.resolve(
      advice('Keys would travel in the clear: use the https URL from Project Settings > Data API.'),
    );
  },
};

export const publishable: SmokeCheck = {
  name: 'the publishable key is accepted',
  check: async ({ ask, anonKey }) => {
    if (isSecret(anonKey))
      return advice(
        'This is a secret key, which can do everything: replace it at once under Project Settings > API Keys, and give the publishable one to the portal.',
      );
    const response = await ask('/rest/v1/maintables?select=id&limit=1');
    const said = JSON.stringify(response.body);
    if (/api ?key|PGRST30[0-3]|JWS|JWT/iu.test(said) && response.status === 401)
      return advice('The key is not this project’s: copy the publishable key from Project Settings > API Keys.');
    if (response.status >= 500)
      return advice(`The project exists but is not up: check its home page in the dashboard. ${words(response)}`);
    return ok();
  },
};

export const crossOrigin: SmokeCheck = {
  name: 'a browser may call from the portal’s origin',
  check: async ({ ask, origin }) => {
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
      const mayAsk = ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
      const listed = allowed.split(/[,\s]+/u);
      const refused = listed.includes('*') ? undefined : ownHeaders.find((header) => !listed.includes(header));
      if (status >= 400 || !mayAsk)
        return advice(
          `For ${what} the gateway does not allow calls from ${origin}: add that origin to its CORS settings (a hosted project allows every one).`,
        );
      if (refused !== undefined)
        return advice(
          `For ${what} the gateway’s CORS settings do not allow the header ${refused}: add it to the allowed headers.`,
        );
    }
    return ok(origin);
  },
};

/** Checks the settings of Supabase Auth that would open a way in that the portal does not use. */
export const noSignUp: SmokeCheck = {
  name: 'nobody can sign up',
  check: async ({ ask }) => {
    const { status, body } = await ask('/auth/v1/settings');
    if (status === 404 || status >= 500) return ok('there is no Supabase Auth');
    const external = memberOf(body, 'external');
    if (memberOf(external, 'anonymous_users') === true)
      return advice('Switch off Authentication > Sign In / Providers > Allow anonymous sign-ins.');
    if (memberOf(body, 'disable_signup') === false)
      return advice('Switch off Authentication > Sign In / Providers > Allow new users to sign up.');
    return ok();
  },
};

/** When a call is called slow: the database allows each call of the portal three seconds. */
const slowMs = 1_000;

export const quick: SmokeCheck = {
  name: 'answers come in time',
  check: async ({ ask, admin }) => {
    if (admin === undefined) return left('needs the login');
    const times: number[] = [];
    for (let number = 0; number < 5; number += 1) {
      const { timeMs } = await ask('/rest/v1/maintables?select=id&limit=1', { session: admin });
      times.push(timeMs);
    }
    const middle = times.toSorted((a, b) => a - b)[2] ?? 0;
    const fact = `${middle} ms, the slowest ${Math.max(...times)} ms`;
    return middle > slowMs
      ? advice(
          `Too slow (${fact}): choose a region near Singapore under Project Settings > General, or a larger size under Compute and Disk.`,
        )
      : ok(fact);
  },
};
