import { defineConfig } from '@playwright/test';
import portal from '../e2e/playwright.config.ts';

/** `npm run screenshots`: captures every screen and state, and writes one page with all of them. */
export default defineConfig({
  ...portal,
  testDir: '.',
  testMatch: 'draw.ts',
  // Playwright empties this folder, so it is not the album's: capturing a few screens again keeps the other pictures
  outputDir: '../../test-results/screenshots/failed',
  globalTeardown: './album.ts',
  reporter: 'list',
  // each screen is captured in all looks by one test; the projects of the browser tests would repeat everything
  projects: [{ name: 'screenshots' }],
});
