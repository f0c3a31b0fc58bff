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
import { speedUpTests } from './short-ways.ts';
import { looseTexts } from './translate-page.ts';
import { elementError, patience } from './waiting.ts';

completeDialogs();
addMissingParts();
readOwnStyleOnly();
speedUpTests();

// the first test of a file imports its screens, which takes time on a busy machine
configureQueries({ asyncUtilTimeout: patience, getElementError: elementError });

function configure(): void {
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
}
configure(); // the Supabase client reads these variables when it is imported

// The server listens before a test imports the client, which later files of the process share: MSW passes on only headers that it
// saw being added, so a client that was created earlier loses some of them in all files. A file that failed to load, or that ran
// no test, has left the server listening, so it is closed first.
server.close();
server.listen({ onUnhandledRequest: 'error' });
beforeEach(() => {
  configure();
  watchConsole();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const untranslatable = looseTexts();
  cleanup();
  server.resetHandlers();
  // test files of a process share modules, and so all state outside the page
  messageStore.set({ toasts: [], alerts: [] });
  // A session is ended even if the test's own session expired, because the page would remember whose it was.
  setSession({ token: 'last', role: 'user', site: null, keyId: 0, expiresAt: '', kept: false });
  endSession('logout');
  takeEndReason();
  sessionStorage.clear();
  localStorage.clear();
  globalThis.history.replaceState(null, '', '/');
  checkConsole();
  expect(untranslatable, 'texts that no translation of the page may replace').toEqual([]);
});
afterAll(async () => {
  // An import that is cut off at the end of its file would also fail for the next file of the process.
  await vi.dynamicImportSettled();
  server.close();
});
