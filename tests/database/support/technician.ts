import type { TestBackend } from './backend.ts';
import { keys } from './base-rows.ts';
import { keyIn } from '../shapes.ts';

export interface Technician {
  /** The id of the key. */
  id: number;
  key: string;
  session: string;
}

/** A technician with a new key for these sites, null for all, with a session. */
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
