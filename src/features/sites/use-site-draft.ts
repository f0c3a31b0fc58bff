import * as v from 'valibot';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { editedSiteSchema, type EditedSite } from '../../records/site/site-queries.ts';
import {
  changedSiteFields,
  newSite,
  siteFields,
  overlayTyped,
  typedSite,
  typedSiteSchema,
  type TypedSite,
} from './site-edit.ts';

const empty = Object.fromEntries(siteFields.map((field) => [field, null]));

const draftSchema = v.object({
  /** The record it was typed over; null for a new site. Columns added later are empty. */
  base: v.nullable(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((record) => ({ ...empty, ...record })),
      editedSiteSchema,
    ),
  ),
  typed: typedSiteSchema,
});

type SiteDraft = v.InferOutput<typeof draftSchema>;

/** What is typed over a site record, null for a new one. Keeps the original, to see what others have changed. */
export function useSiteDraft(record: EditedSite | null) {
  const draft = useDraft(`site/${record?.id ?? 'new'}`, draftSchema, {
    title: () => (record ? `Site ${record.name}` : 'New site'),
  });
  const base = draft.value ? draft.value.base : record;
  const typed = draft.value?.typed ?? typedSite(record ?? newSite);
  return {
    base,
    typed,
    changed: changedSiteFields(base ?? newSite, typed),
    restored: draft.restoredAt !== null,
    change: (values: Partial<TypedSite>) =>
      draft.change((before) => {
        const from = before ?? { base: record, typed };
        return settle({ base: from.base, typed: { ...from.typed, ...values } });
      }),
    /** After saving `sent`: only what was typed since remains unsaved. */
    saved: (site: EditedSite, sent: TypedSite) => {
      const now = draft.latest();
      const since = siteFields.filter((field) => now && now.typed[field] !== sent[field]);
      draft.replace(now && settle({ base: site, typed: overlayTyped(site, now.typed, since) }));
    },
    rebase: (site: EditedSite, next: TypedSite) => draft.change(() => settle({ base: site, typed: next })),
    discard: draft.discard,
    /** Leaving the form is deliberate; an expired session loses nothing. */
    leave: draft.end,
  };
}

/** A draft without changes is dropped. */
function settle(next: SiteDraft): SiteDraft | null {
  const shown = typedSite(next.base ?? newSite);
  return siteFields.some((field) => next.typed[field] !== shown[field]) ? next : null;
}
