import * as v from 'valibot';
import type { FailureEdit } from './failure-edit.ts';
import { readCarPosts, storedCarPosts, type CarPosts } from '../../../records/failure/failure-record.ts';
import { getSession, peekEndReason, subscribe } from '../../../lib/session.ts';

/** The car posts of a site as they are stored. `revision` is null while there is no record. */
export interface StoredPosts {
  posts: CarPosts;
  revision: number | null;
}

/** What was changed and not saved, over the record as it was then. */
export interface FailureDraft {
  base: StoredPosts;
  edits: readonly FailureEdit[];
}

const prefix = 'portal.failures.';
const place = { post: v.string(), type: v.string(), year: v.number(), nth: v.number() };
const entry = v.object({ type: v.string(), entrance: v.number(), exit: v.number(), year: v.number() });
const edit = v.variant('kind', [
  v.object({ kind: v.literal('count'), ...place, side: v.picklist(['entrance', 'exit']), to: v.number() }),
  v.object({ kind: v.literal('issue'), post: v.string(), entry }),
  v.object({ kind: v.literal('post'), post: v.string() }),
  v.object({ kind: v.literal('rename'), post: v.string(), to: v.string() }),
]);
const schema = v.object({ posts: v.unknown(), revision: v.nullable(v.number()), edits: v.array(edit) });

/** The draft of a site (`maintable.id`) on this device; null when there is none that can be read. */
export function readDraft(site: number): FailureDraft | null {
  try {
    const { posts, revision, edits } = v.parse(schema, JSON.parse(localStorage.getItem(prefix + site) ?? 'null'));
    return edits.length > 0 ? { base: { posts: readCarPosts(posts), revision }, edits } : null;
  } catch {
    // none, of an older kind, or site data is blocked
    return null;
  }
}

/** Keeps the draft of a site for a reload, or forgets it. Where the browser keeps nothing it lives with the page. */
export function keepDraft(site: number, draft: FailureDraft | null): void {
  try {
    if (!draft) localStorage.removeItem(prefix + site);
    else {
      const { base, edits } = draft;
      const kept = { posts: storedCarPosts(base.posts), revision: base.revision, edits };
      localStorage.setItem(prefix + site, JSON.stringify(kept));
    }
  } catch {
    // full or blocked
  }
}

// a session that ran out must lose nothing; who logs out leaves the device to others
subscribe(() => {
  if (getSession() || peekEndReason() !== 'logout') return;
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // blocked: nothing was kept either
  }
});
