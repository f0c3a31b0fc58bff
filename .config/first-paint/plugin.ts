import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { FirstRequests } from '../../src/first-request-list.ts';
import { listRequests } from './list-requests.ts';
import { renderLogins, type RenderedLogin } from './render-login.ts';

// Shows the login before the portal's script is loaded. The build renders the login in every language, and puts it into `index.html` with the
// styles of the first load. A script in the page (`src/early-page.ts`) shows it if the portal will start with the login, and `main.tsx` takes
// it over. If somebody is logged in, the same script fetches the code that every screen needs, and requests what the first screen shows.

const root = join(import.meta.dirname, '../..');

/** Leaves out modules that are imported dynamically, because they are not part of the login. */
const withoutLaterParts: Plugin = {
  name: 'without-later-parts',
  resolveDynamicImport: (moduleId) => (typeof moduleId === 'string' ? { id: moduleId, external: true } : null),
};

/**
 * Builds a file of `src` and everything that it imports into a script. The script declares the file's exports as `portal`. Its settings are
 * those of the build.
 */
async function asScript(file: string, { mode, define, build: { target } }: ResolvedConfig): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    mode,
    logLevel: 'error',
    publicDir: false,
    define: { ...define, 'process.env.NODE_ENV': JSON.stringify('production') },
    plugins: [react({ jsxImportSource: '#jsx' }), withoutLaterParts],
    build: {
      write: false,
      target,
      lib: { entry: join(root, 'src', file), formats: ['iife'], name: 'portal', fileName: () => `${file}.js` },
    },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const [code] = outputs.flatMap((output) => (output.type === 'chunk' ? output.code.trim() : []));
  if (code === undefined) throw new Error(`${file} has no code`);
  return code;
}

const templateOf = ({ code, locale, html }: RenderedLogin) =>
  `<template id="login-${code}" lang="${locale}">${html}</template>`;

/** A link that fetches a script or style sheet without running it, with a lower priority than the portal's script. */
function linkTo(path: string): string {
  const rel = path.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${rel} crossorigin fetchpriority="low" href="${path}">`;
}

/** A text as HTML. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface EarlyParts {
  /** The styles of the first load, which were a file of the build. */
  styles: string;
  logins: readonly RenderedLogin[];
  /** The paths of the files that every screen needs. */
  frame: readonly string[];
  /** The requests that the portal sends before its first screen. */
  requests: FirstRequests;
  /** The script that shows a login, or fetches `frame` and sends the requests. */
  script: string;
}

/** The page with the logins and the styles in it. @throws Error if the page lacks an expected text */
function withEarlyLogin(page: string, { styles, logins, frame, requests, script }: EarlyParts): string {
  const replacements: readonly (readonly [place: string, replacement: string])[] = [
    ['</head>', `  <style>${styles}</style>\n  </head>`],
    // after the script that checks whether the browser is too old
    [
      '</body>',
      `  ${[
        ...logins.map(templateOf),
        // not in the script, so that its hash in the headers stays the same in most releases
        `<template id="frame">${frame.map(linkTo).join('')}</template>`,
        `<template id="first-requests">${asText(JSON.stringify(requests))}</template>`,
        `<script>${script}</script>`,
      ].join('\n    ')}\n  </body>`,
    ],
    // the fonts and the picture of the login are loaded before the script
    ['<script type="module"', '<script type="module" fetchpriority="low"'],
  ];
  return replacements.reduce((html, [place, replacement]) => {
    if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
    return html.replace(place, () => replacement);
  }, page);
}

/** Removes the styles of the first load from the build and returns them. No chunk may request them, because the page contains them. */
function takeStyles(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const names = Array.from(chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss ?? []);
  return names
    .map((name) => {
      const sheet = bundle[name];
      if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}`);
      for (const { viteMetadata } of chunks) viteMetadata?.importedCss.delete(name);
      delete bundle[name];
      // without the comment of Vite
      return String(sheet.source).replaceAll(/\s*\/\*.*?\*\/\s*/gsu, '');
    })
    .join('');
}

/** The paths of the files that a module of `src` needs when it is loaded later: imported scripts, its own script, and then the styles. */
function filesOf(file: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, 'src', file)));
  if (!chunk) throw new Error(`The build has no ${file}`);
  const scripts = chunks.filter(({ fileName, isEntry }) => chunk.imports.includes(fileName) && !isEntry).concat(chunk);
  const sheets = scripts.flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []));
  return [...scripts.map(({ fileName }) => fileName), ...sheets].map((name) => `/${name}`);
}

/** Shows the login before its script is loaded. In development the portal renders it. */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  let styles = '';
  let frame: readonly string[] = [];
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      // before Vite writes the names of the style sheets into the page and the chunks
      order: 'pre',
      handler(_options, bundle) {
        styles = takeStyles(bundle);
        frame = filesOf('app/Portal.tsx', bundle);
      },
    },
    transformIndexHtml: {
      // after Vite has added the script
      order: 'post',
      handler: async (page) => {
        const [logins, requests, script] = await Promise.all([
          asScript('prerender.tsx', config).then(renderLogins),
          asScript('first-requests.ts', config).then(listRequests),
          asScript('early-page.ts', config),
        ]);
        return withEarlyLogin(page, { styles, logins, frame, requests, script });
      },
    },
  };
}
