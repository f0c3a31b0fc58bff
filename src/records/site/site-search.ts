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

// Rule: sites are found by their names, address, persons in charge and further contacts with their roles and addresses. A site with every
// word in its names comes first, because a typed name means that site; the others say what they were found by.

/** What a search of sites looks in besides their names. */
const otherFields = siteColumns.flatMap(({ column, kind, label }) =>
  column === 'address' || column === 'jmb_name' || column === 'person_in_charge' ? [{ column, kind, label }] : [],
);

export type SearchableSite = Pick<SiteFields, 'name' | 'sitename' | (typeof otherFields)[number]['column']> & {
  /** Absent where they are not known. */
  site_contacts?: readonly ListedContact[];
};

/** The sites found, the best first, with the words to explain each by: none where its names have them all. */
export type FoundSites<T> = ReadonlyMap<T, readonly string[]>;

/**
 * Prepares a search of these sites: a function of what is typed, which without words finds all in their order, and where no site has the
 * words by the nearest ones.
 */
export function prepareSiteSearch<T>(
  sites: readonly T[],
  fieldsOf: (site: T) => SearchableSite,
): (query: string) => NearestSearch<FoundSites<T>> {
  const named = toSearchable(sites, (site) => [namesOf(fieldsOf(site))]);
  const whole = toSearchable(sites, (site) => {
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
  const vocabulary = lazyVocabulary(() => whole.map(({ text }) => text));
  const search = (query: string): FoundSites<T> => {
    const words = prefixWordsOf(query);
    const found = new Map<T, readonly string[]>(bestFirst(named, words).map((site) => [site, unexplained]));
    // joined numbers first, so that a found number is marked as a whole
    for (const text of new Set([withJoinedNumbers(query), query])) {
      const queryWords = prefixWordsOf(text);
      for (const site of bestFirst(whole, queryWords)) if (!found.has(site)) found.set(site, queryWords);
    }
    return found;
  };
  const isEmpty = (found: FoundSites<T>) => found.size === 0;
  return (query) => orNearest(query, { search, isEmpty, vocabulary, prefixes: 'all' });
}

// one for all, so that memoised rows stay as they are
const unexplained: readonly string[] = [];

const formsOf = (phone: number) => searchedForms(telephoneOf(phone)).join(' ');

function namesOf({ name, sitename }: SearchableSite): string {
  return `${name}\n${sitename ?? ''}`;
}

/** A text of a site that a search found, and where. */
interface SiteMatch {
  label: string;
  text: string;
  ranges: readonly TextRange[];
}

/** What a site was found by besides its names. @param words as `prepareSiteSearch` gives them. */
export function siteMatches(site: SearchableSite, words: readonly string[]): SiteMatch[] {
  const others = words.filter((word) => hitRangesOf(namesOf(site), [word]).length === 0);
  const matchOf = (label: string, value: SiteFields[SiteField], kind: SiteColumnKind): SiteMatch[] => {
    const rangesIn =
      typeof value === 'number'
        ? (_: string, searchedWords: readonly string[]) => numberRanges(value, searchedWords)
        : hitRangesOf;
    const whole = siteValueText(kind, value) ?? '';
    if (rangesIn(whole, others).length === 0) return [];
    const text = excerptOf(whole, words);
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

/** Where words begin a form of a number, or stand within it, in the number as it is shown. */
function numberRanges(stored: number, words: readonly string[]): TextRange[] {
  const telephone = telephoneOf(stored);
  const digits = Array.from(telephone.shown.matchAll(/\d/gu), ({ index }) => index);
  const forms = searchedForms(telephone);
  const hits = words.flatMap((word) => {
    const form =
      forms.find((candidate) => candidate.startsWith(word)) ?? forms.find((candidate) => candidate.includes(word));
    if (form === undefined) return [];
    // forms have the same end, and may begin with digits that are not shown
    const from = digits.length - form.length + form.indexOf(word);
    const [start, last] = [digits[Math.max(0, from)], digits[from + word.length - 1]];
    return start === undefined || last === undefined ? [] : [{ start, end: last + 1 }];
  });
  return mergedRanges(hits);
}

/** A query with each number as one word: `+60 12-345 6789` as `60123456789`. */
function withJoinedNumbers(query: string): string {
  return query
    .normalize('NFKC')
    .replaceAll(/(?<![\p{L}\p{N}])[+(]*\d[\d\s().–-]*(?!\p{L})/gu, (number) => `${number.replaceAll(/\D/gu, '')} `);
}
