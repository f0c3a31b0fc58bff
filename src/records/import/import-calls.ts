import * as v from 'valibot';
import type { SiteState } from './apply-site.ts';

// The schemas of the database's answers about imports, for the screen and the command.

const knownVisit = v.pipe(
  v.object({
    source: v.string(),
    row: v.nullable(v.string()),
    task_id: v.number(),
    state: v.picklist(['same', 'changed', 'hidden', 'moved', 'undone']),
    time: v.string(),
    title: v.string(),
    text: v.string(),
  }),
  v.transform(({ row, task_id, ...visit }) => ({ ...visit, rowSource: row, taskId: task_id })),
);

/** The answer of `import_state`. */
export const siteStateSchema = v.pipe(
  v.object({
    site_id: v.nullable(v.number()),
    visits: v.array(knownVisit),
    has_counts: v.boolean(),
    has_key: v.boolean(),
  }),
  v.transform(({ site_id, visits, has_counts, has_key }): SiteState => ({
    siteId: site_id,
    visits,
    hasCounts: has_counts,
    hasKey: has_key,
  })),
);

/** The answer of `import_site`. */
export const importedSchema = v.object({
  added: v.number(),
  updated: v.number(),
  key: v.nullable(v.object({ key: v.nullable(v.string()) })),
});

/** The answer of `undo_import`. The whole import is undone when `sites_left` is 0. */
export const undoneSchema = v.object({
  sites: v.number(),
  hidden: v.number(),
  reverted: v.number(),
  stayed: v.array(v.object({ site: v.string(), task_id: v.number(), time: v.string(), title: v.string() })),
  made_sites: v.array(v.string()),
  made_counts: v.array(v.string()),
  made_keys: v.array(v.string()),
  sites_left: v.number(),
});
export type UndoneImport = v.InferOutput<typeof undoneSchema>;

/** The answer of `list_imports`. */
export const importsSchema = v.array(
  v.object({
    id: v.string(),
    at: v.string(),
    by: v.nullable(v.string()),
    file: v.nullable(v.string()),
    sites: v.number(),
    added: v.number(),
    updated: v.number(),
    undone_at: v.nullable(v.string()),
    sites_left: v.number(),
  }),
);
export type PastImport = v.InferOutput<typeof importsSchema>[number];

/**
 * Undoes an import in several calls of a few sites each, because a request may take only three seconds.
 * @param ask calls `undo_import`
 * @param onSites called with the number of remaining sites after each call but the last
 * @returns the answer of the last call
 */
export async function undoWholeImport(
  ask: () => Promise<UndoneImport>,
  onSites: (remaining: number) => void,
): Promise<UndoneImport> {
  for (;;) {
    // each call continues where the previous call ended
    const undone = await ask();
    if (undone.sites_left === 0) return undone;
    onSites(undone.sites_left);
  }
}
