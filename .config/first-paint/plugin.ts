import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { FirstRequests } from '../../src/early-portal.ts';
import { listRequests } from './list-requests.ts';
import { renderLogins, type RenderedLogin } from './render-login.ts';

// The login is painted before its script comes: the build puts it into `index.html`, in every language, with the styles of the first load. A
// script in the page (`src/early-login.ts`) shows it where the portal will begin with it, and `main.tsx` takes it over. Where somebody is
// logged in, another (`src/early-portal.ts`) fetches what every screen needs, and asks the service for what this one shows first.

const root = join(import.meta.dirname, '../..');

/** What is loaded later is not part of the login. */
const withoutLaterParts: Plugin = {
  name: 'without-later-parts',
  resolveDynamicImport: (asked) => (typeof asked === 'string' ? { id: asked, external: true } : null),
};

/** A file of `src` with all that it imports as a script, which names it `portal`. @param settings those of the build, so that it does the same */
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
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const [code] = outputs.flatMap((each) => (each.type === 'chunk' ? each.code.trim() : []));
  if (code === undefined) throw new Error(`${file} has no code`);
  return code;
}

const templateOf = ({ code, locale, html }: RenderedLogin) =>
  `<template id="login-${code}" lang="${locale}">${html}</template>`;

/** Fetches a script or style sheet without running it, after the portal's script, which the page names before. */
function linkTo(path: string): string {
  const rel = path.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"';
  return `<link ${rel} crossorigin fetchpriority="low" href="${path}">`;
}

/** A text as HTML. */
const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface EarlyParts {
  /** The styles of the first load, which the page named. */
  styles: string;
  logins: readonly RenderedLogin[];
  /** Paths of what every screen needs. */
  frame: readonly string[];
  /** What the portal asks the service before its first screen. */
  requests: FirstRequests;
  /** Shows one of them, or fetches what a screen needs. */
  script: string;
}

/** The page with the logins and the styles in it. @throws Error where the page is not as this expects */
function withEarlyLogin(page: string, { styles, logins, frame, requests, script }: EarlyParts): string {
  const additions: readonly (readonly [place: string, instead: string])[] = [
    ['</head>', `  <style>${styles}</style>\n  </head>`],
    // after the script that asks whether the browser is too old
    [
      '</body>',
      `  ${[
        ...logins.map(templateOf),
        // not in the script, whose hash in the headers stays the same with most releases
        `<template id="frame">${frame.map(linkTo).join('')}</template>`,
        `<template id="first-requests">${asText(JSON.stringify(requests))}</template>`,
        `<script>${script}</script>`,
      ].join('\n    ')}\n  </body>`,
    ],
    // the fonts and the picture of what is painted come first
    ['<script type="module"', '<script type="module" fetchpriority="low"'],
  ];
  return additions.reduce((before, [place, instead]) => {
    if (!before.includes(place)) throw new Error(`index.html has no ${place}`);
    return before.replace(place, () => instead);
  }, page);
}

/** Takes the styles of the first load out of the build: nothing else may ask for them, as the page has them. */
function takeStyles(bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const names = Array.from(chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss ?? []);
  return names
    .map((name) => {
      const sheet = bundle[name];
      if (sheet?.type !== 'asset') throw new Error(`The build has no ${name}`);
      for (const { viteMetadata } of chunks) viteMetadata?.importedCss.delete(name);
      delete bundle[name];
      // without Vite's mark
      return String(sheet.source).replaceAll(/\s*\/\*.*?\*\/\s*/gsu, '');
    })
    .join('');
}

/** What a file of `src` needs that is loaded later: its scripts, those that it imports before it, and then its styles. */
function filesOf(file: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, 'src', file)));
  if (!chunk) throw new Error(`The build has no ${file}`);
  const needed = chunks.filter(({ fileName, isEntry }) => chunk.imports.includes(fileName) && !isEntry).concat(chunk);
  const sheets = needed.flatMap(({ viteMetadata }) => Array.from(viteMetadata?.importedCss ?? []));
  return [...needed.map(({ fileName }) => fileName), ...sheets].map((name) => `/${name}`);
}

/** Paints the login before its script comes. In development the portal renders it. */
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
      // before Vite names the styles in the page, and in what loads screens
      order: 'pre',
      handler(_options, bundle) {
        styles = takeStyles(bundle);
        frame = filesOf('app/Portal.tsx', bundle);
      },
    },
    transformIndexHtml: {
      // with the script that Vite adds
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
