import { anonKey } from '../../supabase/local/hosted-defaults.ts';
import { openRawApi, type RawApi } from '../../supabase/operations/place/raw-api.ts';
import { hostingChecks } from '../../supabase/operations/smoke/hosting-checks.ts';
import type { SmokeRun } from '../../supabase/operations/smoke/smoke-check.ts';
import { portalOrigin } from './served-pages.ts';

/** What smoke is told about the host and its project. */
export interface HostedAs {
  project: string;
  projectKey: string;
  origin: string;
}

/**
 * The advice of the hosting checks of `npm run smoke`, each after the name of its check.
 * @param askHost sends the requests to the host of the pages
 * @param asked matches the names of the checks to run
 */
export async function leftToDo(
  askHost: RawApi,
  { project = 'https://project.test', projectKey = anonKey, origin = portalOrigin }: Partial<HostedAs> = {},
  asked = /./u,
): Promise<string[]> {
  const run: SmokeRun = {
    name: 'the project',
    url: new URL(project),
    ask: openRawApi({
      url: project,
      fetch: (input, init) => {
        // with the key that it knows the database asks for a session; with another key the gateway refuses
        const isKnown = new Request(input, init).headers.get('apikey') === projectKey;
        const [code, message] = isKnown ? ['PT401', 'No session'] : ['401', 'Invalid API key'];
        return Promise.resolve(Response.json({ code, message }, { status: 401 }));
      },
    }),
    close: () => Promise.resolve(),
    anonKey: projectKey,
    adminKey: 'A',
    clientKey: undefined,
    origin,
    askHost,
    opened: [],
  };
  const outcomes = await Promise.all(
    hostingChecks
      .filter(({ name }) => asked.test(name))
      .map(async ({ name, check }) => ({ name, outcome: await check(run) })),
  );
  return outcomes.flatMap(({ name, outcome }) => ('advice' in outcome ? [`${name}: ${outcome.advice}`] : []));
}
