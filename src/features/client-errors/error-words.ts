import type { ClientError } from './client-errors.ts';

/** Whose key was logged in when the error was met. */
export const metBy: Readonly<Record<ClientError['role'], string>> = {
  admin: 'Admin',
  technician: 'Technician',
  user: 'Client',
  none: 'Not logged in',
};

export function screenWords(screen: string): string {
  if (screen === '/') return 'Login';
  return screen === 'unknown' ? 'No screen' : screen;
}
