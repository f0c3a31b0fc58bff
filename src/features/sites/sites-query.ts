import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { editedSiteSchema, type EditedSite } from '../../records/site/site-fields.ts';
import { queryClient } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const queryKey = ['maintable', 'records'];
const rows = v.array(editedSiteSchema);

/** What is read of a site: all but its tasks, which can be megabytes. */
export const siteColumns =
  'id,revision,name,sitename,address,status,building_type,capacity,gate_numbers,rfid_unit,jmb_name,contract_until,preventive_maintenance,emergency_visit,person_in_charge';

/**
 * All sites by name, without their tasks.
 * @throws RequestError when the call fails, ValiError when the answer is not what it should be.
 */
export const sitesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) =>
    byName(v.parse(rows, dataOf(await supabase.from('maintable').select(siteColumns).abortSignal(signal)))),
});

/** Shows a site as the server just wrote it, and has everything that shows sites asked anew. */
export function siteSaved(site: EditedSite): void {
  queryClient.setQueryData<EditedSite[]>(
    queryKey,
    (before) => before && byName([...before.filter(({ id }) => id !== site.id), site]),
  );
  for (const key of ['maintable', 'maintables']) void queryClient.invalidateQueries({ queryKey: [key] });
}

/** The database's order would put capitals first. */
function byName(sites: EditedSite[]): EditedSite[] {
  return sites.toSorted((a, b) => a.name.localeCompare(b.name));
}
