import { useMemo } from 'react';
import { recordOf } from '../record-of.ts';

/**
 * The filters of a list, as one table: an entry for each, under its name in the query string. Reading, counting, the words on
 * paper, the name of an exported file and *Clear* follow from the table, so a new filter is a new member of the filter's type
 * and the entry that the compiler then asks for. What the filter does to the list's rows is a rule of the list itself.
 */
export type FilterTable<Filter> = { readonly [Name in keyof Filter]-?: ListFilter<Filter[Name]> };

/** What a list does with one filter. `words` and `fileWord` are asked only while it is set. */
export interface ListFilter<Value> {
  /** Reads its values in the query string; unknown ones are ignored. */
  read: (values: readonly string[]) => Value;
  /** What it is set to, as a member of a list of words; null where the list's own sentence says it. */
  words: ((value: NonNullable<Value>) => string) | null;
  /** What it is set to, in the name of a file. */
  fileWord: (value: NonNullable<Value>) => string;
}

/** One value or several; null and no value leave everything. */
type FilterValue = string | null | readonly string[];

type Filters<Filter> = Record<keyof Filter, FilterValue>;

/** The names of the filters, in the order of the table. */
export function filterNames<Filter>(table: Readonly<Record<keyof Filter, unknown>>): (keyof Filter & string)[] {
  return Object.keys(table).filter((name): name is keyof Filter & string => Object.hasOwn(table, name));
}

/** Whether a filter leaves less than everything. */
export function isSet<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && (!Array.isArray(value) || value.length > 0);
}

/** Reads the filters from a query string, such as `?year=2026&kind=emergency`. */
export function readFilters<Filter>(table: FilterTable<Filter>, params: URLSearchParams): Filter {
  return recordOf<Filter>(filterNames(table), (name) => table[name].read(params.getAll(name)));
}

/** `readFilters`, as the same object while only other parts of the query string change. */
export function useFilters<Filter>(table: FilterTable<Filter>, params: URLSearchParams): Filter {
  const own = filterNames(table).flatMap((name) => params.getAll(name).map((value) => [name, value]));
  const query = new URLSearchParams(own).toString();
  return useMemo(() => readFilters(table, new URLSearchParams(query)), [table, query]);
}

/** How many filters are set; one with several values counts for each. */
export function countFilters<Filter extends Filters<Filter>>(filter: Filter): number {
  const values = Object.values<FilterValue>(filter);
  return values.reduce((sum, value) => sum + (typeof value === 'string' ? 1 : (value?.length ?? 0)), 0);
}

/** The set filters of which the list's own sentence says nothing, each with what it is set to in words. */
export function wordedFilters<Filter>(
  table: FilterTable<Filter>,
  filter: Filter,
): { name: keyof Filter & string; words: string }[] {
  const wordsOf = <Name extends keyof Filter>(name: Name, value: Filter[Name]) =>
    isSet(value) ? (table[name].words?.(value) ?? '') : '';
  return filterNames(table)
    .map((name) => ({ name, words: wordsOf(name, filter[name]) }))
    .filter(({ words }) => words !== '');
}

/** What the set filters are set to, in words. */
export function filterWords<Filter>(table: FilterTable<Filter>, filter: Filter): string[] {
  return wordedFilters(table, filter).map(({ words }) => words);
}

/** What the set filters are set to, for the name of a file. */
export function filterFileWords<Filter>(table: FilterTable<Filter>, filter: Filter): string[] {
  const wordOf = <Name extends keyof Filter>(name: Name, value: Filter[Name]) =>
    isSet(value) ? table[name].fileWord(value) : '';
  return filterNames(table).map((name) => wordOf(name, filter[name]));
}

/** The change of the query string that takes all filters of a list away. */
export function clearedFilters<Filter>(table: FilterTable<Filter>): Record<keyof Filter, ''> {
  return recordOf<Record<keyof Filter, ''>>(filterNames(table), () => '');
}
