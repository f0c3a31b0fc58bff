import { t } from '../../lib/language/translate.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { listedWords } from '../../records/counted.ts';

/** How many keys a sentence lists by name; the others are counted. */
export const maxNamedKeys = 3;

/** The labels of keys: `A, B, C and 54 others`. If only one key is above the limit, it is listed by name too. */
export function listedKeys(keys: readonly AccessKey[]): string {
  const labels = keys.map(({ label }) => label);
  if (labels.length <= maxNamedKeys + 1) return listedWords(labels);
  return listedWords([...labels.slice(0, maxNamedKeys), t('{count} others', { count: labels.length - maxNamedKeys })]);
}
