import type { RawResponse } from '../place/raw-api.ts';
import { asAnybody, skipped, type Outcome, type SmokeCheck, type SmokeRun } from './smoke-check.ts';

export type AskHost = NonNullable<SmokeRun['askHost']>;

/** The page as the host serves it. */
export interface PortalPage extends RawResponse {
  /** The path of its first script. */
  script: string;
}

export const header = ({ headers }: RawResponse, name: string): string => headers.get(name)?.toLowerCase() ?? '';
export const isPage = (response: RawResponse): boolean => header(response, 'content-type').startsWith('text/html');

/** The portal's page with its script, or what answers in its place. */
export async function askForPage(ask: AskHost): Promise<PortalPage | { other: RawResponse }> {
  const page = await ask('/');
  const script = /<script[^>]* src="(?<path>\/assets\/[^"]+)"/u.exec(page.text)?.groups?.['path'];
  return page.status === 200 && script !== undefined ? { ...page, script } : { other: page };
}

/** A check that is skipped without the portal's page at `--origin`. */
export const onHost = (
  name: string,
  check: (ask: AskHost, page: PortalPage, run: SmokeRun) => Promise<Outcome> | Outcome,
): SmokeCheck =>
  asAnybody(name, async (run) => {
    const { askHost } = run;
    if (askHost === undefined) return skipped('no --origin was given');
    const page = await askForPage(askHost).catch(() => null);
    return page === null || 'other' in page ? skipped('needs the portal’s page') : check(askHost, page, run);
  });
