import { csvOf } from '../../lib/csv.ts';
import type { ClientError } from './client-errors.ts';
import { siteStamp } from '../../records/time.ts';
import { metBy, screenWords } from './error-words.ts';

/** The errors as a CSV file, in the order given; times as tasks keep them. */
export function errorsCsv(errors: readonly ClientError[]): string {
  return csvOf([
    ['Error', 'Screen', 'Met by', 'Times', 'First met', 'Last met', 'Release'],
    ...errors.map(({ message, screen, role, times, first_seen: first, last_seen: last, release }) => [
      message,
      screenWords(screen),
      metBy[role],
      times,
      siteStamp(new Date(first)),
      siteStamp(new Date(last)),
      release,
    ]),
  ]);
}
