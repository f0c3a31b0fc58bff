import { message, said } from '../../lib/language/translate.ts';
import { byMeasure, type ListOrder, type OrderTable } from '../../lib/screen/list-order.ts';
import { prepareListSearch, type NearestSearch } from '../../lib/search/or-nearest.ts';
import { prefixWordsOf } from '../../lib/text-search.ts';
import { isInUse, keyState, keyStates, type AccessKey } from '../../records/access-key/access-key.ts';
import { longDate, siteStamp } from '../../records/time.ts';
import { endChip } from './key-ends.ts';

// The search and the orders of the list of keys (`decisions §17`): the search covers all texts of a row, and each column has an order.

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

/** The order of the states by urgency: a key that expires soon needs attention, a key that has ended needs none. */
const stateRanks = { soon: 0, active: 1, expired: 2, revoked: 3 };

interface KeyContext {
  /** Returns for whom a key is: the name of its site, for example. */
  ownerOf: (key: AccessKey) => string;
  now: Date;
}

/** The function that gives the value by which an order sorts a key; keys with null come last. */
function measureOf(order: KeyOrderKey, { ownerOf, now }: KeyContext): (key: AccessKey) => string | number | null {
  const measures: Record<KeyOrderKey, (key: AccessKey) => string | number | null> = {
    // a newer key has a higher id
    issued: ({ id }) => -id,
    key: ({ label }) => label,
    for: ownerOf,
    state: (key) => stateRanks[keyState(key, now)],
    // a key that was never used counts as unused for the longest time
    used: ({ last_used_at: usedAt }) => (usedAt === null ? 0 : -Date.parse(usedAt)),
    ends: ({ revoked_at: revokedAt, expires_at: expiresAt }) =>
      revokedAt === null && expiresAt === null ? null : Date.parse(revokedAt ?? expiresAt ?? ''),
  };
  return measures[order];
}

/**
 * Sorts keys. In the order by time of issue, also when it is turned, the keys in use come before the others. Among keys that are equal in the
 * order, the newest comes first.
 */
export function sortAccessKeys(
  keys: readonly AccessKey[],
  { key, turned }: ListOrder<KeyOrderKey>,
  context: KeyContext,
): AccessKey[] {
  const compare = byMeasure(measureOf(key, context), turned);
  const rank = (accessKey: AccessKey) => (key === 'issued' && !isInUse(accessKey, context.now) ? 1 : 0);
  return keys.toSorted((a, b) => rank(a) - rank(b) || compare(a, b) || b.id - a.id);
}

/**
 * The keys whose rows contain every word of the query, or the nearest words if no key has those. The best match comes first. Without words in
 * the query all keys are returned, in their order.
 */
export function searchKeys(
  keys: readonly AccessKey[],
  query: string,
  { ownerOf, now }: KeyContext,
): NearestSearch<AccessKey[]> {
  if (prefixWordsOf(query).length === 0) return { found: [...keys], query, corrections: [] };
  return prepareListSearch(keys, (key) => [key.label, ...textsOfRow(key, ownerOf(key), now)])(query);
}

/** The texts of a key's row, apart from the label. The days are in words and as `2026-12-31`, because people search for both. */
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
