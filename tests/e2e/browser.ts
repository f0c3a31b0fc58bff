import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { trueTypeOf } from '../../src/reports/fonts/woff.ts';

/** Features that tests do not need. Only the last list given to a browser counts, so Playwright's own list is in it. */
const unwanted = [
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
  // not every machine lets a program make a sandbox, and the tests open nothing but this portal
  '--no-sandbox',
  '--font-render-hinting=none',
  `--disable-features=${unwanted.join(',')}`,
];

/** What Playwright and Puppeteer need to start the browser. */
interface BrowserLaunch {
  executablePath: string;
  env: Record<string, string>;
  args: string[];
}

/**
 * The browser of every test, bench and picture: the one in the lock file, a Chromium without a window. `CHROME_PATH`
 * is for trying another one.
 * @throws Error that says what to do where neither can be started
 */
export async function findBrowser(env = process.env): Promise<BrowserLaunch> {
  const inherited: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined) inherited[name] = value;
  const asked = env['CHROME_PATH'];
  if (asked) return { executablePath: executable(asked), env: inherited, args: browserArguments };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The browser in the lock file runs on Linux with an x64 processor. Set CHROME_PATH to a Chrome or Chromium here.',
    );
  const folder = await unpackedBrowser();
  const libraries = [join(folder, 'al2023/lib'), env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...inherited, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
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
  const packed = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')));
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync(join(packed, '../package.json'), 'utf8')),
  );
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;
  const draft = join(cache, `${version}-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  // in another process, as the package reads and changes the environment of the one that imports it
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    // as on that platform, the package brings the NSS libraries too
    { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } },
  );
  // for texts in scripts that a page brings no font for
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

/** A machine may have no fonts. The browser needs some even for texts in the portal's own, or shows some of them empty. */
const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
