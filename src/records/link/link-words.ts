import { t } from '../../lib/language/translate.ts';
import { isNoService, serverRefusal } from '../../lib/request-error.ts';
import { plainList } from '../counted.ts';
import { longDate } from '../time.ts';
import { linkLimits, type SharedLink } from './link.ts';

/** How much a link shows. */
export interface LinkContents {
  visits: number;
  photos: number;
  pdfs: number;
}

/** The note before a link is made: what everybody who has the link can see. */
export function givenAwayText({ visits, photos, pdfs }: LinkContents): string {
  const all = plainList([
    visitsText(visits),
    ...(photos > 0 ? [t('{count, plural, one {# photo} other {# photos}}', { count: photos })] : []),
    ...(pdfs > 0 ? [t('{count, plural, one {# PDF} other {# PDFs}}', { count: pdfs })] : []),
  ]);
  return pdfs > 0
    ? t('{all} with names, signatures, perhaps number plates. Anybody who has the link sees them.', { all })
    : t('{all}, perhaps with names and number plates. Anybody who has the link sees them.', { all });
}

/** `2 visits` */
export function visitsText(count: number): string {
  return t('{count, plural, one {# visit} other {# visits}}', { count });
}

/** How many visits a link has, and how many of them it still shows. Visits that were hidden or moved are not shown. */
export function shownText({ task_ids: { length: count }, shown, ended_at: ended }: SharedLink): string {
  if (ended !== null || shown === count) return visitsText(count);
  return shown === 0
    ? t('{visits}, none of them still shown: the link does not open', { visits: visitsText(count) })
    : t('{visits}, {shown} of them still shown', { visits: visitsText(count), shown });
}

/** How often a link was opened. */
export function openedText({ opened, last_opened_at: last }: SharedLink): string {
  if (opened === 0) return t('Not opened yet');
  return last === null
    ? t('{count, plural, one {Opened once} other {Opened # times}}', { count: opened })
    : t('{count, plural, one {Opened once, on {day}} other {Opened # times, last {day}}}', {
        count: opened,
        day: longDate(last),
      });
}

/** The message why a link was not made, with what the person can do. */
export function unmadeText(error: unknown): string {
  const { code, hint } = serverRefusal(error);
  if (code === 'PT429') return limitedText(Number(hint));
  if (isNoService(error)) return t('The service does not answer. Try again: only one link is made.');
  if (hint === 'links-full') return t('This site has as many links as it can have. End one that nobody needs.');
  if (code === 'PT422') return t('A chosen visit is no longer shown. Close this window, and choose the visits again.');
  if (code === 'PT404') return t('This site no longer exists.');
  if (code === 'PT403') return t('This key is not allowed to make links of this site.');
  return t('The link was not made. Try again: only one link is made.');
}

function limitedText(seconds: number): string {
  return t('Too many links within a short time. Try again in {minutes, plural, one {# minute} other {# minutes}}.', {
    minutes: seconds > 0 ? Math.ceil(seconds / 60) : 60,
  });
}

/** The message why visits cannot be in one link, or null. @param visits how many visits @param sites to how many sites they belong */
export function unfitText(visits: number, sites: number): string | null {
  if (sites > 1) return t('A link is for visits of one site.');
  return visits > linkLimits.visits ? t('A link is for at most {count} visits.', { count: linkLimits.visits }) : null;
}
