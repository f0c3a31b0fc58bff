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

/** Keys that were made or renamed here, and under which search and filters. */
interface TouchedKeys {
  filter: string;
  made: readonly number[];
  renamed: readonly number[];
}

/** The keys that the query string asks for, searched, filtered, sorted and in pages. */
export function useKeyList(keys: readonly AccessKey[], sites: readonly KeySite[], now: Date) {
  const [params, changeQuery] = useQueryValues<KeyQuery>();
  const [touched, setTouched] = useState<TouchedKeys>({ filter: '', made: [], renamed: [] });
  const filter = readKeyFilter(params);
  const query = params.get('q') ?? '';
  const order = readListOrder(keyOrders, params);
  const ownerOf = (key: AccessKey) => keyOwner(key, sites);
  const context = { ownerOf, now };

  // they are shown whatever the filters say, until other filters are chosen
  const filterText = JSON.stringify({ ...filter, query });
  const here = touched.filter === filterText ? touched : { filter: filterText, made: [], renamed: [] };
  const isFresh = ({ id }: AccessKey) => here.made.includes(id);
  const listed = sortAccessKeys(keys, order, context);
  const filtered = listed.filter((key) => matchesKeyFilter(key, sitesOfKey(key, sites), filter, now));
  const { found, corrections } = searchKeys(filtered, query, context);
  const matching = new Set(found);
  const isFirst = (key: AccessKey) => isFresh(key) || (here.renamed.includes(key.id) && !matching.has(key));
  // the best hits come first, unless somebody chose an order
  const others = params.has('sort') ? listed.filter((key) => matching.has(key)) : [...matching];
  const shown = [...listed.filter(isFirst), ...others.filter((key) => !isFirst(key))];

  // another list begins on its first page
  const change: ChangeQuery<KeyQuery> = (values) => changeQuery({ page: '', ...values });
  return {
    filter,
    query,
    order,
    /** The nearest words, where no key has those typed. */
    corrections,
    /** Of all pages. */
    shown,
    page: readPage(shown, params, pageSize),
    ownerOf,
    /** Whether it was made just now. */
    isFresh,
    /** Why a key is shown although the filters would hide it; null where they do not. */
    hiddenBy: (key: AccessKey): 'made' | 'renamed' | null => {
      if (matching.has(key)) return null;
      return isFresh(key) ? 'made' : 'renamed';
    },
    change,
    addMade: (ids: readonly number[]) => setTouched({ ...here, made: [...here.made, ...ids] }),
    addRenamed: (id: number) => setTouched({ ...here, renamed: [...here.renamed, id] }),
  };
}
