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

/** The ids of keys that were made or renamed on this screen under one search and filter. */
interface RecentKeys {
  /** The search and the filter, as text. */
  under: string;
  made: readonly number[];
  renamed: readonly number[];
}

/**
 * The keys that the query string asks for: searched, filtered, sorted and in pages. New keys come first, and so do renamed ones that no
 * longer match.
 */
export function useKeyList(keys: readonly AccessKey[], sites: readonly KeySite[], now: Date) {
  const [params, changeQuery] = useQueryValues<KeyQuery>();
  const [lastRecent, setRecent] = useState<RecentKeys>({ under: '', made: [], renamed: [] });
  const filter = readKeyFilter(params);
  const query = params.get('q') ?? '';
  const order = readListOrder(keyOrders, params);
  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const context = { ownerOf, now };

  // recent keys are shown even if they do not match, until another search or filter is chosen
  const under = JSON.stringify({ ...filter, query });
  const recent = lastRecent.under === under ? lastRecent : { under, made: [], renamed: [] };
  const isFresh = ({ id }: AccessKey) => recent.made.includes(id);
  const sorted = sortAccessKeys(keys, order, context);
  const filtered = sorted.filter((key) => matchesKeyFilter(key, sitesOfKey(key, sites), filter, now));
  const { found, corrections } = searchKeys(filtered, query, context);
  const matching = new Set(found);
  const isAtTop = (key: AccessKey) => isFresh(key) || (recent.renamed.includes(key.id) && !matching.has(key));
  // the best hits come first, unless the person chose an order
  const ordered = params.has('sort') ? sorted.filter((key) => matching.has(key)) : [...matching];
  const shown = [...sorted.filter(isAtTop), ...ordered.filter((key) => !isAtTop(key))];

  // each other list starts at its first page
  const change: ChangeQuery<KeyQuery> = (values) => changeQuery({ page: '', ...values });
  return {
    filter,
    query,
    order,
    /** The words that were searched instead, where no key has those typed. */
    corrections,
    /** The keys of all pages. */
    shown,
    page: readPage(shown, params, pageSize),
    ownerOf,
    /** Whether a key was made just now. */
    isFresh,
    /** Why a key is shown although the filters would hide it; null where they do not. */
    hiddenBy: (key: AccessKey): 'made' | 'renamed' | null => {
      if (matching.has(key)) return null;
      return isFresh(key) ? 'made' : 'renamed';
    },
    change,
    addMade: (ids: readonly number[]) => setRecent({ ...recent, made: [...recent.made, ...ids] }),
    addRenamed: (id: number) => setRecent({ ...recent, renamed: [...recent.renamed, id] }),
  };
}
