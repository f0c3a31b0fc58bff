import { beforeAll, beforeEach } from 'vitest';
import { keyIn } from '../shapes.ts';
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
 * Opens a backend for the file, with only its base rows and a new session of an admin before each test. @param take gets both
 * before each test, and prepares what else the tests need
 */
export function openPortal(take: (portal: OpenPortal) => unknown): void {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await bootBackend();
    return () => backend.close();
  });
  beforeEach(async () => {
    await backend.reset();
    const session = await backend.sessionFor(keys.admin);
    await take({ backend, session, admin: backend.clientFor(session) });
  });
}

export interface Technician {
  /** The id of the key. */
  id: number;
  key: string;
  session: string;
}

/** A technician with a new key for these sites (null for all), and a session. */
export async function technicianOf(backend: TestBackend, sites: number[] | null): Promise<Technician> {
  const admin = backend.clientFor(await backend.sessionFor(keys.admin));
  const { data, error } = await admin.rpc('issue_key', {
    role: 'technician',
    label: 'In the field',
    ...(sites && { site_ids: sites }),
  });
  if (error) throw error;
  const { id, key } = keyIn(data);
  return { id, key, session: await backend.sessionFor(key) };
}
