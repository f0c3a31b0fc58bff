import * as v from 'valibot';
import { editedSiteSchema } from '../../records/site/site-queries.ts';
import { typedSiteSchema } from './site-edit.ts';

const storageKey = 'portal.site-draft';

const draftSchema = v.object({
  /** Null for a site that is to be added. */
  base: v.nullable(editedSiteSchema),
  typed: typedSiteSchema,
});

/** What was typed and not saved, and the record it was typed over. */
export type SiteDraft = v.InferOutput<typeof draftSchema>;

/** The draft of a site (`id` null: of the one to be added) that a reload or the end of the session left in this tab. */
export function readDraft(id: number | null): SiteDraft | null {
  try {
    const draft = v.safeParse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return draft.success && (draft.output.base?.id ?? null) === id ? draft.output : null;
  } catch {
    return null;
  }
}

/** Keeps the draft for this tab; null forgets it. */
export function keepDraft(draft: SiteDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(storageKey, JSON.stringify(draft));
    else sessionStorage.removeItem(storageKey);
  } catch {
    // blocked storage: the draft lives as long as the page
  }
}
