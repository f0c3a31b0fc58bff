import { siteTime } from './time.ts';

/** `26 March 2026 at 16:05`: an instant as it is shown, in Singapore (`spec §2`). */
export function momentText(instant: string | Date): string {
  const { day, month, clock } = siteTime(instant);
  return `${day} ${month} at ${clock}`;
}
