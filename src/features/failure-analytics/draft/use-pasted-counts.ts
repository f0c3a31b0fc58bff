import { useCallback, useRef, useState } from 'react';
import { message, said, t } from '../../../lib/language/translate.ts';
import { dismissToast, notify } from '../../../lib/notify.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import { draftOrNull, emptyDraft, type FailureDraft } from './failure-draft.ts';
import { rejectedText, pastedCounts } from './pasted-counts.ts';
import { pathOf } from './rebase-counts.ts';
import { takenBack, withCounts, yearRows, type CountChange, type CountKey } from './started-year.ts';

export const changedSince = message('It was changed since. The change log can restore it.');

const noCells: ReadonlyMap<string, string> = new Map();

interface DraftOfCounts {
  /** Returns the draft at this moment, newer than that of the last render. */
  latest: () => FailureDraft | null;
  change: (next: (before: FailureDraft | null) => FailureDraft | null) => void;
  setCounts: (changes: readonly CountChange[]) => void;
  stored: StoredPosts;
}

/** Functions to paste blocks of cells into the draft, and the cells of the last paste. */
export function usePastedCounts({ latest, change, setCounts, stored }: DraftOfCounts) {
  const lastPaste = useRef<{ draft: FailureDraft; toast: number; takeBack: () => void } | null>(null);
  // the texts of the cells of the last paste, by `pathOf`; they are shown until a save changes the revision
  const [cells, setCells] = useState({ texts: noCells, revision: stored.revision });
  /** Fills in a block of cells, beginning at the count `from`. Offers to undo it, and warns about cells that do not fit. */
  const paste = useCallback(
    (text: string, from: CountKey) => {
      const { posts: postsBefore, started } = latest() ?? emptyDraft(stored);
      const rows = [...postsBefore].flatMap(([post, entries]) =>
        yearRows(started, post, entries, from.year).map((row) => ({ ...row, post })),
      );
      const pasted = pastedCounts(text, rows, from);
      const { counts } = pasted;
      setCounts(counts);
      setCells({ texts: new Map(counts.map((count) => [pathOf(count), count.written])), revision: stored.revision });
      const draft = latest();
      if (counts.length > 0 && draft) {
        const takeBack = () => {
          lastPaste.current = null;
          setCells({ texts: noCells, revision: stored.revision });
          const current = latest();
          const changes = current ? takenBack(counts, postsBefore, current) : [];
          if (changes.length === 0) notify.error(said(changedSince));
          else change((typed) => typed && draftOrNull({ ...typed, posts: withCounts(typed, changes) }));
        };
        const toast = notify.undo(
          t('{count, plural, one {# count filled in.} other {# counts filled in.}}', { count: counts.length }),
          takeBack,
        );
        lastPaste.current = { draft, toast, takeBack };
      }
      const rejected = rejectedText(pasted);
      if (rejected) notify.warning(rejected);
    },
    [change, latest, setCounts, stored],
  );
  /** Undoes the last paste, unless something was typed since; returns whether it did. */
  const undoPaste = useCallback(() => {
    const { current } = lastPaste;
    if (!current || latest() !== current.draft) return false;
    dismissToast(current.toast);
    current.takeBack();
    return true;
  }, [latest]);
  return { paste, undoPaste, pastedTexts: cells.revision === stored.revision ? cells.texts : noCells };
}
