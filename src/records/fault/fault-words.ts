import { withoutCapital } from '../../lib/capitals.ts';
import { inEnglish, message, said, t, type Message } from '../../lib/language/translate.ts';
import { typeLabel } from '../failure/failure-record.ts';
import { contractDay } from '../site/contract.ts';
import { promisedMinutes } from '../site/site-promise.ts';
import { durationText } from '../task/response-words.ts';
import { siteStamp } from '../time.ts';
import { isOpen, type Closing, type Fault, type FaultVoice } from './fault.ts';
import { stickerNumber } from './sticker.ts';
import { symptoms } from './symptoms.ts';

// The texts about faults, and how long a fault has been open (`decisions §15`). Minutes are whole numbers.

/** The text that the database stores when it deletes a reporter's own words. */
const forgottenWhat = message('Something else');

/** What is wrong. A known symptom or failure type is in the reader's language. */
export function faultWhat({ what, known }: Pick<Fault, 'what' | 'known'>): string {
  const symptom = known ? symptoms[what] : undefined;
  if (symptom) return said(symptom);
  if (known) return typeLabel(what);
  return what === inEnglish(forgottenWhat) ? said(forgottenWhat) : what;
}

/** The name of a post; `Whole site` for null. */
export function faultPost(post: string | null): string {
  return post ?? t('Whole site');
}

/** `Exit: does not open` */
export function faultTitle(fault: Pick<Fault, 'post' | 'what' | 'known'>): string {
  const what = faultWhat(fault);
  // a symptom continues the sentence in lower case; a failure type and own words stay as they are written
  const isSymptom = fault.known && fault.what in symptoms;
  return t('{post}: {what}', { post: faultPost(fault.post), what: isSymptom ? withoutCapital(what) : what });
}

/** The ways in which the office closes a fault without a visit. */
export const closingLabels: Readonly<Record<Closing, Message>> = {
  settled: message('Settled by phone'),
  'not-ours': message('Not ours'),
  double: message('Reported twice'),
  'not-a-fault': message('Not a fault'),
};

/** The stored reason of a fault that repeats another fault, the same in every language. @param id the other fault */
export const sameAs = (id: number): string => `No. ${id}`;
/** Matches that reason, with the words that may follow it: `No. 41: he called twice` */
const repeatedFaultPattern = /^No\. (\d+)(?:: (.+))?$/su;

/** The words that the office wrote with a closing; empty when it only chose the way of closing. */
export function closingReason({ as, reason }: NonNullable<Fault['closed']>): string {
  const words = reason.trim();
  if (words === inEnglish(closingLabels[as])) return '';
  const [, number, comment] = repeatedFaultPattern.exec(words) ?? [];
  if (as !== 'double' || number === undefined) return words;
  return comment === undefined
    ? t('Same as number {number}', { number })
    : t('Same as number {number}: {text}', { number, text: comment });
}

const originLabels: Readonly<Record<FaultVoice['origin'], Message>> = {
  client: message('With the site’s key'),
  sticker: message('With the sticker'),
  office: message('By phone'),
};

/** How a report was made. @param sticker the sticker's number; null without a sticker */
export function originText(origin: FaultVoice['origin'], sticker: number | null = null): string {
  return origin === 'sticker' && sticker !== null
    ? t('With sticker {number}', { number: stickerNumber(sticker) })
    : said(originLabels[origin]);
}

/** Whole minutes since a moment; 0 for a moment in the future, because a device's clock may be wrong. */
export function minutesSince(moment: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / 60_000));
}

const minutesOfDay = 24 * 60;

/** `40 min`, `2 h 10 min`, `3 days 4 h`; from two days on, without the minutes. */
export function spanText(minutes: number): string {
  if (minutes < 2 * minutesOfDay) return durationText(minutes);
  const [days, hours] = [Math.floor(minutes / minutesOfDay), Math.floor((minutes % minutesOfDay) / 60)];
  return hours === 0
    ? t('{days, plural, one {# day} other {# days}}', { days })
    : t('{days, plural, one {# day} other {# days}} {hours} h', { days, hours });
}

/** The last day of the contract, if it had ended when the fault was reported; null when it had not, or when no end is known. */
export function contractEndedBefore({
  contract_until: until,
  reported_at: reported,
}: Pick<Fault, 'contract_until' | 'reported_at'>): string | null {
  const day = contractDay(until ?? '');
  return day !== null && day < siteStamp(new Date(reported)).slice(0, 10) ? day : null;
}

/** How many minutes an open fault exceeds the response time that was promised on the day of its report; null when it does not. */
export function minutesOver(
  fault: Pick<Fault, 'reported_at' | 'promised_hours' | 'contract_until' | 'closed' | 'answers'>,
  now: Date,
): number | null {
  if (!isOpen(fault) || fault.promised_hours === null || contractEndedBefore(fault) !== null) return null;
  const over = minutesSince(fault.reported_at, now) - promisedMinutes(fault.promised_hours);
  return over > 0 ? over : null;
}
