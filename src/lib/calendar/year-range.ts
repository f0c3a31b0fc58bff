import { t } from '../language/translate.ts';
import { readEnd } from './read-date.ts';

/** The years that a field of dates takes, both included. */
export interface YearRange {
  first: number;
  last: number;
}

/** The years of dates that nothing else bounds. */
export const thisCentury: YearRange = { first: 2000, last: 2099 };

/** A year that is written with all its digits, or with one too few or too many, as `206`, `2126` and `20266`. */
const writtenYear = /(?<!\d)\d{3,6}(?!\d)/gu;

/**
 * Whether a text is a date, and only its year is none of a field. So is one that would be a date with a year of the field: a date
 * picker yields the years 2 and 20266 while a person types.
 */
export function isYearOutside(text: string, { first, last }: YearRange): boolean {
  const isOutside = (year: number) => year < first || year > last;
  const end = readEnd(text);
  if (end) return isOutside(end.year);
  const plain = text.normalize('NFKC');
  return Array.from(plain.matchAll(writtenYear)).some(({ 0: year, index }) => {
    // a leap year has every day
    const dated = `${plain.slice(0, index)}2004${plain.slice(index + year.length)}`;
    return isOutside(Number(year)) && readEnd(dated) !== null;
  });
}

/** What is wrong with the year of a date; null where it is a date of these years, or none at all. */
export function yearProblem(text: string, years: YearRange): string | null {
  return isYearOutside(text, years)
    ? t('The year must be between {first} and {last}.', { first: years.first, last: years.last })
    : null;
}
