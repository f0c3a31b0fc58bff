import '@testing-library/jest-dom/vitest';
import { cleanup, configure as configureQueries } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { messageStore } from '../../src/lib/notify.ts';
import { endSession, setSession, takeEndReason } from '../../src/lib/session.ts';
import { checkConsole, watchConsole } from './console.ts';
import { completeDialogs } from './dialog-polyfill.ts';
import { elementError } from './element-error.ts';
import { addMissingParts } from './missing-in-jsdom.ts';
import { readOwnStyleOnly } from './own-style.ts';
import { takeShortWays } from './short-ways.ts';
import { patience } from './waiting.ts';
import { origin, server } from './server.ts';

completeDialogs();
addMissingParts();
readOwnStyleOnly();
takeShortWays();

// The first test of a file imports its screens, which takes a while on a machine with other work.
configureQueries({ asyncUtilTimeout: patience, getElementError: elementError });

function configure(): void {
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
}
configure(); // the client reads it when it is imported

// Before a test imports the client, which later files of the process share: MSW hands on only the headers that it saw being
// added, so that a client made earlier loses some in every one of them. A file that could not be read, or of which no test was
// wanted, has left it listening.
server.close();
server.listen({ onUnhandledRequest: 'error' });
beforeEach(() => {
  configure();
  watchConsole();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  server.resetHandlers();
  // the files of a process share what they loaded, and so what is kept outside the page
  messageStore.set({ toasts: [], alerts: [] });
  // also where the session of the test expired: the page would remember of which key it was
  setSession({ token: 'last', role: 'user', site: null, keyId: null, expiresAt: '', kept: false });
  endSession('logout');
  takeEndReason();
  sessionStorage.clear();
  localStorage.clear();
  globalThis.history.replaceState(null, '', '/');
  checkConsole();
});
afterAll(async () => {
  // An import that is cut off by the end of its file has failed for the next file of the process too.
  await vi.dynamicImportSettled();
  server.close();
});
