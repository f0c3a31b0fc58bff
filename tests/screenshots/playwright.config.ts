import { defineConfig } from '@playwright/test';
import portal from '../e2e/playwright.config.ts';

/** `npm run screenshots`: every screen and state, in one page to look at. */
export default defineConfig(portal, {
  testDir: '.',
  testMatch: 'draw.ts',
  globalTeardown: './album.ts',
  reporter: 'list',
  projects: [{ name: 'screenshots' }],
});
