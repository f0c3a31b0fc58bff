import '@testing-library/jest-dom/vitest';
// oxlint-disable-next-line import/no-unassigned-import -- Node 20 fails now and then when screens that load side by side are the first to require it
import 'react-router-dom';
import { cleanup, configure as configureQueries } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { endSession, setSession, takeEndReason } from '../../src/lib/device/session.ts';
import { messageStore } from '../../src/lib/notify.ts';
import { checkConsole, watchConsole } from './console.ts';
import { completeDialogs, addMissingParts, readOwnStyleOnly } from './missing-in-jsdom.ts';
import { origin, server } from './server.ts';
import { takeShortWays } from './short-ways.ts';
import { looseTexts } from './translate-page.ts';
import { elementError, patience } from './waiting.ts';

completeDialogs();
addMissingParts();
readOwnStyleOnly();
takeShortWays();

// the first test of a file imports its screens, which takes time on a busy machine
configureQueries({ asyncUtilTimeout: patience, getElementError: elementError });

function configure(): void {
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
}
configure(); // the client reads it when it is imported

// Before a test imports the client, which later files of the process share: MSW passes on only headers it saw being
// added, so a client created earlier loses some in all of them. A file that failed to load, or ran no test, has left it
// listening.
server.close();
server.listen({ onUnhandledRequest: 'error' });
beforeEach(() => {
  configure();
  watchConsole();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const loose = looseTexts();
  cleanup();
  server.resetHandlers();
  // files of a process share modules, and so everything kept outside the page
  messageStore.set({ toasts: [], alerts: [] });
  // even where the test's session expired, as the page would remember whose it was
  setSession({ token: 'last', role: 'user', site: null, keyId: 0, expiresAt: '', kept: false });
  endSession('logout');
  takeEndReason();
  sessionStorage.clear();
  localStorage.clear();
  globalThis.history.replaceState(null, '', '/');
  checkConsole();
  expect(loose, 'texts that no translation of the page may replace').toEqual([]);
});
afterAll(async () => {
  // an import cut off by the end of its file would fail for the next file of the process too
  await vi.dynamicImportSettled();
  server.close();
});
