import * as v from 'valibot';
import type { SiteState } from './apply-site.ts';

// What the database answers about imports, as the screen and the command read it.

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

/** The answer of `undo_import`; the whole import is undone where no site is left. */
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

/** Undoes an import a few sites at a time, because a request may take three seconds only. (params as before) */
export async function undoWholeImport(
  ask: () => Promise<UndoneImport>,
  onSites: (remaining: number) => void,
): Promise<UndoneImport> {
  for (;;) {
    // each call goes on where the one before ended
    const undone = await ask();
    if (undone.sites_left === 0) return undone;
    onSites(undone.sites_left);
  }
}
