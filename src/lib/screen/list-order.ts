import type { Message } from '../language/translate.ts';

// The order of a list, in the query string: `?sort=visit`, or `?sort=-visit` when it is reversed. The default order has no value.

/** What a list is sorted by, and whether that order is reversed (`turned`). */
export interface ListOrder<Key extends string> {
  key: Key;
  turned: boolean;
}

/** The orders of a list, the default first. Each has a label for its usual and for its reversed direction. */
export type OrderTable<Key extends string> = Readonly<Record<Key, { usual: Message; turned: Message }>>;

/** The keys of a table of orders, in its order. */
function orderKeysOf<Key extends string>(table: OrderTable<Key>): Key[] {
  return Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key));
}

/** Reads the order from a query string. An unknown value means the default order. */
export function readListOrder<Key extends string>(table: OrderTable<Key>, params: URLSearchParams): ListOrder<Key> {
  const sort = params.get('sort') ?? '';
  const key = orderKeysOf(table).find((known) => known === sort.replace(/^-/u, ''));
  return { key: key ?? usualKey(table), turned: sort !== '' && sort === `-${key}` };
}

/** The value of `?sort=` for an order; empty for the default order. */
export function listOrderValue<Key extends string>(table: OrderTable<Key>, { key, turned }: ListOrder<Key>): string {
  return turned ? `-${key}` : key === usualKey(table) ? '' : key;
}

/** All orders, for a choice. */
export function orderOptions<Key extends string>(table: OrderTable<Key>): { value: string; label: Message }[] {
  return orderKeysOf(table).flatMap((key) => [
    { value: listOrderValue(table, { key, turned: false }), label: table[key].usual },
    { value: listOrderValue(table, { key, turned: true }), label: table[key].turned },
  ]);
}

/** The order after a press on the head of a column: by that column, and reversed if the list is sorted by it already. */
export function pressedOrder<Key extends string>(order: ListOrder<Key>, key: Key): ListOrder<Key> {
  return { key, turned: order.key === key && !order.turned };
}

function usualKey<Key extends string>(table: OrderTable<Key>): Key {
  const [usual] = orderKeysOf(table);
  if (usual === undefined) throw new Error('A list has at least one order');
  return usual;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares names alphabetically. Ignores case, and puts `P10` after `P9`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

/** A comparison of rows by a measure, the smallest first, or the largest if `turned`. Null is always last. */
export function byMeasure<Row>(measure: (row: Row) => number | string | null, turned: boolean) {
  return (a: Row, b: Row): number => {
    const [first, second] = [measure(a), measure(b)];
    if (first === second) return 0;
    if (first === null || second === null) return first === null ? 1 : -1;
    const comparison =
      typeof first === 'string' && typeof second === 'string'
        ? compareNames(first, second)
        : Number(first) - Number(second);
    return turned ? -comparison : comparison;
  };
}
