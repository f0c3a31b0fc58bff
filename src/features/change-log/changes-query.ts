import { infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { changeSchema, changesKey } from '../../records/change-log/change-log.ts';
import { atEachOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { mendedText } from '../../lib/text-rules.ts';
import { momentText } from '../../records/time.ts';

const rows = v.array(changeSchema);
const pageSize = 50;

/** The changes of a site (null: of all sites), newest first, in pages of 50. Refetched at every opening. */
export function changesQuery(siteId: number | null, { person, kind, from, to, words }: Omit<ChangeFilter, 'site'>) {
  return infiniteQueryOptions({
    queryKey: [...changesKey, siteId, person, kind, from, to, words],
    ...atEachOpening,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const response = await supabase
        .rpc('list_changes', {
          ...(siteId !== null && { of_site: siteId }),
          ...(person !== null && { by_access: person }),
          ...(kind !== null && { of_kind: kind }),
          ...(from !== null && { from_day: from }),
          ...(to !== null && { to_day: to }),
          ...(words !== '' && { words }),
          ...(pageParam > 0 && { older_than: pageParam }),
          // one change more shows whether there are older changes
          page_size: pageSize + 1,
        })
        .abortSignal(signal);
      const found = v.parse(rows, dataOf(response));
      const changes = found.slice(0, pageSize);
      return { changes, last: found.length > pageSize ? changes.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ last }) => last,
  });
}

/** The kinds of change, by the database's names. */
export const changeKinds = [
  { value: 'tasks', label: 'Visits' },
  { value: 'counts', label: 'Failure counts' },
  { value: 'site', label: 'Site records' },
  { value: 'keys', label: 'Access keys' },
] as const;

/** `site` is a name, `person` a key's id; `from` and `to` are days such as `2026-11-21`, both included. */
export interface ChangeFilter {
  site: string | null;
  person: number | null;
  kind: (typeof changeKinds)[number]['value'] | null;
  from: string | null;
  to: string | null;
  words: string;
}

/** Reads the filter from a query string; invalid ids, kinds and days are ignored. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const person = params.get('person') ?? '';
  return {
    site: params.get('site') || null,
    person: /^[1-9]\d{0,14}$/u.test(person) ? Number(person) : null,
    kind: changeKinds.find(({ value }) => value === params.get('kind'))?.value ?? null,
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    // a link may have been spoiled on its way
    words: mendedText(params.get('q') ?? '', { lines: false }).text.trim(),
  };
}

export function isFilterEmpty({ site, person, kind, from, to, words }: ChangeFilter): boolean {
  return words === '' && [site, person, kind, from, to].every((one) => one === null);
}

function dayIn(text: string | null): string | null {
  const day = text !== null && /^20\d\d-\d\d-\d\d$/u.test(text) ? new Date(text) : null;
  return day?.toJSON()?.slice(0, 10) === text ? text : null;
}

/** The keys to choose from, admins first: they make nearly all changes. Always includes `chosen`. */
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
