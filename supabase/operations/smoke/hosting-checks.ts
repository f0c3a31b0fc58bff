import { askForPage, header, isPage, onHost } from './host-page.ts';
import { pageNotWhole, releaseFiles } from './release-files.ts';
import { isKeyRefused, isLocal } from './serving-checks.ts';
import { advice, asAnybody, ok, reasonOf, responseWords, skipped, type SmokeCheck } from './smoke-check.ts';

/** The part of an advice that tells where the configuration of hosts is described. */
const seeReadme = 'README, Put it on the internet, step 5, says which file the host reads';

const ownPage = asAnybody('the host serves the portal’s page', async ({ askHost, origin }) => {
  if (askHost === undefined) return skipped('no --origin was given');
  const page = await askForPage(askHost).catch((error: unknown) => reasonOf(error));
  if (typeof page === 'string')
    return advice(
      `Nothing answers at ${origin} (${page}): check that the host runs there, that its certificate is valid, and that no redirect leads back to where it came from.`,
    );
  if ('other' in page) {
    const notWhole = page.other.status === 200 ? await pageNotWhole(askHost, page.other) : undefined;
    return advice(
      notWhole ??
        `This is not the portal’s page: publish the content of dist at this origin${[403, 500].includes(page.other.status) ? ', where the user of the host (in nginx www-data) may read it, and the folders above it' : ''}. ${responseWords(page.other)}`,
    );
  }
  return isPage(page)
    ? ok()
    : advice(
        `The page comes as ${header(page, 'content-type') || 'no type'}, so browsers show its source: send it as text/html (in nginx, include mime.types).`,
      );
});

const encrypted = onHost('the portal is opened by https', (_ask, _page, { origin }) => {
  const url = new URL(origin);
  if (url.protocol === 'https:') return ok();
  if (isLocal(url)) return ok('not needed on this machine');
  return advice(
    'Keys would travel in the clear, and browsers keep nothing for offline: serve the portal by https, and send http on to it.',
  );
});

/** Two addresses of the portal's page, and the pages without a login. */
const pagePaths = ['/', '/maintenance', '/report', '/shared'] as const;

const ownHeaders = onHost('the host sends the portal’s headers', async (ask, page) => {
  const requiredHeaders = [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'strict-transport-security',
    'permissions-policy',
    'cross-origin-opener-policy',
  ];
  for (const path of [...pagePaths, page.script, '/sw.js', '/report-worker.js']) {
    const response = await ask(path);
    const missing = requiredHeaders.filter((name) => header(response, name) === '');
    // another check reports missing files
    if (response.status === 200 && missing.length > 0)
      return advice(
        path === '/'
          ? `The page comes without ${missing.join(', ')}: ${seeReadme}.`
          : `${path} comes without ${missing.join(', ')}, which the page has: ${seeReadme}. (In nginx a location with an add_header of its own gets none of the server’s.)`,
      );
  }
  return ok();
});

/** The sources that a policy allows, each with its directive. */
const sourcesOf = (policy: string) =>
  policy.split(';').flatMap((directive) => {
    const [name = '', ...sources] = directive.trim().split(/\s+/u);
    return sources.map((source) => `${name} ${source}`);
  });

/** Browsers apply both the policy in a page and the policy in its headers. */
const ownPolicy = onHost('the policy in the headers is of the same build as the page', async (ask) => {
  for (const path of ['/', '/report', '/shared']) {
    const { headers, text } = await ask(path);
    const sent = headers.get('content-security-policy');
    const inPage = /http-equiv="Content-Security-Policy" content="(?<policy>[^"]+)"/u.exec(text)?.groups?.['policy'];
    const allowed = sourcesOf(sent ?? '');
    if (sent && inPage && sourcesOf(inPage).some((source) => !allowed.includes(source)))
      return advice(
        `The policy of ${path} is of another build, so browsers refuse what this page needs: publish the headers that this build wrote (for nginx dist-hosts/nginx.conf, which changes with every release), and have the host read them again.`,
      );
  }
  return ok();
});

/** The key of a project in a script: a publishable key, or a legacy key (a JSON web token); undefined without one. */
export function keyIn(script: string): string | undefined {
  return /sb_publishable_[\w-]+|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/u.exec(script)?.[0];
}

const ownKey = onHost('the project accepts the key of the pages', async (ask, page, run) => {
  const key = keyIn((await ask(page.script)).text);
  if (key === undefined) return skipped('the first script names no key');
  const response = await run.ask('/rest/v1/maintables?select=id&limit=1', { headers: { apikey: key } });
  return !isKeyRefused(response)
    ? ok()
    : advice(
        'The pages are built with a key that this project refuses: set VITE_SUPABASE_ANON_KEY in .env to its publishable key, build again, and publish that.',
      );
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
  const reload = await ask('/maintenance?site=1');
  if (reload.redirected)
    return advice(
      `A reload of /maintenance is sent on to another address, so links to screens are lost: have the host answer with index.html itself. ${seeReadme}.`,
    );
  return reload.status === 200 && reload.text === page.text
    ? ok()
    : advice(`A reload of /maintenance does not get the page: ${seeReadme}. ${responseWords(reload)}`);
});

