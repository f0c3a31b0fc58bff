import type { AccessKey } from '../../records/access-key/access-key.ts';
import { momentText } from '../../records/time.ts';

/** The changes that the query string asks for. `site` is the name of a site record, `person` the id of a key. */
export interface ChangeFilter {
  site: string | null;
  person: number | null;
}

/** Reads `?site=` and `?person=`; what cannot be the id of a key filters nothing. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const person = params.get('person') ?? '';
  return { site: params.get('site') || null, person: /^[1-9]\d{0,14}$/u.test(person) ? Number(person) : null };
}

/** The keys to choose from, admins first: they make nearly all changes. `chosen` is among them, whatever it is. */
export function personOptions(keys: readonly AccessKey[], chosen: number | null): { value: string; label: string }[] {
  const options = keys
    .toSorted((a, b) => a.role.localeCompare(b.role) || a.label.localeCompare(b.label) || b.id - a.id)
    .map((key) => ({ value: String(key.id), label: keyName(key, keys) }));
  if (chosen === null || keys.some(({ id }) => id === chosen)) return options;
  return [...options, { value: String(chosen), label: `Key ${chosen}` }];
}

function keyName(key: AccessKey, keys: readonly AccessKey[]): string {
  // a rotated key and its successor have the same label
  const alone = keys.every(({ id, label }) => id === key.id || label !== key.label);
  return alone ? key.label : `${key.label}, issued ${momentText(key.created_at)}`;
}
