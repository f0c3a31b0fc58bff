import { useState } from 'react';
import { readListOrder } from '../../lib/screen/list-order.ts';
import { readPage } from '../../lib/screen/list-pages.ts';
import { useQueryValues, type ChangeQuery } from '../../lib/screen/use-query-values.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { keyOwner, sitesOfKey, type KeySite } from '../../records/access-key/key-owner.ts';
import { matchesKeyFilter, readKeyFilter, type KeyQuery } from './key-filter.ts';
import { keyOrders, sortAccessKeys, searchKeys } from './key-order.ts';

/** How many keys a page has. */
const pageSize = 25;

/** The ids of the keys that were made or renamed on this screen since the search and the filter were last changed. */
interface RecentKeys {
  /** The search and the filter as one text, to notice a change. */
  filterText: string;
  made: readonly number[];
  renamed: readonly number[];
}

/**
 * The list of keys as the query string describes it: searched, filtered, sorted and in pages. New keys come first, and so do renamed keys that
 * no longer match.
 */
export function useKeyList(keys: readonly AccessKey[], sites: readonly KeySite[], now: Date) {
  const [params, changeQuery] = useQueryValues<KeyQuery>();
  const [lastRecent, setRecent] = useState<RecentKeys>({ filterText: '', made: [], renamed: [] });
  const filter = readKeyFilter(params);
  const query = params.get('q') ?? '';
  const order = readListOrder(keyOrders, params);
  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const context = { ownerOf, now };

  // recent keys are shown even if they do not match, until the search or the filter is changed
  const filterText = JSON.stringify({ ...filter, query });
  const recent = lastRecent.filterText === filterText ? lastRecent : { filterText, made: [], renamed: [] };
  const isFresh = ({ id }: AccessKey) => recent.made.includes(id);
  const sorted = sortAccessKeys(keys, order, context);
  const filtered = sorted.filter((key) => matchesKeyFilter(key, sitesOfKey(key, sites), filter, now));
  const { found: matches, corrections } = searchKeys(filtered, query, context);
  const matching = new Set(matches);
  const isAtTop = (key: AccessKey) => isFresh(key) || (recent.renamed.includes(key.id) && !matching.has(key));
  // the best matches come first, unless the person has chosen an order
  const ordered = params.has('sort') ? sorted.filter((key) => matching.has(key)) : [...matching];
  const visibleKeys = [...sorted.filter(isAtTop), ...ordered.filter((key) => !isAtTop(key))];

  // a changed list starts at its first page
  const change: ChangeQuery<KeyQuery> = (values) => changeQuery({ page: '', ...values });
  return {
    filter,
    query,
    order,
    /** The words that were searched instead of typed words that no key has. */
    corrections,
    /** The keys of all pages. */
    visibleKeys,
    page: readPage(visibleKeys, params, pageSize),
    ownerOf,
    /** Whether a key was made just now. */
    isFresh,
    /** Why a key is shown although it does not match: it was made or renamed just now. Null for a key that matches. */
    hiddenBy: (key: AccessKey): 'made' | 'renamed' | null => {
      if (matching.has(key)) return null;
      return isFresh(key) ? 'made' : 'renamed';
    },
    change,
    addMade: (ids: readonly number[]) => setRecent({ ...recent, made: [...recent.made, ...ids] }),
    addRenamed: (id: number) => setRecent({ ...recent, renamed: [...recent.renamed, id] }),
  };
}
