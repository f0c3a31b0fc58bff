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

/** What is left to do at a host of the pages, as smoke says it. @param asked the names of the checks, if not all */
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
