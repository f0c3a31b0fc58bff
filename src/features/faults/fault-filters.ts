import { inEnglish, message, t, tIn } from '../../lib/language/translate.ts';
import type { FilterTable } from '../../lib/screen/list-filters.ts';
import { postFilter } from '../../records/task/common-filters.ts';

export type FaultState = 'open' | 'ended' | 'all';

/** The states to choose from; the first is the usual one, and needs no value in the address. */
export const faultStates: readonly { value: FaultState; label: () => string }[] = [
  { value: 'open', label: () => tIn('of faults', 'Open') },
  { value: 'ended', label: () => tIn('of faults', 'Ended') },
  { value: 'all', label: () => t('All') },
];

/** What the faults are limited to, besides words; under the names in the query string. */
export interface FaultFilter {
  /** Null for those that are open. */
  state: 'ended' | 'all' | null;
  /** The name of a site; null for all. */
  site: string | null;
  /** A name as its site has it; null for all. */
  post: string | null;
}

/** The filters of the faults: `?state=ended&site=A&post=Exit`. */
export const faultFilters: FilterTable<FaultFilter> = {
  state: {
    read: ([state]) => (state === 'ended' || state === 'all' ? state : null),
    // the sentence of the list says it
    words: null,
    fileWord: (state) => inEnglish(state === 'ended' ? message('Ended') : message('All')),
  },
  site: {
    read: ([site]) => site || null,
    words: (site) => t('site “{site}”', { site }),
    fileWord: (site) => site,
  },
  post: postFilter,
};

/** What the query string of the list has. */
export type FaultQuery = keyof FaultFilter | 'q' | 'page';

/** The database's limit, in characters. */
export const maxSearchLength = 200;
