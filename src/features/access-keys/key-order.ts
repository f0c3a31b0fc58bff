import { message, said } from '../../lib/language/translate.ts';
import { byMeasure, type ListOrder, type OrderTable } from '../../lib/screen/list-order.ts';
import { prepareListSearch, type NearestSearch } from '../../lib/search/or-nearest.ts';
import { prefixWordsOf } from '../../lib/text-search.ts';
import { isInUse, keyState, keyStates, type AccessKey } from '../../records/access-key/access-key.ts';
import { longDate, siteStamp } from '../../records/time.ts';
import { endChip } from './key-ends.ts';

// How keys are found and sorted (`decisions §17`): by all that their row shows, and by each of its columns.

export type KeyOrderKey = 'issued' | 'key' | 'for' | 'state' | 'used' | 'ends';

/** The orders of the list of keys, in the query string as `?sort=`. */
export const keyOrders: OrderTable<KeyOrderKey> = {
  issued: { usual: message('Newest first'), turned: message('Oldest first') },
  key: { usual: message('Label, A to Z'), turned: message('Label, Z to A') },
  for: { usual: message('For whom, A to Z'), turned: message('For whom, Z to A') },
  state: { usual: message('What needs attention first'), turned: message('What needs attention last') },
  used: { usual: message('Last used first'), turned: message('Longest unused first') },
  ends: { usual: message('Ends first'), turned: message('Ends last') },
};

/** By urgency: a key that expires soon needs somebody, one that has ended nobody. */
const stateRanks = { soon: 0, active: 1, expired: 2, revoked: 3 };

/** What keys are compared by, and where they look up for whom a key is. */
interface KeyContext {
  ownerOf: (key: AccessKey) => string;
  now: Date;
}

/** What keys are sorted by in each order; null comes last. */
function measureOf(order: KeyOrderKey, { ownerOf, now }: KeyContext): (key: AccessKey) => string | number | null {
  const measures: Record<KeyOrderKey, (key: AccessKey) => string | number | null> = {
    // numbers grow with time
    issued: ({ id }) => -id,
    key: ({ label }) => label,
    for: ownerOf,
    state: (key) => stateRanks[keyState(key, now)],
    used: ({ last_used_at: used }) => (used === null ? 0 : -Date.parse(used)),
    ends: ({ revoked_at: revoked, expires_at: expires }) =>
      revoked === null && expires === null ? null : Date.parse(revoked ?? expires ?? ''),
  };
  return measures[order];
}

/** Keys in an order; by the time of issue those in use come first, whichever way it is turned. Equal ones: the newest first. */
export function sortAccessKeys(
  keys: readonly AccessKey[],
  { key, turned }: ListOrder<KeyOrderKey>,
  context: KeyContext,
): AccessKey[] {
  const compare = byMeasure(measureOf(key, context), turned);
  const rank = (listed: AccessKey) => (key === 'issued' && !isInUse(listed, context.now) ? 1 : 0);
  return keys.toSorted((a, b) => rank(a) - rank(b) || compare(a, b) || b.id - a.id);
}

/**
 * The keys that have every word of a query, or the nearest words, in what their rows show, the best first. Without words all of them, in
 * their order.
 */
export function searchKeys(
  keys: readonly AccessKey[],
  query: string,
  { ownerOf, now }: KeyContext,
): NearestSearch<AccessKey[]> {
  if (prefixWordsOf(query).length === 0) return { found: [...keys], query, corrections: [] };
  return prepareListSearch(keys, (key) => [key.label, ...textsOfRow(key, ownerOf(key), now)])(query);
}

function textsOfRow(key: AccessKey, owner: string, now: Date): string[] {
  const state = keyState(key, now);
  const days = [key.created_at, key.last_used_at, key.revoked_at ?? key.expires_at].filter(
    (instant) => instant !== null,
  );
  return [
    owner,
    endChip(key, now)?.words ??
      keyStates
        .filter(({ value }) => value === state)
        .map(({ label }) => said(label))
        .join(' '),
    ...days.flatMap((instant) => [longDate(instant), siteStamp(new Date(instant)).slice(0, 10)]),
  ];
}
