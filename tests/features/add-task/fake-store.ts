import type { loadDraft, removeDraft, saveDraft } from '../../../src/features/add-task/draft-store.ts';
import { kept } from './open-add-task.ts';

/** Stands in for the browser's database, without its copying: jsdom's files cannot be copied. */
export const fakeStore = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put in comes out
  loadDraft: ((key: string) => Promise.resolve(kept.get(key) ?? null)) as typeof loadDraft,
  saveDraft: (key: string, draft: unknown): ReturnType<typeof saveDraft> => {
    if (kept.has('full')) return Promise.resolve(false);
    kept.set(key, draft);
    return Promise.resolve(true);
  },
  removeDraft: (key: string): ReturnType<typeof removeDraft> => {
    kept.delete(key);
    return Promise.resolve();
  },
};
