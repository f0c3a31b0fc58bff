import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { attemptHeader, throwIfRepeated } from '../attempt.ts';
import { writtenRows } from '../save-with-revision.ts';
import {
  entrySchema,
  readCarPosts,
  renameSchema,
  storedCarPosts,
  type CarPosts,
  type Rename,
} from './failure-record.ts';

/** A version of a site's posts. `revision` is null while the site has no record. */
export interface PostsVersion {
  posts: CarPosts;
  revision: number | null;
}

/** The stored posts of a site. */
export interface StoredPosts extends PostsVersion {
  /** The latest changes of names, oldest first. */
  renames: readonly Rename[];
}

/** A site with its posts. `id` and `name` are those of the site in `maintable`; its row in `carpost` may not exist yet. */
export interface FailureSite extends StoredPosts {
  id: number;
  name: string;
}

// a copy that an older release stored has no renames
const renames = v.optional(v.array(renameSchema), []);
const failureSite = v.object({
  id: v.number(),
  name: v.string(),
  posts: v.map(v.string(), v.array(entrySchema)),
  revision: v.nullable(v.number()),
  renames,
});
const siteRows = v.array(v.object({ id: v.number(), name: v.string() }));
const postRows = v.array(v.object({ json: v.unknown(), revision: v.number(), renames }));
const writtenVersions = v.array(v.object({ revision: v.number(), renames }));

/** The first part of the keys of the failure queries of all sites, to invalidate them together. */
export const failureQueryKey = ['carpost'] as const;

/** A site and its car posts (`spec §7`, analytics load). @param site null for a client, who has one site */
export function failureSiteQuery(site: string | null) {
  return queryOptions({
    queryKey: [...failureQueryKey, site],
    meta: { saved: v.nullable(failureSite) },
    queryFn: async ({ signal }): Promise<FailureSite | null> => {
      const all = supabase.from('maintables').select('id, name').abortSignal(signal);
      // a client's posts need not wait for the site's id
      const [response, ownPosts] = await Promise.all([
        site === null ? all : all.eq('name', site),
        site === null ? readStoredPosts(null, signal) : null,
      ]);
      const siteRow = v.parse(siteRows, dataOf(response))[0];
      return siteRow ? { ...siteRow, ...(ownPosts ?? (await readStoredPosts(siteRow.id, signal))) } : null;
    },
    // Maps are compared by identity, so structural sharing would find nothing to share
    structuralSharing: false,
  });
}

/** Reads the stored car posts. @param siteId null for a client, who has one site @throws RequestError */
export async function readStoredPosts(siteId: number | null, signal?: AbortSignal): Promise<StoredPosts> {
  const all = supabase.from('carpost').select('json, revision, renames').limit(1);
  const query = siteId === null ? all : all.eq('site_id', siteId);
  const [row] = v.parse(postRows, dataOf(await (signal ? query.abortSignal(signal) : query)));
  return { posts: readCarPosts(row?.json), revision: row?.revision ?? null, renames: row?.renames ?? [] };
}

/**
 * A renamed type, as the person declares it: counts of one type were added to another type, or separated from it. The database cannot find this
 * in the counts.
 */
export type DeclaredRename = Pick<Rename, 'was' | 'is'>;

/**
 * Writes the car posts under their revision; a revision of null adds the record. Returns the stored posts, or null when the record has changed
 * since, or may not be changed.
 * @throws RequestError, or DoneBefore for a repetition of the attempt
 */
export async function writeStoredPosts(
  siteId: number,
  { posts, revision }: PostsVersion,
  attempt: string,
  rename: DeclaredRename | null,
): Promise<StoredPosts | null> {
  const json = storedCarPosts(posts);
  if (revision === null) {
    const added = await supabase
      .from('carpost')
      .insert({ site_id: siteId, json })
      .select('revision, renames')
      .setHeader(attemptHeader, attempt);
    // somebody else has just added the site's record; any other conflict is an error
    if (added.error?.code === '23505') return null;
    throwIfRepeated(added);
    return storedAs(posts, dataOf(added));
  }
  const changes = { json, revision: revision + 1, ...(rename && { renames: [rename] }) };
  const changed = await supabase
    .from('carpost')
    .update(changes)
    .eq('site_id', siteId)
    .eq('revision', revision)
    .select('revision, renames')
    .setHeader(attemptHeader, attempt);
  return storedAs(posts, writtenRows(changed));
}

function storedAs(posts: CarPosts, rows: unknown): StoredPosts | null {
  const [row] = v.parse(writtenVersions, rows);
  return row ? { posts, ...row } : null;
}
