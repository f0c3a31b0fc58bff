import { photoTime } from '../../lib/photo/photo-time.ts';
import { periodOf, visitStamp, visitTime, type VisitTime } from '../task/visit-time.ts';

/**
 * When a photo was taken, to the minute and as tasks keep a time. Null where its camera did not say, or is ahead of now. A
 * camera that names no zone goes by the time of Singapore (`decisions §8`).
 * @param photo the file as it was chosen, with its metadata.
 */
export function timeTaken(photo: Uint8Array, now: Date): string | null {
  const taken = photoTime(photo, '+08:00');
  return taken === null || Date.parse(taken) > now.getTime() ? null : visitStamp(visitTime(taken));
}

/** When the first of the photos was taken; null when none of them says a time that a visit can have. */
export function firstTaken(photos: readonly { takenAt: string | null }[]): VisitTime | null {
  const times = photos.flatMap(({ takenAt }) => (takenAt === null ? [] : visitTime(takenAt)));
  const [first] = times
    // the clock of a camera that was never set is years behind
    .filter(({ date }) => periodOf(date)?.year !== '')
    .toSorted((a, b) => `${a.date} ${a.clock}`.localeCompare(`${b.date} ${b.clock}`));
  return first ?? null;
}
