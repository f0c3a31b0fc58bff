import { defineConfig } from '@playwright/test';
import portal from '../e2e/playwright.config.ts';

/** `npm run screenshots`: every screen and state, in one page to look at. */
export default defineConfig({
  ...portal,
  testDir: '.',
  testMatch: 'draw.ts',
  // drawing a few anew leaves the others
  outputDir: '../../test-results/screenshots/failed',
  globalTeardown: './album.ts',
  reporter: 'list',
  // one screen after the other, each in all looks; the projects of the tests would draw everything once more
  projects: [{ name: 'screenshots' }],
});
