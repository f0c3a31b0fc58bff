import type { AccessKey } from '../../records/access-key/access-key.ts';
import { momentText } from '../../records/time.ts';

/** The keys to choose from, admins first: they make nearly all changes. `chosen` is among them, whatever it is. */
export function personOptions(keys: readonly AccessKey[], chosen: number | null): { value: string; label: string }[] {
  const options = keys
    .toSorted((a, b) => a.role.localeCompare(b.role) || a.label.localeCompare(b.label) || b.id - a.id)
    .map((key) => ({ value: String(key.id), label: nameOf(key, keys) }));
  if (chosen === null || keys.some(({ id }) => id === chosen)) return options;
  return [...options, { value: String(chosen), label: `Key ${chosen}` }];
}

function nameOf(key: AccessKey, keys: readonly AccessKey[]): string {
  // a rotated key and its successor have the same label
  const alone = keys.every(({ id, label }) => id === key.id || label !== key.label);
  return alone ? key.label : `${key.label}, issued ${momentText(key.created_at)}`;
}
