import '@testing-library/jest-dom/vitest';
import { cleanup, configure as configureQueries } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { endSession, takeEndReason } from '../../src/lib/session.ts';
import { checkConsole, watchConsole } from './console.ts';
import { completeDialogs } from './dialog-polyfill.ts';
import { addMissingParts } from './missing-in-jsdom.ts';
import { origin, server } from './server.ts';

completeDialogs();
addMissingParts();

// the first test of a file imports its screens, which takes a while on a busy machine
configureQueries({ asyncUtilTimeout: 8_000 });

function configure(): void {
  vi.stubEnv('VITE_SUPABASE_URL', origin);
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
}
configure(); // the client reads it when it is imported

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  configure();
  watchConsole();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  server.resetHandlers();
  endSession('logout');
  takeEndReason();
  sessionStorage.clear();
  globalThis.history.replaceState(null, '', '/');
  checkConsole();
});
afterAll(() => server.close());
