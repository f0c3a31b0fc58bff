import { visitText } from '../../records/task/typed-task.ts';
import type { VisitTime } from '../../records/task/visit-time.ts';

/** `Selasih Park, 17 March 2026 at 10:05, 2 photos` */
export function visitSummary(site: string | null, visit: VisitTime, photos: number): string {
  const counted = photos === 0 ? 'no photos' : photos === 1 ? '1 photo' : `${photos} photos`;
  return [site ?? 'No site chosen', visitText(visit), counted].join(', ');
}
