import { t } from '../language/translate.ts';
import { readEnd } from './read-date.ts';

/** The years that a date field accepts; both ends belong to the range. */
export interface YearRange {
  first: number;
  last: number;
}

/** The range of dates that have no narrower one. */
export const thisCentury: YearRange = { first: 2000, last: 2099 };

/** A year of three to six digits: people type `206` or `20266` by mistake. */
const writtenYear = /(?<!\d)\d{3,6}(?!\d)/gu;

/**
 * Whether a text is a date whose year is outside the range. This includes a text that only another year would make a date, because a date
 * picker yields years such as 2 and 20266 while a person types.
 */
export function isYearOutside(text: string, { first, last }: YearRange): boolean {
  const isOutside = (year: number) => year < first || year > last;
  const end = readEnd(text);
  if (end) return isOutside(end.year);
  const plain = text.normalize('NFKC');
  return Array.from(plain.matchAll(writtenYear)).some(({ 0: year, index }) => {
    // 2004 is a leap year, in which every day exists
    const withValidYear = `${plain.slice(0, index)}2004${plain.slice(index + year.length)}`;
    return isOutside(Number(year)) && readEnd(withValidYear) !== null;
  });
}

/** The message for a date whose year is outside the range; null for a date within it, and for a text that is no date. */
export function yearProblem(text: string, years: YearRange): string | null {
  return isYearOutside(text, years)
    ? t('The year must be between {first} and {last}.', { first: years.first, last: years.last })
    : null;
}
