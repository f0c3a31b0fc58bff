import { t } from '../../lib/language/translate.ts';
import { longDate } from '../time.ts';
import { ageSince, openedWithout, type FollowedVisit } from './follow-ups.ts';

// The texts about how long recommendations have been open (`decisions §14`): in whole months, or in days for less than a month.

/** `4 months`, `12 days` */
export function ageText(time: string, now: Date): string {
  return t(
    '{months, plural, =0 {{days, plural, one {# day} other {# days}}} one {# month} other {# months}}',
    ageSince(time, now),
  );
}

/** `Open for 4 months` */
export function openForText(time: string, now: Date): string {
  return t(
    '{months, plural, =0 {{days, plural, =0 {Open since today} one {Open for # day} other {Open for # days}}} one {Open for # month} other {Open for # months}}',
    ageSince(time, now),
  );
}

/** `Open for 4 months, since 4 March 2026` */
export function openSinceText(time: string, now: Date): string {
  return t(
    '{months, plural, =0 {{days, plural, =0 {Open since today} one {Open for # day, since {day}} other {Open for # days, since {day}}}} one {Open for # month, since {day}} other {Open for # months, since {day}}}',
    { ...ageSince(time, now), day: longDate(time) },
  );
}

/** `oldest 4 months`, shown after the number of open recommendations. */
export function oldestText(time: string, now: Date): string {
  return t(
    '{months, plural, =0 {{days, plural, =0 {oldest since today} one {oldest # day} other {oldest # days}}} one {oldest # month} other {oldest # months}}',
    ageSince(time, now),
  );
}

/**
 * The message about the recommendations that are open again when a visit is hidden or leaves its site; empty when there are none.
 * @param visits all visits of the site
 * @param id the visit that is hidden or leaves
 */
export function openedAgainText(visits: readonly FollowedVisit[], id: number): string {
  const count = openedWithout(visits, id);
  return count === 0
    ? ''
    : t(
        '{count, plural, one {The recommendation that it carried out is open again.} other {The # recommendations that it carried out are open again.}}',
        { count },
      );
}
