import { t, tIn } from '../../lib/language/translate.ts';
import { joinedStatements } from '../sentences.ts';
import { promisedMinutes, withinText } from '../site/site-promise.ts';
import { longDay, siteStamp } from '../time.ts';
import { hadNoCallOut, type CallResponse, type CallsOfYear, type CallsUsed, type ResponseFigures } from './response.ts';

// The texts about response times of call-outs, for screens, papers and files (`decisions §14`). A figure that is not known is left out.

/** `45 min`, `9 h`, `2 h 10 min`. @param minutes whole */
export function durationText(minutes: number): string {
  const parts = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  if (parts.hours === 0) return t('{minutes} min', parts);
  return parts.minutes === 0 ? t('{hours} h', parts) : t('{hours} h {minutes} min', parts);
}

/** The response time of a call: `2 h 10 min, within 3 hours`, `4 h, promised: 3 h`, `time not recorded`. */
export function answeredText({
  minutes,
  hours: promisedHours,
  state,
}: Pick<CallResponse, 'minutes' | 'hours' | 'state'>): string {
  if (minutes === null) return t('time not recorded');
  const duration = durationText(minutes);
  if (promisedHours === null) return duration;
  return state === 'within'
    ? t('{duration}, {promise}', { duration, promise: withinText(promisedHours) })
    : t('{duration}, promised: {promise}', { duration, promise: durationText(promisedMinutes(promisedHours)) });
}

/** `1 h 10 min over 4 h`, for a late response. @param minutes the response time @param hours the promised hours */
export function lateText(minutes: number, hours: number): string {
  const promised = promisedMinutes(hours);
  return t('{late} over {promise}', { late: durationText(minutes - promised), promise: durationText(promised) });
}

/** `4 of 5 within 3 hours`; null when no call has a promise. */
function inTimeText({ within, promised, hours }: ResponseFigures): string | null {
  if (promised === 0) return null;
  if (hours === null) return t('{within} of {promised} within the promised time', { within, promised });
  return hours < 1
    ? t('{within} of {promised} within {minutes, plural, one {# minute} other {# minutes}}', {
        within,
        promised,
        minutes: promisedMinutes(hours),
      })
    : t('{within} of {promised} within {hours, plural, one {# hour} other {# hours}}', { within, promised, hours });
}

/** `median 1 h 50 min, longest 9 h`; for a single response, `answered in 1 h 50 min`. Null without a recorded response. */
function timesText({ recorded, median, longest }: ResponseFigures): string | null {
  if (median === null || longest === null) return null;
  const values = { median: durationText(median), longest: durationText(longest) };
  return recorded === 1
    ? t('answered in {duration}', { duration: values.median })
    : t('median {median}, longest {longest}', values);
}

/**
 * The figures of some calls as a fact with a label. `value`: how many responses were in time, or the median time when nothing was promised;
 * null when neither is known. `others`: the other figures.
 */
export function responseFact(figures: ResponseFigures): { label: string; value: string | null; others: string[] } {
  const { within, promised, hours, median } = figures;
  const otherTexts = otherStatements(figures);
  if (promised === 0) {
    const longest =
      figures.recorded > 1 &&
      figures.longest !== null &&
      t('longest {longest}', { longest: durationText(figures.longest) });
    const value = median === null ? null : durationText(median);
    return {
      label: figures.recorded > 1 ? t('Response, median') : t('Response'),
      value,
      others: present([longest, ...otherTexts]),
    };
  }
  const label =
    hours === null ? t('Response, within the promised time') : t('Response, {within}', { within: withinText(hours) });
  return {
    label,
    value: tIn('of calls', '{within} of {promised}', { within, promised }),
    others: present([timesText(figures), ...otherTexts]),
  };
}

const present = (statements: readonly (string | null | undefined | false)[]) =>
  statements.filter((statement) => typeof statement === 'string');

/** The figures of some call-outs in short statements; empty when nothing is known. */
function responseStatements(figures: ResponseFigures): string[] {
  return present([inTimeText(figures), timesText(figures), ...otherStatements(figures)]);
}

function otherStatements({
  unrecorded,
  noContract,
  lateFaults,
  settled,
  withoutFaults,
}: ResponseFigures): (string | false)[] {
  return [
    unrecorded > 0 && t('{count, plural, one {# without times} other {# without times}}', { count: unrecorded }),
    noContract > 0 && t('without a contract: {count}', { count: noContract }),
    lateFaults > 0 && t('late without a visit: {count}', { count: lateFaults }),
    settled > 0 && t('settled without a visit: {count}', { count: settled }),
    withoutFaults && t('without the reported faults, which could not be read'),
  ];
}

/** `1 of 6 calls of this contract year`; null when no limit is agreed. */
export function callsUsedText(calls: CallsUsed | null, now: Date): string | null {
  if (calls === null || calls.agreed === null) return null;
  const parts = { used: calls.used, agreed: calls.agreed };
  if (!calls.isContract)
    return t('{used} of {agreed, plural, one {# call} other {# calls}} of {year}', {
      ...parts,
      year: calls.to.slice(0, 4),
    });
  return siteStamp(now).slice(0, 10) <= calls.to
    ? t('{used} of {agreed, plural, one {# call} other {# calls}} of this contract year', parts)
    : t('{used} of {agreed, plural, one {# call} other {# calls}} of the contract year to {day}', {
        ...parts,
        day: longDay(calls.to),
      });
}

/**
 * All known figures of a year's emergency calls, as statements. A year without calls has statements only if calls of its contract year were used.
 */
export function yearStatements({ response, calls }: CallsOfYear, now: Date): string[] {
  if (hadNoCallOut(response) && !calls?.used) return [];
  return [...responseStatements(response), callsUsedText(calls, now)].filter((text) => text !== null);
}

/**
 * `5 emergency calls in 2026: 4 of 5 within 3 hours; median 1 h 50 min, longest 9 h; 1 of 6 calls of this contract year`; null without a statement.
 */
export function responseSummary(ofYear: CallsOfYear, year: number, now: Date): string | null {
  const { response } = ofYear;
  const statements = yearStatements(ofYear, now);
  if (statements.length === 0) return null;
  const parts = { count: response.responses.length, year, statements: joinedStatements(statements) };
  if (hadNoCallOut(response)) return t('No emergency calls in {year}: {statements}', parts);
  // `call-outs` rather than `emergency calls`: an open or settled fault has no visit, and a visit of another kind may have answered a fault
  if (parts.count === 0) return t('Call-outs in {year}: {statements}', parts);
  return response.responses.every(({ visit }) => visit.kind === 'emergency')
    ? t('{count, plural, one {# emergency call} other {# emergency calls}} in {year}: {statements}', parts)
    : t('{count, plural, one {# call-out} other {# call-outs}} in {year}: {statements}', parts);
}
