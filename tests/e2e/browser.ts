import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { trueTypeOf } from '../../src/reports/fonts/woff.ts';

/** Features that tests do not need. A browser regards only the last list that it gets, so Playwright's own list is included. */
const disabledFeatures = [
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
const browserArguments = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // not every machine lets a program make a sandbox, and the tests open only this portal
  '--no-sandbox',
  '--font-render-hinting=none',
  `--disable-features=${disabledFeatures.join(',')}`,
];

/** The options with which Playwright and Puppeteer start the browser. */
interface BrowserLaunch {
  executablePath: string;
  env: Record<string, string>;
  args: string[];
}

/**
 * Finds the browser of every test, bench and picture: the Chromium without a window from the lock file, or the browser at
 * `CHROME_PATH`. @throws Error that says what to do if neither can be started
 */
export async function findBrowser(env = process.env): Promise<BrowserLaunch> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) environment[name] = value;
  const chosenPath = env['CHROME_PATH'];
  if (chosenPath) return { executablePath: executable(chosenPath), env: environment, args: browserArguments };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The browser in the lock file runs on Linux with an x64 processor. Set CHROME_PATH to a Chrome or Chromium here.',
    );
  const folder = await unpackedBrowser();
  const libraries = [join(folder, 'al2023/lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...environment, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    args: browserArguments,
  };
}

function executable(path: string): string {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw new Error(`CHROME_PATH is set to ${path}, which cannot be executed.`);
  }
  console.warn(`Not the browser of the lock file, but CHROME_PATH: ${path}`);
  return path;
}

const packages = join(import.meta.dirname, '../../node_modules');
const cache = join(packages, '.cache/chromium');

/** Unpacks the browser once for each version. Several processes may do so at the same time. */
async function unpackedBrowser(): Promise<string> {
  const packageFolder = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(join(packageFolder, '../package.json'), 'utf8')),
  );
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;
  const draft = join(cache, `${version}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  // in another process, because the package reads and changes the environment of the process that imports it
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    // with the variable of that platform, the package also unpacks the NSS libraries
    { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } },
  );
  // fonts for texts in scripts for which a page brings no font
  for (const [family, script] of [
    ['noto-sans-sc', 'chinese-simplified'],
    ['noto-sans-tamil', 'tamil'],
  ] as const) {
    const woff = readFileSync(join(packages, '@fontsource', family, 'files', `${family}-${script}-400-normal.woff`));
    writeFileSync(join(draft, 'fonts', `${family}.ttf`), await trueTypeOf(new Uint8Array(woff)));
  }
  writeFileSync(join(draft, 'fonts.conf'), fontSettings(folder));
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** A machine may have no fonts. Without any, the browser shows some texts empty, even those in the portal's own fonts. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
