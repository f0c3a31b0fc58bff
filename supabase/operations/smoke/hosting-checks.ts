import type { RawResponse } from '../place/raw-api.ts';
import {
  advice,
  asAnybody,
  ok,
  responseWords,
  skipped,
  type Outcome,
  type SmokeCheck,
  type SmokeRun,
} from './smoke-check.ts';

type AskHost = NonNullable<SmokeRun['askHost']>;

/** The page as the host serves it. */
interface PortalPage extends RawResponse {
  /** The path of a script of the build. */
  script: string;
}

const header = ({ headers }: RawResponse, name: string) => headers.get(name)?.toLowerCase() ?? '';
const isPage = (response: RawResponse) => header(response, 'content-type').startsWith('text/html');
const setHost = 'README, Put it on the internet, step 5, says which file the host reads';

/** Needs the portal's page at `--origin`. */
const onHost = (
  name: string,
  check: (ask: AskHost, page: PortalPage, run: SmokeRun) => Promise<Outcome> | Outcome,
): SmokeCheck =>
  asAnybody(name, async (run) => {
    const { askHost } = run;
    if (askHost === undefined) return skipped('no --origin was given');
    const page = await askHost('/');
    const script = /<script[^>]* src="(?<path>\/assets\/[^"]+)"/u.exec(page.text)?.groups?.['path'];
    if (page.status !== 200 || script === undefined)
      return advice(
        `This is not the portal’s page: publish the content of dist at this origin. ${responseWords(page)}`,
      );
    return check(askHost, { ...page, script }, run);
  });

const ownHeaders = onHost('the host sends the portal’s headers', (_ask, page) => {
  const wanted = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'strict-transport-security'];
  const missing = wanted.filter((name) => header(page, name) === '');
  if (missing.length > 0) return advice(`The page comes without ${missing.join(', ')}: ${setHost}.`);
  return ok();
});

const ownProject = onHost('the pages are built for this project', (_ask, page, { url, origin }) => {
  const policy = header(page, 'content-security-policy');
  const allowed = /connect-src (?<origins>[^;]*)/u.exec(policy)?.groups?.['origins']?.split(' ') ?? [];
  return policy === '' || allowed.includes(url.origin === origin ? "'self'" : url.origin)
    ? ok()
    : advice(
        `The pages talk to ${allowed.join(' ')}: set VITE_SUPABASE_URL to ${url.origin} in .env, and build again.`,
      );
});

const fallback = onHost('every address of the portal leads to its page', async (ask, page) => {
  const deep = await ask('/maintenance?site=1');
  return deep.status === 200 && deep.text === page.text
    ? ok()
    : advice(`A reload of /maintenance does not get the page: ${setHost}. ${responseWords(deep)}`);
});

/** The pages without a login, and what opens them. */
const doorPages = [
  ['report', 'the stickers'],
  ['shared', 'links to visits'],
] as const;

const doors = onHost('stickers and links lead to their pages, which no search engine lists', async (ask) => {
  for (const [name, openers] of doorPages) {
    const response = await ask(`/${name}`);
    if (response.status !== 200 || !response.text.includes(`"/assets/${name}/`))
      return advice(`/${name} is not the page of ${openers}: ${setHost}. ${responseWords(response)}`);
    if (!header(response, 'x-robots-tag').includes('noindex'))
      return advice(`/${name} comes without x-robots-tag: ${setHost}.`);
  }
  return ok();
});

const worker = onHost('the service workers are served fresh', async (ask) => {
  for (const name of ['sw.js', 'report-worker.js']) {
    const response = await ask(`/${name}`);
    if (response.status !== 200 || !header(response, 'content-type').includes('javascript'))
      return advice(`${name} is not a script there: publish all of dist. ${responseWords(response)}`);
    if (!/no-cache|no-store|max-age=0/u.test(header(response, 'cache-control')))
      return advice(
        `${name} may be cached, so a release would come late or never: send cache-control: no-cache with it.`,
      );
  }
  return ok();
});

const caching = onHost('files of a release are cached, the page is not', async (ask, page) => {
  if (/immutable|max-age=[1-9]/u.test(header(page, 'cache-control')))
    return advice('The page is cached, so it asks for files of an old release: send cache-control: no-cache with it.');
  const script = await ask(page.script);
  if (!header(script, 'cache-control').includes('immutable'))
    return advice(`Files of /assets/ are fetched again and again: ${setHost}.`);
  const missing = await ask('/assets/no-such-file.js');
  return missing.status === 404 && !header(missing, 'cache-control').includes('immutable')
    ? ok()
    : advice('A missing file of /assets/ must answer 404 and must not be cached: exclude /assets/ from the fallback.');
});

const compression = onHost('scripts are compressed on the way', async (ask, page) => {
  const encoding = header(await ask(page.script), 'content-encoding');
  return encoding === ''
    ? advice('Scripts come as they are, three times as large: switch gzip or Brotli on for text/javascript.')
    : ok(encoding);
});

const types = onHost('the manifest has its type', async (ask) => {
  const manifest = await ask('/manifest.webmanifest');
  return manifest.status === 200 && header(manifest, 'content-type').includes('json')
    ? ok()
    : advice(`The portal cannot be installed: send manifest.webmanifest as application/manifest+json.`);
});

const configuration = onHost('the host’s configuration is not published', async (ask) => {
  const published: string[] = [];
  for (const name of ['_headers', '_redirects', 'nginx.conf', 'vercel.json', '.env']) {
    const response = await ask(`/${name}`);
    if (response.status === 200 && !isPage(response)) published.push(name);
  }
  return published.length === 0 ? ok() : advice(`Everybody can read ${published.join(', ')}: do not publish it.`);
});

/** Of the host that serves the pages, which may be another than the project's. */
export const hostingChecks: readonly SmokeCheck[] = [
  ownHeaders,
  ownProject,
  fallback,
  doors,
  worker,
  caching,
  compression,
  types,
  configuration,
];
