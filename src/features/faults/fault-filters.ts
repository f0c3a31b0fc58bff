import { inEnglish, message, t, tIn } from '../../lib/language/translate.ts';
import type { FilterTable } from '../../lib/screen/list-filters.ts';
import { postFilter } from '../../records/task/common-filters.ts';

export type FaultState = 'open' | 'ended' | 'all';

/** The states to choose from. The first one is the default, which has no value in the URL. */
export const faultStates: readonly { value: FaultState; label: () => string }[] = [
  { value: 'open', label: () => tIn('of faults', 'Open') },
  { value: 'ended', label: () => tIn('of faults', 'Ended') },
  { value: 'all', label: () => t('All') },
];

/** The filters besides the search words. The members have the names of the parameters in the query string. */
export interface FaultFilter {
  /** Null for open faults. */
  state: 'ended' | 'all' | null;
  /** The name of a site; null for all. */
  site: string | null;
  /** The name of a post; null for all. */
  post: string | null;
}

/** The filters in the query string, such as `?state=ended&site=A&post=Exit`. */
export const faultFilters: FilterTable<FaultFilter> = {
  state: {
    read: ([state]) => (state === 'ended' || state === 'all' ? state : null),
    // the sentence with the number of faults already says the state
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

/** The parameters of the list in the query string. */
export type FaultQuery = keyof FaultFilter | 'q' | 'page';

/** The longest search that the database accepts, in characters. */
export const maxSearchLength = 200;
