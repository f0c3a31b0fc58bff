import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { browserArguments, findBrowser } from './browser.ts';

const executablePath = await findBrowser();
const port = Number(process.env['E2E_PORT'] ?? 4173);
const root = process.platform === 'linux' && process.getuid?.() === 0;
// A database of its own for each run; the workers inherit the variable and must not make another.
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'portal-e2e-'));

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
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      chromiumSandbox: !root,
      args: [...browserArguments, '--font-render-hinting=none'],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: 'phone.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    { name: 'phone', use: { ...devices['Pixel 7'] }, testMatch: 'phone.spec.ts' },
  ],
  webServer: {
    command: 'npm run preview',
    cwd: '../..',
    env: { PORT: String(port), PORTAL_DATA_DIR: process.env['E2E_DATA_DIR'] },
    url: `http://localhost:${port}`,
    reuseExistingServer: false,
    timeout: 300_000,
    stdout: 'ignore',
  },
});
