import type { RawResponse, RawApi } from '../connection/raw-api.ts';

/** Results that the checks pass on. */
export interface SmokeRun {
  ask: RawApi;
  url: URL;
  anonKey: string;
  adminKey: string;
  clientKey: string | undefined;
  /** Where the portal is served: the origin that a browser sends. */
  origin: string;
  /** Every session that was opened, to be ended. */
  opened: string[];
  /** The admin's session, once the database has accepted it. */
  admin?: string;
  /** The id of the first site, if any. */
  siteId?: number;
  /** The name of a stored file, if any. */
  file?: string;
}

/** `ok` with a fact, `advice` on what to do, or `left` out with a reason, which is not an error. */
export type Outcome = { ok: string } | { advice: string } | { left: string };

export interface SmokeCheck {
  /** What holds when the check is ok. */
  name: string;
  check: (run: SmokeRun) => Promise<Outcome>;
}

export const ok = (fact = ''): Outcome => ({ ok: fact });
export const advice = (text: string): Outcome => ({ advice: text });
export const left = (why: string): Outcome => ({ left: why });

/** The response in a few words, for the end of an advice. */
export function words({ status, text }: RawResponse): string {
  return `It answered ${status}${text === '' ? '' : `: ${text.replaceAll(/\s+/gu, ' ').slice(0, 160)}`}`;
}

/** A check that needs the admin's session. */
export function asAdmin(name: string, check: (run: SmokeRun, session: string) => Promise<Outcome>): SmokeCheck {
  return {
    name,
    check: (run) => (run.admin === undefined ? Promise.resolve(left('needs the login')) : check(run, run.admin)),
  };
}
