import { placeAt } from '../place/place.ts';
import { openRawApi, type RawProject } from '../place/raw-api.ts';
import { hostingChecks } from './hosting-checks.ts';
import { refusalChecks } from './refusal-checks.ts';
import { lastChecks, servingChecks } from './serving-checks.ts';
import { advice, reasonOf, type Outcome, type SmokeRun } from './smoke-check.ts';

export interface SmokeOptions extends RawProject {
  anonKey: string;
  adminKey: string;
  clientKey?: string | undefined;
  /** The origin of the portal's pages, whose host is checked too. Without it, calls come from an origin that no project knows. */
  origin?: string | undefined;
}

export interface SmokeLine {
  name: string;
  outcome: Outcome;
}

/**
 * Checks step by step whether a project serves the portal and refuses everybody else. It writes only sessions, which it ends, two failed logins,
 * three made-up codes of stickers and links, and two files, which it removes. It stops when the project does not answer.
 */
export async function* runSmoke({
  adminKey,
  clientKey,
  origin,
  timeoutMs = 15_000,
  ...project
}: SmokeOptions): AsyncGenerator<SmokeLine> {
  const place = placeAt({ ...project, timeoutMs });
  const run: SmokeRun = {
    ...place,
    anonKey: project.anonKey,
    adminKey,
    clientKey,
    origin: origin ?? 'https://portal.example',
    askHost: origin === undefined ? undefined : openRawApi({ url: origin, fetch: project.fetch ?? fetch, timeoutMs }),
    opened: [],
  };
  try {
    const { timeMs } = await run.ask('/rest/v1/');
    yield { name: 'the project answers', outcome: { ok: `${timeMs} ms` } };
  } catch (error) {
    const why = reasonOf(error, timeoutMs);
    const text = `Nothing answers at ${run.url.host} (${why}): compare it with Project Settings > Data API > Project URL, and check in the dashboard that the project is not paused.`;
    yield { name: 'the project answers', outcome: { advice: text } };
    return;
  }
  const secrets = [adminKey, clientKey, project.anonKey];
  for (const { name, check } of [...servingChecks, ...hostingChecks, ...refusalChecks, ...lastChecks]) {
    const outcome = await check(run).catch((error: unknown) =>
      advice(`No answer (${reasonOf(error, timeoutMs)}): run it again.`),
    );
    yield { name, outcome: withoutSecrets(outcome, [...secrets, ...run.opened]) };
  }
}

/** An outcome without keys and session tokens, because outcomes are printed. */
function withoutSecrets(outcome: Outcome, secrets: readonly (string | undefined)[]): Outcome {
  const hide = (text: string) =>
    secrets.reduce<string>((redacted, secret) => (secret ? redacted.replaceAll(secret, '[key]') : redacted), text);
  if ('ok' in outcome) return { ok: hide(outcome.ok) };
  return 'advice' in outcome ? { advice: hide(outcome.advice) } : { skipped: hide(outcome.skipped) };
}
