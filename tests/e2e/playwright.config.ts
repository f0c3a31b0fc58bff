import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { leftOut } from '../hosted/left-out.ts';
import { browserArguments, findBrowser, findHeadlessShell } from './browser.ts';

const browser = await findBrowser();
const shell = findHeadlessShell() ?? browser;
const port = Number(process.env['E2E_PORT'] ?? 4173);
/** A project on another origin than the portal's; without one the embedded backend is served with the pages. */
const hostedUrl = process.env['HOSTED_URL'];
/** The tests that are left out there: files, and parts of titles. */
const notHere = hostedUrl ? leftOut.map(({ test }) => test) : [];
const unwantedFiles = notHere.filter((name) => name.endsWith('.spec.ts'));
const unwantedTitles = notHere.filter((name) => !unwantedFiles.includes(name));
const root = process.platform === 'linux' && process.getuid?.() === 0;
// A database of its own for each run; the workers inherit the variable and must not name another.
if (!process.env['E2E_DATA_DIR']) {
  const dataDir = join(tmpdir(), `portal-e2e-${randomUUID()}`);
  process.env['E2E_DATA_DIR'] = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

const desk = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  // what moves is drawn sixty times a second; on the phone it moves
  contextOptions: { reducedMotion: 'reduce' as const },
};
const launch = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  chromiumSandbox: !root,
  args: [...browserArguments, '--font-render-hinting=none'],
});

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Slow is not wrong: on a machine with other work a test may take ten times as long. But it passes at its first try.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    // another build of the browser smooths letters a little differently
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  retries: 0,
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: '../../playwright-report' }],
    // for the counts at the end of `npm test`
    ...(process.env['BROWSER_REPORT'] ? [['json', { outputFile: process.env['BROWSER_REPORT'] }] as const] : []),
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    // recording costs more than the tests themselves
    trace: 'off',
    screenshot: 'only-on-failure',
    // what it answers no test could put another answer in the place of
    serviceWorkers: 'block',
    locale: 'en-GB',
    // Not the site's own zone, so that a time shown in the browser's zone is noticed.
    timezoneId: 'America/New_York',
    launchOptions: launch(shell),
    // a window in front of somebody may copy without asking; the shell has none
    permissions: ['clipboard-write'],
    // the preview would compress every file at every request, for a browser on the same machine
    ...(!hostedUrl && { extraHTTPHeaders: { 'accept-encoding': 'identity' } }),
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['phone.spec.ts', ...unwantedFiles],
      grepInvert: new RegExp(['@viewer', ...unwantedTitles].join('|'), 'u'),
      use: desk,
    },
    { name: 'phone', use: { ...devices['Pixel 7'] }, testMatch: 'phone.spec.ts' },
    // with the browser's own PDF viewer, which the shell has not
    { name: 'viewer', grep: /@viewer/u, testIgnore: unwantedFiles, use: { ...desk, launchOptions: launch(browser) } },
  ],
  webServer: {
    command: hostedUrl ? 'tsx tests/hosted/serve-portal.ts' : 'npm run preview',
    cwd: '../..',
    env: {
      PORT: String(port),
      PORTAL_DATA_DIR: process.env['E2E_DATA_DIR'],
      ...(hostedUrl && { VITE_SUPABASE_URL: hostedUrl, VITE_SUPABASE_ANON_KEY: process.env['HOSTED_ANON_KEY'] ?? '' }),
    },
    url: `http://localhost:${port}`,
    reuseExistingServer: false,
    timeout: 300_000,
    stdout: 'ignore',
  },
});