/** The pages without a login, and the things that open them. */
const doorPages = [
  ['report', 'the stickers'],
  ['shared', 'links to visits'],
] as const;

const doors = onHost('stickers and links lead to their pages, which no search engine lists', async (ask) => {
  for (const [name, openers] of doorPages) {
    const response = await ask(`/${name}`);
    if (response.status !== 200 || !response.text.includes(`"/assets/${name}/`))
      return advice(`/${name} is not the page of ${openers}: ${seeReadme}. ${responseWords(response)}`);
    if (!header(response, 'x-robots-tag').includes('noindex'))
      return advice(`/${name} comes without x-robots-tag: ${seeReadme}.`);
  }
  return ok();
});

const worker = onHost('the service workers are served fresh', async (ask) => {
  for (const name of ['sw.js', 'report-worker.js']) {
    const response = await ask(`/${name}`);
    const type = header(response, 'content-type');
    if (response.status === 200 && !isPage(response) && !type.includes('javascript'))
      return advice(
        `${name} comes as ${type || 'no type'}, so browsers refuse it: send .js files as text/javascript (in nginx, include mime.types).`,
      );
    if (response.status !== 200 || isPage(response))
      return advice(`${name} is not a script there: publish all of dist. ${responseWords(response)}`);
    if (!/no-cache|no-store|max-age=0/u.test(header(response, 'cache-control')))
      return advice(
        `${name} may be cached, so a release would come late or never: send cache-control: no-cache with it.`,
      );
  }
  return ok();
});

const caching = onHost('files of a release are cached, the page is not', async (ask, page) => {
  for (const path of pagePaths) {
    const response = await ask(path);
    const cacheControl = header(response, 'cache-control');
    if (response.status !== 200) continue;
    if (/immutable|max-age=[1-9]/u.test(cacheControl))
      return advice(
        `The page ${path} is cached, so it asks for files of an old release: send cache-control: no-cache with it.`,
      );
    if (cacheControl === '')
      return advice(
        `The page ${path} comes without cache-control, so browsers guess how long to keep it: send cache-control: no-cache with it.`,
      );
  }
  const script = await ask(page.script);
  if (script.status !== 200) return skipped('the first script is missing');
  if (!header(script, 'cache-control').includes('immutable'))
    return advice(`Files of /assets/ are fetched again and again: ${seeReadme}.`);
  const missing = await ask('/assets/no-such-file.js');
  return missing.status === 404 && !header(missing, 'cache-control').includes('immutable')
    ? ok()
    : advice('A missing file of /assets/ must answer 404 and must not be cached: exclude /assets/ from the fallback.');
});

const compression = onHost('scripts are compressed on the way, fonts are not', async (ask, page) => {
  const script = await ask(page.script);
  if (script.status !== 200) return skipped('the first script is missing');
  if (script.bytes.length === 0) return skipped('the first script is empty');
  const encoding = header(script, 'content-encoding');
  if (encoding === '')
    return advice('Scripts come as they are, three times as large: switch gzip or Brotli on for text/javascript.');
  const font = /\/assets\/[^"]+\.woff2/u.exec(page.text)?.[0];
  return font !== undefined && header(await ask(font), 'content-encoding') !== ''
    ? advice(
        'Fonts are compressed a second time, which only takes time: leave fonts, pictures and PDFs out (in nginx, gzip_types without *).',
      )
    : ok(encoding);
});

const types = onHost('the manifest has its type', async (ask) => {
  const manifest = await ask('/manifest.webmanifest');
  return manifest.status === 200 && header(manifest, 'content-type').includes('json')
    ? ok()
    : advice(`The portal cannot be installed: send manifest.webmanifest as application/manifest+json.`);
});

/** The files beside the build and in the folder above it, which must not be published. */
const unpublished = [
  '_headers',
  '_redirects',
  'nginx.conf',
  'vercel.json',
  'dist-hosts/nginx.conf',
  '.env',
  '.git/HEAD',
  'package.json',
];

const configuration = onHost('the host’s configuration and the source are not published', async (ask, { script }) => {
  const published: string[] = [];
  const map = `${script.split('/').at(-1)}.map`;
  for (const name of [...unpublished, `assets/${map}`, `dist-maps/${map}`]) {
    const response = await ask(`/${name}`);
    if (response.status === 200 && !isPage(response)) published.push(name);
  }
  return published.length === 0
    ? ok()
    : advice(`Everybody can read ${published.join(', ')}: publish the content of dist alone.`);
});

/** The checks of the host that serves the pages, which may be different from the host of the project. */
export const hostingChecks: readonly SmokeCheck[] = [
  ownPage,
  encrypted,
  ownHeaders,
  ownPolicy,
  ownProject,
  ownKey,
  fallback,
  doors,
  worker,
  releaseFiles,
  caching,
  compression,
  types,
  configuration,
];
