import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { renderLogins, type RenderedLogin } from './render-login.ts';

// The login is painted before its script comes: the build puts it into `index.html`, in every language, with the styles of the first load. A
// script in the page (`src/early-login.ts`) shows it where the portal will begin with it, and `main.tsx` takes it over.

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

interface EarlyParts {
  /** Of the first load, which the page named. */
  styles: string;
  logins: readonly RenderedLogin[];
  /** Shows one of them. */
  script: string;
}

/** The page with the logins and the styles in it. @throws Error where the page is not as this expects */
function withEarlyLogin(page: string, { styles, logins, script }: EarlyParts): string {
  const additions: readonly (readonly [place: string, instead: string])[] = [
    ['</head>', `  <style>${styles}</style>\n  </head>`],
    // after the script that asks whether the browser is too old
    ['</body>', `  ${logins.map(templateOf).join('\n    ')}\n    <script>${script}</script>\n  </body>`],
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

/** Paints the login before its script comes. In development the portal renders it. */
export function firstPaint(): Plugin {
  let config: ResolvedConfig;
  let styles = '';
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
      },
    },
    transformIndexHtml: {
      // with the script that Vite adds
      order: 'post',
      handler: async (page) => {
        const [logins, script] = await Promise.all([
          asScript('prerender.tsx', config).then(renderLogins),
          asScript('early-login.ts', config),
        ]);
        return withEarlyLogin(page, { styles, logins, script });
      },
    },
  };
}
