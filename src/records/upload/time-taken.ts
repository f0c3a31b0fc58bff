import { photoTime } from '../../lib/photo/photo-time.ts';
import { periodOf, visitStamp, visitTime, type VisitTime } from '../task/visit-time.ts';

/**
 * When a photo was taken, to the minute, as tasks store a time. Null when unknown or in the future. A camera without a
 * zone is taken to be on Singapore time (`decisions §8`).
 * @param photo the chosen file, with its metadata.
 */
export function timeTaken(photo: Uint8Array, now: Date): string | null {
  const taken = photoTime(photo, '+08:00');
  return taken === null || Date.parse(taken) > now.getTime() ? null : visitStamp(visitTime(taken));
}

/** Null when no photo has a time that a visit can have. */
export function firstTaken(photos: readonly { takenAt: string | null }[]): VisitTime | null {
  const times = photos.flatMap(({ takenAt }) => (takenAt === null ? [] : visitTime(takenAt)));
  const [first] = times
    // the clock of a camera that was never set is years behind
    .filter(({ date }) => periodOf(date)?.year !== '')
    .toSorted((a, b) => `${a.date} ${a.clock}`.localeCompare(`${b.date} ${b.clock}`));
  return first ?? null;
}
