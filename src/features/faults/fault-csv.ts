import { csvOf } from '../../lib/csv.ts';
import { said, t, tIn } from '../../lib/language/translate.ts';
import { faultEnd } from '../../records/fault/fault-end.ts';
import {
  closingLabels,
  closingReason,
  contractEndedBefore,
  faultPost,
  faultWhat,
  minutesOver,
  minutesSince,
  originText,
} from '../../records/fault/fault-words.ts';
import { isOpen, type Fault } from '../../records/fault/fault.ts';
import { siteStamp } from '../../records/time.ts';

/** A time in Singapore in the form that spreadsheets understand, such as `2026-11-29 14:10`. */
const cellMoment = (moment: string): string => siteStamp(new Date(moment)).slice(0, 16).replace('T', ' ');

/**
 * The faults as CSV, in the given order. It never contains names, telephone numbers or words of reporters (`decisions §15`): a fault that was
 * described in own words is called "Something else".
 */
export function faultsCsv(faults: readonly Fault[], now: Date): string {
  return csvOf([
    [
      tIn('of faults', 'No.'),
      t('Site'),
      t('Post'),
      t('Fault'),
      t('Reported'),
      t('How'),
      t('Reports'),
      t('Photos'),
      t('State'),
      t('Open for (min)'),
      t('Promised (Hours)'),
      t('Over the promise (min)'),
      t('No contract since'),
      tIn('of faults', 'Ended'),
      t('Answered by visit'),
      t('Closed as'),
      t('Reason'),
    ],
    ...faults.map((fault) => {
      const end = faultEnd(fault)?.at ?? null;
      return [
        fault.id,
        fault.site,
        faultPost(fault.post),
        fault.known ? faultWhat(fault) : t('Something else'),
        cellMoment(fault.reported_at),
        originText(fault.origin, fault.sticker),
        reportCount(fault),
        photosOf(fault).length,
        isOpen(fault) ? tIn('of faults', 'Open') : tIn('of faults', 'Ended'),
        minutesSince(fault.reported_at, end === null ? now : new Date(end)),
        fault.promised_hours ?? '',
        minutesOver(fault, now) ?? '',
        contractEndedBefore(fault) ?? '',
        end === null ? '' : cellMoment(end),
        fault.answers.map(({ task }) => task).join(', '),
        fault.closed ? said(closingLabels[fault.closed.as]) : '',
        fault.closed ? closingReason(fault.closed) : '',
      ];
    }),
  ]);
}

/** How many reports a fault has, including those that are only counted. */
export function reportCount({ voices, more_voices: more }: Pick<Fault, 'voices' | 'more_voices'>): number {
  return voices.length + more;
}

export function photosOf({ voices }: Pick<Fault, 'voices'>): string[] {
  return voices.flatMap(({ photos }) => photos);
}
