import * as v from 'valibot';
import { draftsVersion, keepDraft, listDrafts, removeDraft } from '../../lib/device/drafts.ts';
import { useStore } from '../../lib/store.ts';

// What was saved by itself, said until somebody closes it (`decisions §8`): the phone may have been in a pocket.

const prefix = 'saved-visit/';
const savedVisit = v.object({ text: v.string(), to: v.string() });

/** @param to path and query of the visit. */
export function noteSavedVisit(id: string, text: string, to: string): void {
  keepDraft(prefix + id, null, { text, to });
}

export function closeSavedVisit(name: string): void {
  void removeDraft(name);
}

/** Oldest first. */
export function useSavedVisits(): { name: string; text: string; to: string }[] {
  useStore(draftsVersion);
  return listDrafts(prefix, savedVisit).map(({ name, value }) => ({ name, ...value }));
}
