import { afterAll, beforeAll, beforeEach } from 'vitest';
import { bootBackend, type TestBackend } from './backend.ts';
import { keys } from './base-rows.ts';

export type Client = ReturnType<TestBackend['clientFor']>;

export interface OpenPortal {
  backend: TestBackend;
  /** The token of an admin's session. */
  session: string;
  /** Calls with that session. */
  admin: Client;
}

/**
 * Opens a backend for the file, with only its base rows and a new session of an admin before each test.
 * @param take gets both before each test, and prepares what else the tests need.
 */
export function openPortal(take: (portal: OpenPortal) => unknown): void {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await bootBackend();
  });
  beforeEach(async () => {
    await backend.reset();
    const session = await backend.sessionFor(keys.admin);
    await take({ backend, session, admin: backend.clientFor(session) });
  });
  afterAll(() => backend.close());
}
