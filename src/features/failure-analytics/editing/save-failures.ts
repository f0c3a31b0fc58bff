import * as v from 'valibot';
import { applyEdits } from './failure-edit.ts';
import { mergeEdits, sameRecord, type FailureChoices, type FailureConflict } from './failure-merge.ts';
import { readCarPosts, storedCarPosts, type CarPosts } from '../../../records/failure/failure-record.ts';
import { dataOf } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { FailureDraft, StoredPosts } from './draft-storage.ts';

/** What came of a save. `wrote` is false when there was nothing left to write. */
export type Saved =
  | { kind: 'saved'; stored: StoredPosts; wrote: boolean }
  | { kind: 'conflict'; conflicts: readonly FailureConflict[] };

/** The server no longer lets this session change the counts: its grant is short-lived. */
export class GrantEnded extends Error {
  constructor() {
    super('This session may not change the failure counts');
    this.name = 'GrantEnded';
  }
}

const written = v.array(v.object({ revision: v.number() }));
const rows = v.array(v.object({ json: v.unknown(), revision: v.number() }));

/** How often somebody else may be faster before the save is given up. */
const attempts = 20;

/**
 * Writes the car posts of a site (`spec §7`, analytics save) under the revision they were read with. When somebody else
 * was faster, the edits are made on what is stored now; a cell that both changed comes back as a conflict, until
 * `choices` decides it.
 * @throws GrantEnded, RequestError, or ValiError when the answer is not what it should be.
 */
export async function saveFailures(site: number, draft: FailureDraft, choices: FailureChoices): Promise<Saved> {
  const wanted = applyEdits(draft.base.posts, draft.edits);
  let onto = draft.base;
  let posts = wanted;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt builds on what the one before found
    const revision = await write(site, posts, onto.revision);
    if (revision !== null) return { kind: 'saved', stored: { posts, revision }, wrote: true };
    // oxlint-disable-next-line no-await-in-loop -- see above
    const stored = await read(site);
    if (stored.revision === onto.revision) throw new GrantEnded();
    // an answer that was lost on its way: it is stored already, and must not be added twice
    if (sameRecord(stored.posts, wanted)) return { kind: 'saved', stored, wrote: true };
    const merged = mergeEdits(draft.base.posts, draft.edits, stored.posts, choices);
    if (merged.conflicts.length > 0) return { kind: 'conflict', conflicts: merged.conflicts };
    if (merged.edits.length === 0) return { kind: 'saved', stored, wrote: false };
    onto = stored;
    posts = merged.posts;
    // those who collided must not collide again at the same moment
    // oxlint-disable-next-line no-await-in-loop -- see above
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40 * attempt));
  }
  throw new Error('Too many others are saving at this moment');
}

/** The new revision; null when the record is not the one that was read, or may not be changed. */
async function write(site: number, posts: CarPosts, revision: number | null): Promise<number | null> {
  const json = storedCarPosts(posts);
  const table = supabase.from('carpost');
  if (revision === null) {
    const added = await table.insert({ site_id: site, json }).select('revision');
    // somebody else gave the site its record
    if (added.status === 409) return null;
    return v.parse(written, dataOf(added))[0]?.revision ?? null;
  }
  const changed = await table.update({ json }).eq('site_id', site).eq('revision', revision).select('revision');
  return v.parse(written, dataOf(changed))[0]?.revision ?? null;
}

async function read(site: number): Promise<StoredPosts> {
  const answer = await supabase.from('carpost').select('json,revision').eq('site_id', site);
  const [row] = v.parse(rows, dataOf(answer));
  return row ? { posts: readCarPosts(row.json), revision: row.revision } : { posts: new Map(), revision: null };
}
