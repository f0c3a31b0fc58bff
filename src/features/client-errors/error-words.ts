import type { ClientError } from './client-errors.ts';
import { csvOf } from '../../lib/csv.ts';
import { siteStamp } from '../../records/time.ts';

/** Whose key was logged in. */
export const errorRoleLabels: Readonly<Record<ClientError['role'], string>> = {
  admin: 'Admin',
  technician: 'Technician',
  user: 'Client',
  none: 'Not logged in',
};

export function screenWords(screen: string): string {
  if (screen === '/') return 'Login';
  return screen === 'unknown' ? 'No screen' : screen;
}

/** In the order given; times as tasks store them. */
export function errorsCsv(errors: readonly ClientError[]): string {
  return csvOf([
    ['Error', 'Screen', 'Seen by', 'Times', 'First seen', 'Last seen', 'Release'],
    ...errors.map(({ message, screen, role, times, first_seen: first, last_seen: last, release }) => [
      message,
      screenWords(screen),
      errorRoleLabels[role],
      times,
      siteStamp(new Date(first)),
      siteStamp(new Date(last)),
      release,
    ]),
  ]);
}
