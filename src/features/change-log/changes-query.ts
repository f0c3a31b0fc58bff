import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { readIsoDay } from '../../lib/calendar/day-range.ts';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { sanitizedText } from '../../lib/text-rules.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';
import { changeSchema, changesKey, type Change } from '../../records/change-log/change-log.ts';
import { momentText } from '../../records/time.ts';
import type { ComboOption } from '../../ui/combo/ComboField.tsx';

const rows = v.array(changeSchema);
const pageSize = 50;

/** The changes of a site, or with null of all sites, newest first, in pages of 50. They are refetched whenever the screen is opened. */
export function changesQuery(siteId: number | null, { person, kind, from, to, words }: Omit<ChangeFilter, 'site'>) {
  return infiniteQueryOptions({
    queryKey: [...changesKey, siteId, person, kind, from, to, words],
    ...refetchOnOpening,
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
          // a search looks for the words in each line, so its result shows each line
          grouped: words === '',
          // an additional change shows whether there are older ones
          page_size: pageSize + 1,
        })
        .abortSignal(signal);
      const lines = v.parse(rows, dataOf(response));
      const changes = await withMoves(lines.slice(0, pageSize), signal);
      return { changes, last: lines.length > pageSize ? changes.at(-1)?.id : undefined };
    },
    getNextPageParam: ({ last }) => last,
  });
}

/** The most changes that `list_changes` returns in a call. */
const maxPageSize = 200;

/** All changes of an action, newest first. */
export function batchQuery(batch: string) {
  return queryOptions({
    queryKey: [...changesKey, 'batch', batch],
    ...refetchOnOpening,
    queryFn: async ({ signal }) => {
      const changes: Change[] = [];
      for (;;) {
        const older = changes.at(-1);
        const response = await supabase
          .rpc('list_changes', {
            of_batch: batch,
            ...(older && { older_than: older.id }),
            page_size: maxPageSize,
          })
          .abortSignal(signal);
        // the pages are read one after the other, because each begins after the last change of the page before
        const page = await withMoves(v.parse(rows, dataOf(response)), signal);
        changes.push(...page);
        if (page.length < maxPageSize) return changes;
      }
    },
  });
}

const moves = v.array(v.object({ change_id: v.number(), from_site: v.string(), to_site: v.string() }));

/** Adds to the lines of moved visits the names of both sites, which the lines themselves do not have. */
async function withMoves(changes: Change[], signal: AbortSignal): Promise<Change[]> {
  // a move changes a single visit at each site
  const possibleMoves = changes.filter(({ after }) => {
    const tasks = after?.['tasks2024'];
    return Array.isArray(tasks) && tasks.length === 1;
  });
  if (possibleMoves.length === 0) return changes;
  const change_ids = possibleMoves.map(({ id }) => id);
  const movesOfChanges = v.parse(moves, dataOf(await supabase.rpc('logged_moves', { change_ids }).abortSignal(signal)));
  const moveById = new Map(movesOfChanges.map((move) => [move.change_id, { from: move.from_site, to: move.to_site }]));
  return changes.map((change) => {
    const move = moveById.get(change.id);
    return move ? { ...change, move } : change;
  });
}

/** The kinds of change, with the names that the database uses. */
export const changeKinds = [
  { value: 'tasks', label: message('Visits') },
  { value: 'counts', label: message('Failure counts') },
  { value: 'site', label: message('Site records') },
  { value: 'keys', label: message('Access keys') },
  { value: 'faults', label: message('Faults') },
  { value: 'stickers', label: message('Stickers') },
  { value: 'links', label: message('Links') },
  { value: 'documents', label: message('Documents') },
  { value: 'contacts', label: message('More contacts') },
  { value: 'notes', label: message('Office notes') },
] as const;

export interface ChangeFilter {
  /** The name of a site. */
  site: string | null;
  /** The id of an access key. */
  person: number | null;
  kind: (typeof changeKinds)[number]['value'] | null;
  /** The first day, such as `2026-11-21`. */
  from: string | null;
  /** The last day. */
  to: string | null;
  /** The words to search for; empty for none. */
  words: string;
}

/** Reads the filter from a query string; invalid ids, kinds and days are ignored. */
export function readChangeFilter(params: URLSearchParams): ChangeFilter {
  const person = params.get('person') ?? '';
  return {
    site: params.get('site') || null,
    // a number of up to 15 digits is exact in JavaScript
    person: /^[1-9]\d{0,14}$/u.test(person) ? Number(person) : null,
    kind: changeKinds.find(({ value }) => value === params.get('kind'))?.value ?? null,
    from: readIsoDay(params.get('from')),
    to: readIsoDay(params.get('to')),
    // a link may contain characters that the database refuses
    words: sanitizedText(params.get('q') ?? '', { lines: false }).text.trim(),
  };
}

export function isFilterEmpty({ site, person, kind, from, to, words }: ChangeFilter): boolean {
  return words === '' && [site, person, kind, from, to].every((value) => value === null);
}

const ids = v.array(v.number());

/** The ids of the keys that have changed something; the key with the latest change comes first. Refetched whenever the screen is opened. */
export const changersQuery = queryOptions({
  queryKey: [...changesKey, 'changers'],
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(ids, dataOf(await supabase.rpc('list_changers').abortSignal(signal))),
});

const groups: Record<AccessKey['role'] | 'no changes', Message> = {
  admin: message('Admins'),
  technician: message('Technicians'),
  user: message('Sites'),
  'no changes': message('No changes'),
};
const groupNames = Object.keys(groups);

/**
 * The keys to choose from, grouped by role. Keys that never changed anything come last. The chosen key is always among them.
 * @param changers the ids of the keys that changed something; undefined while they are not known
 */
export function personOptions(
  keys: readonly AccessKey[],
  sites: readonly { id: number; name: string }[],
  changers: readonly number[] | undefined,
  chosen: number | null,
): ComboOption[] {
  const namedKeys = keys.map((key) => ({ key, name: keyName(key, sites) }));
  const options = namedKeys
    .map(({ key, name }) => ({
      key,
      name,
      group: changers === undefined || changers.includes(key.id) ? key.role : ('no changes' as const),
    }))
    .toSorted(
      (a, b) =>
        groupNames.indexOf(a.group) - groupNames.indexOf(b.group) ||
        a.name.localeCompare(b.name, 'en', { numeric: true }) ||
        b.key.id - a.key.id,
    )
    .map(({ key, name, group }) => {
      // a rotated key and its successor have the same name, so the option says when the key was issued
      const isUnique = namedKeys.every((other) => other.key.id === key.id || other.name !== name);
      return {
        value: String(key.id),
        label: isUnique ? name : t('{key}, issued {time}', { key: name, time: momentText(key.created_at) }),
        group: said(groups[group]),
      };
    });
  if (chosen === null || keys.some(({ id }) => id === chosen)) return options;
  return [
    ...options,
    { value: String(chosen), label: t('Key {id}', { id: chosen }), group: said(groups['no changes']) },
  ];
}

/** The label of a key. A client's key also has the name of its site, because many clients' keys have the same label. */
function keyName({ label, role, site_id: id }: AccessKey, sites: readonly { id: number; name: string }[]): string {
  const site = role === 'user' ? sites.find((candidate) => candidate.id === id)?.name : undefined;
  return site === undefined ? label : t('{key}, {site}', { key: label, site });
}
