const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Names in alphabetical order, without case, and `P10` after `P9`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
