import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { readStoredPosts } from '../failure/failure-queries.ts';
import { siteNotFound, sitesKey } from '../site/site-queries.ts';
import { readEquipment, type Equipment } from './maintenance-form.ts';

/** The data of a site that the form uses. */
export interface FormSite {
  /** A text is empty when it is not recorded. */
  equipment: Equipment;
  revision: number;
  /** The names of the posts, in their order. */
  posts: string[];
}

export type StoredEquipment = Pick<FormSite, 'equipment' | 'revision'>;

const formSiteSchema = v.object({
  equipment: v.record(v.string(), v.string()),
  revision: v.number(),
  posts: v.array(v.string()),
});
const equipmentRows = v.array(v.object({ equipment: v.unknown(), revision: v.number() }));

/** The columns that `equipmentIn` reads. */
export const equipmentColumns = 'equipment, revision';

/** The equipment and the posts of a site. They are a part of the offline copy of a pinned site. @param id `maintable.id` */
export function formSiteQuery(id: number) {
  return queryOptions({
    queryKey: [...sitesKey, 'form', id],
    meta: { saved: formSiteSchema, aside: true },
    queryFn: async ({ signal }): Promise<FormSite> => {
      const [equipment, { posts }] = await Promise.all([readEquipmentOf(id, signal), readStoredPosts(id, signal)]);
      return { ...equipment, posts: [...posts.keys()] };
    },
  });
}

/** Reads the equipment of a site. @throws RequestError when it cannot be read */
export async function readEquipmentOf(id: number, signal?: AbortSignal): Promise<StoredEquipment> {
  const query = supabase.from('maintable').select(equipmentColumns).eq('id', id);
  return equipmentIn(dataOf(await (signal ? query.abortSignal(signal) : query))) ?? siteNotFound();
}

/** The equipment in an answer of the database; null when the answer has no row. */
export function equipmentIn(data: unknown): StoredEquipment | null {
  const [row] = v.parse(equipmentRows, data);
  return row ? { equipment: readEquipment(row.equipment), revision: row.revision } : null;
}
