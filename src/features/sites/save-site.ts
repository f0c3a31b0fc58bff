import * as v from 'valibot';
import { conflictingFields } from './site-edit.ts';
import type { SiteField, SiteFields } from '../../records/site/site-columns.ts';
import { editedSiteSchema, siteSelection, type EditedSite } from '../../records/site/site-queries.ts';
import { dataOf, RequestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

const rows = v.array(editedSiteSchema);

/** How often somebody else may be faster, in other fields, before the save is given up. */
const attempts = 20;

/** What came of a save: the record as it is now, or the fields that somebody else changed first, with their record. */
export type Saved = { kind: 'saved'; site: EditedSite } | { kind: 'conflict'; fields: SiteField[]; theirs: EditedSite };

/**
 * Writes the changed fields of a site without losing what others wrote since `base` was read (`decisions §5`): changes of
 * other fields are kept, a change of the same field is answered as a conflict and nothing is written.
 * @throws RequestError, ValiError when the answer is not what it should be.
 */
export async function saveSite(base: EditedSite, changes: Partial<SiteFields>): Promise<Saved> {
  let current = base;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt builds on what the one before found
    const site = await write(current, changes);
    if (site) return { kind: 'saved', site };
    // oxlint-disable-next-line no-await-in-loop -- see above
    const theirs = await readAgain(base.id);
    const fields = conflictingFields(current, changes, theirs);
    if (fields.length > 0) return { kind: 'conflict', fields, theirs };
    current = theirs;
    // those who collided must not collide again at the same moment
    // oxlint-disable-next-line no-await-in-loop -- see above
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * attempt));
  }
  throw new Error('Too many others are saving at this moment');
}

/** Null when the record is not the one that was read any more. */
async function write({ id, revision }: EditedSite, changes: Partial<SiteFields>): Promise<EditedSite | null> {
  const answer = await supabase
    .from('maintable')
    .update(changes)
    .eq('id', id)
    .eq('revision', revision)
    .select(siteSelection);
  return v.parse(rows, dataOf(answer))[0] ?? null;
}

async function readAgain(id: number): Promise<EditedSite> {
  const [row] = v.parse(rows, dataOf(await supabase.from('maintable').select(siteSelection).eq('id', id)));
  if (!row) throw new RequestError('The site cannot be read', 200, 'answer');
  return row;
}

/**
 * Adds a site. Answers it with its number.
 * @throws RequestError, ValiError when the answer is not what it should be.
 */
export async function addSite(site: SiteFields): Promise<EditedSite> {
  const [row] = v.parse(rows, dataOf(await supabase.from('maintable').insert(site).select(siteSelection)));
  if (!row) throw new RequestError('Empty answer', 200, 'answer');
  return row;
}
