import type { RawAnswer, RawApi } from '../connection/raw-api.ts';

/** What is asked of, and what the checks before found out for those after. */
export interface SmokeRun {
  ask: RawApi;
  url: URL;
  anonKey: string;
  adminKey: string;
  clientKey: string | undefined;
  /** Where the portal is served: the origin that a browser names. */
  origin: string;
  /** Every session that was opened, to be ended. */
  opened: string[];
  /** The admin's session, once the database has accepted it. */
  admin?: string;
  /** The number of the first site, when there is one. */
  siteId?: number;
  /** The name of a stored file, when there is one. */
  file?: string;
}

/**
 * `ok` with a fact to print, `advice` with what to do about it, or `left`: why it could not be asked, which is no failure
 * of its own.
 */
export type Outcome = { ok: string } | { advice: string } | { left: string };

export interface SmokeCheck {
  /** What is true when it is ok. */
  name: string;
  check: (run: SmokeRun) => Promise<Outcome>;
}

export const ok = (fact = ''): Outcome => ({ ok: fact });
export const advice = (text: string): Outcome => ({ advice: text });
export const left = (why: string): Outcome => ({ left: why });

/** The answer in a few words, for the end of an advice. */
export function words({ status, text }: RawAnswer): string {
  return `It answered ${status}${text === '' ? '' : `: ${text.replaceAll(/\s+/gu, ' ').slice(0, 160)}`}`;
}

/** A check that needs the session of the admin. */
export function asAdmin(name: string, check: (run: SmokeRun, session: string) => Promise<Outcome>): SmokeCheck {
  return {
    name,
    check: (run) => (run.admin === undefined ? Promise.resolve(left('needs the login')) : check(run, run.admin)),
  };
}
