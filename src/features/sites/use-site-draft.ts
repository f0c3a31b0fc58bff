import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { keepDraft, readDraft, removeDraft } from '../../lib/drafts.ts';
import { notify } from '../../lib/notify.ts';
import { getSession } from '../../lib/session.ts';
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
  const name = `site/${record?.id ?? 'new'}`;
  const [draft, setDraft] = useState<SiteDraft | null>(() => readDraft(name, draftSchema)?.value ?? null);
  const [restored, setRestored] = useState(draft !== null);
  const base = draft ? draft.base : record;
  const typed = draft?.typed ?? typedSite(record ?? newSite);

  const title = record ? `Site ${record.name}` : 'New site';
  // another tab may have the same form open: only changes made here are stored or removed
  const held = useRef(draft);
  useEffect(() => {
    if (draft === held.current) return;
    held.current = draft;
    if (draft) keepDraft(name, title, draft);
    else void removeDraft(name);
  }, [draft, name, title]);
  useEffect(() => {
    // mounted twice, as React does in development
    if (held.current && !readDraft(name, draftSchema)) keepDraft(name, title, held.current);
    return () => {
      if (!held.current) return;
      // leaving the form is deliberate; an expired session must lose nothing
      if (getSession()) void removeDraft(name);
      else keepDraft(name, title, held.current);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new name of the site is no reason to leave its form
  }, [name]);

  return {
    base,
    typed,
    changed: changedSiteFields(base ?? newSite, typed),
    restored: restored && draft !== null,
    change: (values: Partial<TypedSite>) =>
      setDraft((before) => {
        const from = before ?? { base: record, typed };
        return settle({ base: from.base, typed: { ...from.typed, ...values } });
      }),
    /** After saving `sent`: only what was typed since remains unsaved. */
    saved: (site: EditedSite, sent: TypedSite) => {
      setRestored(false);
      setDraft((before) => {
        if (!before) return null;
        const since = siteFields.filter((field) => before.typed[field] !== sent[field]);
        return settle({ base: site, typed: overlayTyped(site, before.typed, since) });
      });
    },
    rebase: (site: EditedSite, next: TypedSite) => setDraft(settle({ base: site, typed: next })),
    discard: () => {
      setRestored(false);
      setDraft(null);
      notify.undo('Your changes were discarded.', () => {
        // for when its form is not open any more
        keepDraft(name, title, draft);
        setDraft((since) => since ?? draft);
      });
    },
  };
}

/** A draft without changes is dropped. */
function settle(next: SiteDraft): SiteDraft | null {
  const shown = typedSite(next.base ?? newSite);
  return siteFields.some((field) => next.typed[field] !== shown[field]) ? next : null;
}
