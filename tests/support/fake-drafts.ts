import * as v from 'valibot';
import { vi } from 'vitest';
import * as drafts from '../../src/lib/device/drafts.ts';
import { createStore } from '../../src/lib/store.ts';

/** The drafts in the storage of the browser, by name and file. */
export const kept = new Map<string, unknown>();

/** Names of the new tasks, without their files. */
export const keptTaskNames = () => [...kept.keys()].filter((name) => /^add-task\/[^/]+$/u.test(name));
/** The only new task that is kept. */
export const keptTask = () => kept.get(keptTaskNames()[0] ?? '');

const version = createStore(0);
const noteChange = () => version.set(version.get() + 1);

/**
 * Replaces the storage of drafts in a test by one that does not copy its values, and empties it: the files of jsdom cannot
 * be copied.
 */
export function keepDraftsHere(): void {
  kept.clear();
  vi.spyOn(drafts, 'draftsVersion', 'get').mockReturnValue(version);
  vi.spyOn(drafts, 'listDrafts').mockImplementation((start, schema) =>
    [...kept].flatMap(([name, entry]) => {
      const draft = v.safeParse(v.object({ value: schema, savedAt: v.number() }), entry);
      return name.startsWith(start) && draft.success ? [{ name, ...draft.output }] : [];
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put in comes out
  vi.spyOn(drafts, 'readDraft').mockImplementation(((name) => kept.get(name) ?? null) as typeof drafts.readDraft);
  vi.spyOn(drafts, 'readDraftFile').mockImplementation((name, file) =>
    Promise.resolve(kept.get(`${name}/${file}`) ?? null),
  );
  vi.spyOn(drafts, 'storeDraft').mockImplementation((name, _, value) => {
    if (kept.has('full')) return false;
    kept.set(name, { value, savedAt: Date.now() });
    noteChange();
    return true;
  });
  vi.spyOn(drafts, 'storeDraftFile').mockImplementation((name, file, value) => {
    if (kept.has('full')) return Promise.resolve(false);
    kept.set(`${name}/${file}`, value);
    return Promise.resolve(true);
  });
  vi.spyOn(drafts, 'removeDraft').mockImplementation((name) => {
    for (const key of kept.keys()) if (key === name || key.startsWith(`${name}/`)) kept.delete(key);
    noteChange();
    return Promise.resolve();
  });
  vi.spyOn(drafts, 'removeDraftFiles').mockImplementation((name, files) => {
    for (const file of files) kept.delete(`${name}/${file}`);
    return Promise.resolve();
  });
}
