import { useMemo } from 'react';
import { recordOf } from '../record-of.ts';

/**
 * The filters of a list, by their names in the query string. The table determines how they are read, counted, described on paper and in
 * the name of an exported file, and cleared. For a new filter, add a member to the filter's type; the compiler then asks for its entry
 * here. Which rows match a filter is a rule of the list itself.
 */
export type FilterTable<Filter> = { readonly [Name in keyof Filter]-?: ListFilter<Filter[Name]> };

/** One filter of a list. `words` and `fileWord` are only called while it is set. */
export interface ListFilter<Value> {
  /** Reads its value from its values in the query string. Unknown values are ignored. */
  read: (values: readonly string[]) => Value;
  /** Describes its value in words, as an item of a list; null if the list describes it in a sentence of its own. */
  words: ((value: NonNullable<Value>) => string) | null;
  /** Describes its value for the name of a file. */
  fileWord: (value: NonNullable<Value>) => string;
}

/** One value or several. Null and an empty list mean that the filter is not set. */
type FilterValue = string | null | readonly string[];

type Filters<Filter> = Record<keyof Filter, FilterValue>;

/** The names of the filters, in the order of the table. */
export function filterNames<Filter>(table: Readonly<Record<keyof Filter, unknown>>): (keyof Filter & string)[] {
  return Object.keys(table).filter((name): name is keyof Filter & string => Object.hasOwn(table, name));
}

/** Whether a filter is set, so that it may hide rows. */
export function isSet<Value>(value: Value): value is NonNullable<Value> {
  return value !== null && (!Array.isArray(value) || value.length > 0);
}

/** Reads the filters from a query string, such as `?year=2026&kind=emergency`. */
export function readFilters<Filter>(table: FilterTable<Filter>, params: URLSearchParams): Filter {
  return recordOf<Filter>(filterNames(table), (name) => table[name].read(params.getAll(name)));
}

/** Like `readFilters`, but returns the same object while only other parts of the query string change. */
export function useFilters<Filter>(table: FilterTable<Filter>, params: URLSearchParams): Filter {
  const ownValues = filterNames(table).flatMap((name) => params.getAll(name).map((value) => [name, value]));
  const query = new URLSearchParams(ownValues).toString();
  return useMemo(() => readFilters(table, new URLSearchParams(query)), [table, query]);
}

/** How many filters are set. A filter with several values counts once for each value. */
export function countFilters<Filter extends Filters<Filter>>(filter: Filter): number {
  const values = Object.values<FilterValue>(filter);
  return values.reduce((sum, value) => sum + (typeof value === 'string' ? 1 : (value?.length ?? 0)), 0);
}

/** The filters that are set and have `words`, each with its description. */
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

/** The descriptions of the filters that are set and have `words`. */
export function filterWords<Filter>(table: FilterTable<Filter>, filter: Filter): string[] {
  return wordedFilters(table, filter).map(({ words }) => words);
}

/** The descriptions of all filters for the name of a file; empty for a filter that is not set. */
export function filterFileWords<Filter>(table: FilterTable<Filter>, filter: Filter): string[] {
  const wordOf = <Name extends keyof Filter>(name: Name, value: Filter[Name]) =>
    isSet(value) ? table[name].fileWord(value) : '';
  return filterNames(table).map((name) => wordOf(name, filter[name]));
}

/** The change of the query string that clears all filters of a list. */
export function clearedFilters<Filter>(table: FilterTable<Filter>): Record<keyof Filter, ''> {
  return recordOf<Record<keyof Filter, ''>>(filterNames(table), () => '');
}
