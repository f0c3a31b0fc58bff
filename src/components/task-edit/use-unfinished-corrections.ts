import * as v from 'valibot';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import { draftsVersion, listDrafts } from '../../lib/device/drafts.ts';
import { createStore, useStore } from '../../lib/store.ts';

// The corrections of saved visits that are stored on this device but not saved yet. Each is a draft, named after its visit.

const prefix = draftNamePrefixes.correction;

/** The name of the draft of a correction. */
export function correctionName(site: string, id: number): string {
  return `${prefix}${site}/${id}`;
}

/** The draft name of the correction whose dialog is open in this tab; null if no such dialog is open. */
export const correctionInDialog = createStore<string | null>(null);

/** The part of a stored draft that the list reads. */
const listedDraftSchema = v.object({ base: v.object({ id: v.number(), title: v.string() }) });

export interface UnfinishedCorrection {
  site: string;
  id: number;
  /** The title of the visit as saved, without corrections. */
  title: string;
}

/** The unfinished corrections, oldest first, without the correction whose dialog is open (`decisions §12`). */
export function useUnfinishedCorrections(): UnfinishedCorrection[] {
  useStore(draftsVersion);
  const inDialog = useStore(correctionInDialog);
  return listDrafts(prefix, listedDraftSchema).flatMap(({ name, value: { base } }) =>
    name === inDialog
      ? []
      : [{ site: name.slice(prefix.length, name.lastIndexOf('/')), id: base.id, title: base.title }],
  );
}
