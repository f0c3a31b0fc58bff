import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { allRows, supabase } from '../../lib/supabase.ts';
import { AttemptOver, attemptHeader, DoneBefore, withIdempotencyKey } from '../attempt.ts';
import { batchHeader } from '../change-log/batch.ts';
import { writtenRows } from '../save-with-revision.ts';
import { listedContactSchema, listedContactsSchema } from '../site-contacts/site-contact.ts';
import { taskSchema } from '../task/task.ts';
import { archivedAtSchema } from './archive.ts';
import { siteColumns, type SiteColumnKind, type SiteField, type SiteFields, type SiteValues } from './site-columns.ts';
import { promisedBeforeSchema, type EarlierPromise } from './site-promise.ts';

/** Absent in copies of an older release. */
const laterNumber = v.optional(v.nullable(v.number()), null);

const valueSchemas: { [Kind in SiteColumnKind]: v.GenericSchema<unknown, SiteValues[Kind]> } = {
  name: v.string(),
  text: v.nullable(v.string()),
  lines: v.nullable(v.string()),
  amount: v.nullable(v.string()),
  category: v.nullable(v.string()),
  'contract end': v.nullable(v.string()),
  phone: v.nullable(v.number()),
  status: v.nullable(v.boolean()),
  months: v.nullable(v.number()),
  hours: laterNumber,
  calls: laterNumber,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses which column is of which kind
const fieldSchemas = Object.fromEntries(siteColumns.map(({ column, kind }) => [column, valueSchemas[kind]])) as {
  [Field in SiteField]: v.GenericSchema<unknown, SiteFields[Field]>;
};

export const siteFieldsSchema = v.object(fieldSchemas);

/** A row of the view `maintables` (`spec §3`). */
export const siteRecordSchema = v.object({
  id: v.number(),
  ...siteFieldsSchema.entries,
  promised_before: promisedBeforeSchema,
  archived_at: archivedAtSchema,
  tasks2024: v.array(taskSchema),
});
export type SiteRecord = v.InferOutput<typeof siteRecordSchema>;

/** The columns of `maintable` that the site editor writes. `revision` rises with every save. */
export const editedSiteSchema = v.object({
  id: v.number(),
  revision: v.number(),
  ...siteFieldsSchema.entries,
  promised_before: promisedBeforeSchema,
  archived_at: archivedAtSchema,
});
export type EditedSite = v.InferOutput<typeof editedSiteSchema>;

/** A site in a list, with its contacts. The first contact is in the record itself. */
const listedSiteSchema = v.object({ ...editedSiteSchema.entries, site_contacts: listedContactsSchema });
type ListedSite = v.InferOutput<typeof listedSiteSchema>;

/** The columns that are read. The tasks are left out, because they can be megabytes. */
const siteSelection = Object.keys(editedSiteSchema.entries).join(',');

/** The first part of the key of every query of the table `maintable`, so that saving a site invalidates them all. */
export const sitesKey = ['maintable'] as const;
export const siteRecordsKey = ['maintables'] as const;

const records = v.array(siteRecordSchema);
const editedSites = v.array(editedSiteSchema);
const listedSites = v.array(listedSiteSchema);
const listedSelection = `${siteSelection},site_contacts(${Object.keys(listedContactSchema.entries).join(',')})`;

/** A site with its tasks (`spec §7`). @param site the name of the site that an admin picked; null for a client, whose key has one site */
export function siteRecordQuery(site: string | null) {
  return queryOptions({
    queryKey: [...siteRecordsKey, site],
    meta: { saved: v.nullable(siteRecordSchema) },
    queryFn: async ({ signal }) => {
      const all = supabase.from('maintables').select('*').abortSignal(signal);
      return v.parse(records, dataOf(await (site === null ? all : all.eq('name', site))))[0] ?? null;
    },
  });
}

/** All sites sorted by name, including archived ones (`isArchived`), without tasks. Every choice of a site uses this list. */
export const sitesQuery = queryOptions({
  queryKey: [...sitesKey, 'sites'],
  meta: { saved: listedSites, aside: true },
  queryFn: async ({ signal }) => {
    const sites = await allRows<unknown>((from, to) =>
      supabase
        .from('maintable')
        .select(listedSelection, { count: 'exact' })
        .eq('site_contacts.hidden', false)
        .order('id')
        .order('id', { referencedTable: 'site_contacts' })
        .range(from, to)
        .abortSignal(signal),
    );
    return sortedByName(v.parse(listedSites, sites));
  },
});

export const siteNamesQuery = queryOptions({
  ...sitesQuery,
  select: (sites: EditedSite[]) => sites.map(({ name }) => name),
});

/** Reads a site with its tasks, without caching it, for exports of many sites. @throws RequestError when it cannot be read */
export async function readSiteRecord(id: number, signal: AbortSignal): Promise<SiteRecord> {
  const response = await supabase.from('maintables').select('*').eq('id', id).abortSignal(signal);
  return v.parse(records, dataOf(response))[0] ?? siteNotFound();
}

/** Reads a site without its tasks. @throws RequestError when it cannot be read */
export async function readSite(id: number): Promise<EditedSite> {
  const response = await supabase.from('maintable').select(siteSelection).eq('id', id);
  return v.parse(editedSites, dataOf(response))[0] ?? siteNotFound();
}

export function siteNotFound(): never {
  throw new RequestError('The site cannot be read', 200, 'response');
}

/**
 * Writes changes of a site under its revision. Returns the saved site; null when the record has changed since it was read.
 * @param read the site as it was read
 * @param batch the id of a change of many sites in the change log (`newBatch`)
 */
export async function writeSite(
  read: EditedSite,
  changes: Partial<SiteFields> & { promised_before?: EarlierPromise[] | null },
  attempt: string,
  batch?: string,
): Promise<EditedSite | null> {
  const call = supabase
    .from('maintable')
    .update({ ...changes, revision: read.revision + 1 })
    .eq('id', read.id)
    .eq('revision', read.revision)
    .select(siteSelection)
    .setHeader(attemptHeader, attempt);
  const response = await (batch === undefined ? call : call.setHeader(batchHeader, batch));
  return v.parse(editedSites, writtenRows(response))[0] ?? null;
}

/**
 * Adds a site. A repeated request adds it once (`withIdempotencyKey`).
 * @param operation the name of the attempt; when several sites are added, each needs its own
 * @param batch as in `writeSite`
 */
export async function addSite(
  site: SiteFields,
  { operation = 'site/new', batch }: { operation?: string; batch?: string } = {},
): Promise<EditedSite> {
  return withIdempotencyKey(operation, site, async (attempt) => {
    try {
      const call = supabase.from('maintable').insert(site).select(siteSelection).setHeader(attemptHeader, attempt);
      const response = await (batch === undefined ? call : call.setHeader(batchHeader, batch));
      const [row] = v.parse(editedSites, writtenRows(response));
      if (!row) throw new RequestError('Empty response', 200, 'response');
      return row;
    } catch (error) {
      if (!(error instanceof DoneBefore) || error.did.id === undefined) throw error;
      const added = await readSite(error.did.id);
      if (added.revision !== error.did.revision) throw new AttemptOver();
      return added;
    }
  });
}

/** Invalidates all queries of site records. */
export function invalidateSites(): void {
  for (const queryKey of [sitesKey, siteRecordsKey]) void queryClient.invalidateQueries({ queryKey });
}

/** Puts a saved site into the cached list of sites, and invalidates all queries of site records. */
export function siteSaved(site: EditedSite): void {
  queryClient.setQueryData<ListedSite[]>(sitesQuery.queryKey, (before) => {
    const contacts = before?.find(({ id }) => id === site.id)?.site_contacts ?? [];
    return before && sortedByName([...before.filter(({ id }) => id !== site.id), { ...site, site_contacts: contacts }]);
  });
  invalidateSites();
}

/** The sites sorted by name. The database would sort capitals first. */
function sortedByName(sites: ListedSite[]): ListedSite[] {
  return sites.toSorted((a, b) => a.name.localeCompare(b.name));
}
