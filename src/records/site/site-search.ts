import {
  begunWordsOf,
  bestFirst,
  excerptOf,
  joinedPlaces,
  placesOf,
  toSearched,
  type TextPlace,
} from '../../lib/text-search.ts';
import { said } from '../../lib/language/translate.ts';
import { siteColumns, siteValueText, type SiteFields } from './site-columns.ts';

// Rule: sites are found by their names, address and persons in charge. Those with every word in their names come first, as who
// types a name wants that site; the others say what they were found by.

/** What a search of sites looks in besides their names. */
const otherFields = siteColumns.flatMap(({ column, kind, label }) =>
  column === 'address' || column === 'jmb_name' || column === 'person_in_charge' ? [{ column, kind, label }] : [],
);

export type SearchableSite = Pick<SiteFields, 'name' | 'sitename' | (typeof otherFields)[number]['column']>;

/** The sites found, the best first, with the words to explain each by: none where its names have them all. */
export type FoundSites<T> = ReadonlyMap<T, readonly string[]>;

/** Prepares a search of these sites: a function of what is typed, which without words finds all in their order. */
export function prepareSiteSearch<T>(
  sites: readonly T[],
  fieldsOf: (site: T) => SearchableSite,
): (query: string) => FoundSites<T> {
  const named = toSearched(sites, (site) => [namesOf(fieldsOf(site))]);
  const whole = toSearched(sites, (site) => {
    const fields = fieldsOf(site);
    const others = otherFields.map(({ column, kind }) => {
      const text = siteValueText(kind, fields[column]) ?? '';
      return kind === 'phone' ? dialledForms(text).join(' ') : text;
    });
    return [namesOf(fields), ...others];
  });
  return (query) => {
    const words = begunWordsOf(query);
    const found = new Map<T, readonly string[]>(bestFirst(named, words).map((site) => [site, unexplained]));
    for (const text of new Set([query, withJoinedNumbers(query)])) {
      const wanted = begunWordsOf(text);
      for (const site of bestFirst(whole, wanted)) if (!found.has(site)) found.set(site, wanted);
    }
    return found;
  };
}

// one for all, so that memoised rows stay as they are
const unexplained: readonly string[] = [];

function namesOf({ name, sitename }: SearchableSite): string {
  return `${name}\n${sitename ?? ''}`;
}

/** A text of a site that a search found, and where. */
interface SiteMatch {
  label: string;
  text: string;
  places: readonly TextPlace[];
}

/** What a site was found by besides its names. @param words as `prepareSiteSearch` gives them. */
export function siteMatches(site: SearchableSite, words: readonly string[]): SiteMatch[] {
  const others = words.filter((word) => placesOf(namesOf(site), [word]).length === 0);
  return otherFields.flatMap(({ column, kind, label }) => {
    const placesIn = kind === 'phone' ? numberPlaces : placesOf;
    const whole = siteValueText(kind, site[column]) ?? '';
    if (placesIn(whole, others).length === 0) return [];
    const text = excerptOf(whole, words);
    return [{ label: said(label), text, places: placesIn(text, words) }];
  });
}

// Telephone numbers, which people type with or without blanks, hyphens, the 0 and the country code, or only by their end

/** A number as people may begin it: with the country code 60, as it is dialled, without its 0, and without its area; the last four digits. */
function dialledForms(number: string): string[] {
  return number === '' ? [] : [`6${number}`, ...[0, 1, -8, -7, -4].map((start) => number.slice(start))];
}

/** Where words begin a form of a number. */
function numberPlaces(number: string, words: readonly string[]): TextPlace[] {
  const hits = words.flatMap((word) => {
    const form = dialledForms(number).find((one) => one.startsWith(word));
    if (form === undefined) return [];
    const start = number.length - form.length;
    return [{ start: Math.max(0, start), end: start + word.length }];
  });
  return joinedPlaces(hits);
}

/** A query with each number as one word: `+60 12-345 6789` as `60123456789`. */
function withJoinedNumbers(query: string): string {
  return query
    .normalize('NFKC')
    .replaceAll(/(?<![\p{L}\p{N}])[+(]*\d[\d\s().–-]*(?!\p{L})/gu, (number) => `${number.replaceAll(/\D/gu, '')} `);
}
