import { message } from '../../lib/language/translate.ts';
import { byMeasure, type ListOrder, type OrderTable } from '../../lib/screen/list-order.ts';
import { contractDay } from '../../records/site/contract.ts';
import { textOrNull } from '../../records/site/site-columns.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';

export type SiteOrderKey = 'name' | 'title' | 'status' | 'contract';

/** The orders of the list of site records, in the query string as `?sort=`. */
export const siteOrders: OrderTable<SiteOrderKey> = {
  name: { usual: message('Name, A to Z'), turned: message('Name, Z to A') },
  title: { usual: message('Site name, A to Z'), turned: message('Site name, Z to A') },
  status: { usual: message('Offline first'), turned: message('Online first') },
  contract: { usual: message('Contract ends first'), turned: message('Contract ends last') },
};

/** The value that each order sorts by. A site without one (null) comes last. */
const measures: Record<SiteOrderKey, (site: EditedSite) => string | number | null> = {
  name: ({ name }) => name,
  title: ({ sitename }) => textOrNull(sitename),
  status: ({ status }) => (status === true ? 1 : 0),
  contract: ({ contract_until: end }) => contractDay(end ?? ''),
};

/** Sorts sites; those with the same value by name. */
export function orderSiteRecords(sites: readonly EditedSite[], { key, turned }: ListOrder<SiteOrderKey>): EditedSite[] {
  const [compare, byName] = [byMeasure(measures[key], turned), byMeasure(measures.name, false)];
  return sites.toSorted((a, b) => compare(a, b) || byName(a, b));
}
