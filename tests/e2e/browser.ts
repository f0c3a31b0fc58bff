import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A full browser first: the headless shells cannot show a PDF in a frame. */
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
  'chromium-headless-shell',
];
const fixed = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(homedir(), 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Features that tests do not need. Only the last list given to a browser counts, so Playwright's own list is in it. */
const unwanted = [
  // a full browser loads two pages for the address bar of every window, which no test uses
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // and keeps a spare process for the next page, which cannot use it, as it belongs to another context
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Draws without a graphics card, as the weakest office machine does, and disables background work. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${unwanted.join(',')}`,
];

const usable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * The browser that Playwright should start; undefined means the one Playwright downloaded itself.
 * @throws Error that says what to install when there is none.
 */
export async function findBrowser(env = process.env): Promise<string | undefined> {
  const asked = env['CHROME_PATH'];
  if (asked) {
    if (usable(asked)) return asked;
    throw new Error(`CHROME_PATH is set to ${asked}, which cannot be executed.`);
  }
  if (usable(chromium.executablePath())) return undefined;
  const found = onPath(names, env) ?? fixed.find((path) => usable(path));
  if (found) return found;
  if (process.platform === 'linux' && process.arch === 'x64') return unpackedBrowser(env);
  throw new Error(
    [
      'No Chromium-family browser found for the browser tests. Do one of:',
      '  Debian or Ubuntu: sudo apt-get install chromium',
      '  with internet access: npx playwright install chromium',
      '  or set CHROME_PATH=/path/to/chrome',
      'Tests that need no browser: npm run test:unit',
    ].join('\n'),
  );
}

/** Chromium without a window: renders the same pages in two thirds of the time, but shows no PDF in a frame. */
export function findHeadlessShell(env = process.env): string | undefined {
  return onPath(['chromium-headless-shell', 'chrome-headless-shell'], env);
}

function onPath(wanted: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((dir) => wanted.map((name) => join(dir, name))).find((path) => usable(path));
}

async function unpackedBrowser(env: NodeJS.ProcessEnv): Promise<string> {
  // Makes the package unpack its own NSS libraries too, and never reuse a copy of another version.
  env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  env['TMPDIR'] = join(process.cwd(), 'node_modules/.cache/chromium');
  mkdirSync(env['TMPDIR'], { recursive: true });
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}
