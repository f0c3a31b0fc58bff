import { said, t } from '../../lib/language/translate.ts';
import { lazyVocabulary, orNearest, type NearestSearch } from '../../lib/search/or-nearest.ts';
import {
  prefixWordsOf,
  bestFirst,
  excerptOf,
  mergedRanges,
  hitRangesOf,
  toSearchable,
  type TextRange,
} from '../../lib/text-search.ts';
import { contactRole, type ListedContact } from '../site-contacts/site-contact.ts';
import { siteColumns, siteValueText, type SiteColumnKind, type SiteField, type SiteFields } from './site-columns.ts';
import { searchedForms, telephoneOf } from './telephone.ts';

// Searches sites by their names, address, persons in charge and further contacts with their roles and e-mail addresses. A site whose names have
// every typed word comes first, because the person typed its name. For the other sites, the result shows the text in which the words are.

/** The columns that a search of sites reads besides the names. */
const otherFields = siteColumns.flatMap(({ column, kind, label }) =>
  column === 'address' || column === 'jmb_name' || column === 'person_in_charge' ? [{ column, kind, label }] : [],
);

export type SearchableSite = Pick<SiteFields, 'name' | 'sitename' | (typeof otherFields)[number]['column']> & {
  /** Absent when the contacts are not known. */
  site_contacts?: readonly ListedContact[];
};

/** The found sites, the best first, each with the searched words for `siteMatches`; without words if the names of the site have all of them. */
export type FoundSites<T> = ReadonlyMap<T, readonly string[]>;

/**
 * Prepares a search of these sites, and returns the search function. An empty query finds all sites in their order. If no site has the typed
 * words, the most similar words are searched.
 */
export function prepareSiteSearch<T>(
  sites: readonly T[],
  fieldsOf: (site: T) => SearchableSite,
): (query: string) => NearestSearch<FoundSites<T>> {
  const searchableNames = toSearchable(sites, (site) => [namesOf(fieldsOf(site))]);
  const searchableTexts = toSearchable(sites, (site) => {
    const fields = fieldsOf(site);
    const others = otherFields.map(({ column, kind }) => {
      const value = fields[column];
      return typeof value === 'number' ? formsOf(value) : (siteValueText(kind, value) ?? '');
    });
    const contacts = (fields.site_contacts ?? []).flatMap((contact) => [
      contact.name,
      formsOf(contact.phone),
      contact.email ?? '',
      contactRole(contact),
    ]);
    return [namesOf(fields), ...others, ...contacts];
  });
  const vocabulary = lazyVocabulary(() => searchableTexts.map(({ text }) => text));
  const search = (query: string): FoundSites<T> => {
    const words = prefixWordsOf(query);
    const found = new Map<T, readonly string[]>(bestFirst(searchableNames, words).map((site) => [site, noWords]));
    // the query with joined numbers is searched first, so that a found telephone number is marked as a whole
    for (const text of new Set([withJoinedNumbers(query), query])) {
      const queryWords = prefixWordsOf(text);
      for (const site of bestFirst(searchableTexts, queryWords)) if (!found.has(site)) found.set(site, queryWords);
    }
    return found;
  };
  const isEmpty = (found: FoundSites<T>) => found.size === 0;
  return (query) => orNearest(query, { search, isEmpty, vocabulary, prefixes: 'all' });
}

// always the same array, so that memoised rows are not drawn again
const noWords: readonly string[] = [];

const formsOf = (phone: number) => searchedForms(telephoneOf(phone)).join(' ');

function namesOf({ name, sitename }: SearchableSite): string {
  return `${name}\n${sitename ?? ''}`;
}

/** A text of a site that has searched words, with the ranges to mark. */
interface SiteMatch {
  label: string;
  text: string;
  ranges: readonly TextRange[];
}

/** The texts besides the names by which a site was found. @param words the words from `prepareSiteSearch` */
export function siteMatches(site: SearchableSite, words: readonly string[]): SiteMatch[] {
  const others = words.filter((word) => hitRangesOf(namesOf(site), [word]).length === 0);
  const matchOf = (label: string, value: SiteFields[SiteField], kind: SiteColumnKind): SiteMatch[] => {
    const rangesIn =
      typeof value === 'number'
        ? (_: string, searchedWords: readonly string[]) => numberRanges(value, searchedWords)
        : hitRangesOf;
    const valueText = siteValueText(kind, value) ?? '';
    if (rangesIn(valueText, others).length === 0) return [];
    const text = excerptOf(valueText, words);
    return [{ label, text, ranges: rangesIn(text, words) }];
  };
  return [
    ...otherFields.flatMap(({ column, kind, label }) => matchOf(said(label), site[column], kind)),
    ...(site.site_contacts ?? []).flatMap((contact) => [
      ...matchOf(contactRole(contact), contact.name, 'text'),
      ...matchOf(t('Telephone of {name}', { name: contact.name }), contact.phone, 'phone'),
      ...matchOf(contact.name, contact.email, 'text'),
      ...matchOf(contact.name, contactRole(contact), 'text'),
    ]),
  ];
}

// Telephone numbers, which people type with or without blanks, hyphens, the 0 and the country code, or only by their end

/** The ranges of words in a displayed telephone number. A word may be the beginning of any of the number's forms, or a part of it. */
function numberRanges(stored: number, words: readonly string[]): TextRange[] {
  const telephone = telephoneOf(stored);
  const digits = Array.from(telephone.shown.matchAll(/\d/gu), ({ index }) => index);
  const forms = searchedForms(telephone);
  const hits = words.flatMap((word) => {
    const form =
      forms.find((candidate) => candidate.startsWith(word)) ?? forms.find((candidate) => candidate.includes(word));
    if (form === undefined) return [];
    // all forms end with the same digits, and may begin with digits that are not displayed
    const from = digits.length - form.length + form.indexOf(word);
    const [start, last] = [digits[Math.max(0, from)], digits[from + word.length - 1]];
    return start === undefined || last === undefined ? [] : [{ start, end: last + 1 }];
  });
  return mergedRanges(hits);
}

/** A query in which each telephone number is one word: `+60 12-345 6789` becomes `60123456789`. */
function withJoinedNumbers(query: string): string {
  return query
    .normalize('NFKC')
    .replaceAll(/(?<![\p{L}\p{N}])[+(]*\d[\d\s().–-]*(?!\p{L})/gu, (number) => `${number.replaceAll(/\D/gu, '')} `);
}
