import { useEffect, useState } from 'react';
import { changedSiteFields, newSite, siteFields, typedOnTopOf, typedSite, type TypedSite } from './site-edit.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { getSession, peekEndReason, subscribe } from '../../lib/session.ts';
import { keepDraft, readDraft, type SiteDraft } from './draft-storage.ts';

/**
 * What is typed over a site record; `record` is the newest that was read, null for a site to be added. While something
 * is typed, the record it was typed over stays the base, so that a save can tell what somebody else changed meanwhile.
 */
export function useSiteDraft(record: EditedSite | null) {
  const [draft, setDraft] = useState<SiteDraft | null>(() => readDraft(record?.id ?? null));
  const [restored, setRestored] = useState(draft !== null);
  const base = draft ? draft.base : record;
  const typed = draft?.typed ?? typedSite(record ?? newSite);

  useEffect(() => keepDraft(draft), [draft]);
  useEffect(() => {
    // a session that ran out must lose nothing; leaving and logging out are meant
    const unsubscribe = subscribe(() => {
      if (!getSession() && peekEndReason() === 'logout') keepDraft(null);
    });
    return () => {
      unsubscribe();
      if (getSession()) keepDraft(null);
    };
  }, []);

  return {
    base,
    typed,
    /** What differs from the record it was typed over. */
    changed: changedSiteFields(base ?? newSite, typed),
    /** True when the page opened with a draft of before. */
    restored: restored && draft !== null,
    change: (values: Partial<TypedSite>) =>
      setDraft((before) => {
        const from = before ?? { base: record, typed };
        return settle({ base: from.base, typed: { ...from.typed, ...values } });
      }),
    /** The record is `site` now, after `sent` was saved: only what was typed since is still to be saved. */
    saved: (site: EditedSite, sent: TypedSite) => {
      setRestored(false);
      setDraft((before) => {
        if (!before) return null;
        const since = siteFields.filter((field) => before.typed[field] !== sent[field]);
        return settle({ base: site, typed: typedOnTopOf(site, before.typed, since) });
      });
    },
    /** Goes on over a newer record. */
    rebase: (site: EditedSite, next: TypedSite) => setDraft(settle({ base: site, typed: next })),
    discard: () => {
      setRestored(false);
      setDraft(null);
    },
  };
}

/** A draft in which nothing is typed any more is none. */
function settle(next: SiteDraft): SiteDraft | null {
  const shown = typedSite(next.base ?? newSite);
  return siteFields.some((field) => next.typed[field] !== shown[field]) ? next : null;
}
