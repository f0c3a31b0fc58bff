import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { leftOutTests } from '../hosted/left-out.ts';
import { findBrowser } from './browser.ts';

const port = Number(process.env['E2E_PORT'] ?? 4173);
/** The URL of a hosted project on another origin than the portal. Without it the embedded backend is served with the pages. */
const hostedUrl = process.env['HOSTED_URL'];
const leftOut = hostedUrl ? await leftOutTests() : [];
const unwantedFiles = leftOut.flatMap((test) => ('file' in test ? test.file : []));
const unwantedTags = leftOut.flatMap((test) => ('tag' in test ? test.tag : []));
// Each run has its own database. The workers inherit this variable and must not choose another.
if (!process.env['E2E_DATA_DIR']) {
  const dataDir = join(tmpdir(), `portal-e2e-${randomUUID()}`);
  process.env['E2E_DATA_DIR'] = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

const desk = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 800 },
  // animations are drawn sixty times a second, which slows the tests; the phone tests have them
  contextOptions: { reducedMotion: 'reduce' as const },
};
const browser = await findBrowser();
/**
 * The browser without optimizing compilers: pages live for seconds, and code that is optimized for them is rarely run again. On
 * two cores the tests take 12 % less time.
 */
const fastBrowser = { ...browser, args: [...browser.args, '--js-flags=--no-opt --no-maglev'] };
/** These tests measure the processor time of a page, so each has the whole browser. */
const measuredFiles = ['failure-many.spec.ts', 'dashboard-many.spec.ts', 'service-history-scroll.spec.ts'];
/** Tests of all screens, and of days of typing, filters and other years, in a page that the browser translates. */
const translatedFiles = [
  'accessibility',
  'service-history',
  'failure-analytics',
  'maintenance-form',
  'data-deleter',
].map((name) => `${name}.spec.ts`);
/**
 * These tests add many sites and keys that stay, because no record is ever deleted. So they start when only tests remain that
 * list none.
 */
const crowdedFiles = ['jobs.spec.ts', 'office-month.spec.ts', 'old-keys.spec.ts'];

export default defineConfig<{ translated: boolean }>({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  globalSetup: join(import.meta.dirname, 'await-turn.ts'),
  // On a busy machine a test may take ten times as long, which is no fault. But it must pass at the first try.
  timeout: 60_000,
  expect: {
    timeout: 20_000,
    // other builds of the browser smooth letters slightly differently
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
    // recording takes longer than the tests themselves
    trace: 'off',
    screenshot: 'only-on-failure',
    // a test cannot replace a response that comes from a service worker
    serviceWorkers: 'block',
    // Not the time zone of the sites, so that a time shown in the zone of the browser is noticed.
    timezoneId: 'America/New_York',
    launchOptions: fastBrowser,
    // a visible window may copy without this permission
    permissions: ['clipboard-write'],
    // the preview would compress every file at every request, which is useless on the same machine
    ...(!hostedUrl && { extraHTTPHeaders: { 'accept-encoding': 'identity' } }),
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['phone.spec.ts', ...crowdedFiles, ...measuredFiles, ...translatedFiles, ...unwantedFiles],
      ...(unwantedTags.length > 0 && { grepInvert: new RegExp(unwantedTags.join('|'), 'u') }),
      use: desk,
    },
    { name: 'measured', use: { ...desk, launchOptions: browser }, testMatch: measuredFiles },
    { name: 'translated', use: { ...desk, translated: true }, testMatch: translatedFiles },
    { name: 'crowded', use: desk, testMatch: crowdedFiles },
    { name: 'phone', use: { ...devices['Pixel 7'] }, testMatch: 'phone.spec.ts' },
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
