import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader } from '../attempt.ts';
import { writtenRows } from '../save-with-revision.ts';
import { siteRowSaving } from '../site-rows.ts';
import { siteNotFound, sitesKey } from '../site/site-queries.ts';
import { siteContactSchema, type ContactFields, type SiteContact } from './site-contact.ts';

const columns = Object.keys(siteContactSchema.entries).join(',');
const contacts = v.array(siteContactSchema);
const siteContactsKey = ['site contacts'] as const;

/** Reads the contacts of a site without its first contact, in the order in which they were added. @throws RequestError when they cannot be read */
export async function readSiteContacts(siteId: number, signal: AbortSignal): Promise<SiteContact[]> {
  const all = supabase.from('site_contacts').select(columns).eq('site_id', siteId).eq('hidden', false).order('id');
  return v.parse(contacts, dataOf(await all.abortSignal(signal)));
}

export function siteContactsQuery(siteId: number) {
  return queryOptions({
    queryKey: [...siteContactsKey, siteId],
    meta: { saved: contacts },
    queryFn: async ({ signal }) => readSiteContacts(siteId, signal),
  });
}

/** Invalidates all queries with contacts: those of each site, and the lists of sites. */
export function invalidateContacts(): void {
  for (const queryKey of [siteContactsKey, sitesKey]) void queryClient.invalidateQueries({ queryKey });
}

/** Adds, changes and removes contacts. @throws RequestError, RemovedMeanwhile */
export const contactSaving = siteRowSaving<SiteContact, ContactFields>({
  name: 'contact',
  fieldsOf: ({ name, role, phone, email }) => ({ name, role, phone, email }),
  insert: (siteId, fields, attempt) =>
    supabase
      .from('site_contacts')
      .insert({ site_id: siteId, ...fields })
      .select('id')
      .setHeader(attemptHeader, attempt),
  read: async (id) => {
    const response = await supabase.from('site_contacts').select(columns).eq('id', id);
    return v.parse(contacts, dataOf(response))[0] ?? siteNotFound();
  },
  update: async (row, changes, attempt) => {
    const response = await supabase
      .from('site_contacts')
      .update({ ...changes, revision: row.revision + 1 })
      .eq('id', row.id)
      .eq('revision', row.revision)
      .select(columns)
      .setHeader(attemptHeader, attempt);
    return v.parse(contacts, writtenRows(response))[0] ?? null;
  },
});
