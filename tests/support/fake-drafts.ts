import * as v from 'valibot';
import { vi } from 'vitest';
import * as drafts from '../../src/lib/device/drafts.ts';
import { createStore } from '../../src/lib/store.ts';

/** The drafts and their files in the fake storage, by name. With the entry `full`, nothing more can be stored. */
export const storedDrafts = new Map<string, unknown>();

/** The names of the drafts of new tasks, without those of their files. */
export const taskDraftNames = () => [...storedDrafts.keys()].filter((name) => /^add-task\/[^/]+$/u.test(name));
/** The draft of the first new task, or undefined if there is none. */
export const storedTaskDraft = () => storedDrafts.get(taskDraftNames()[0] ?? '');

const version = createStore(0);
const noteChange = () => version.set(version.get() + 1);

/**
 * Replaces the storage of drafts by an empty map until the mocks are restored. The real storage copies its values, which is not
 * possible with the files of jsdom.
 */
export function fakeDrafts(): void {
  storedDrafts.clear();
  vi.spyOn(drafts, 'draftsVersion', 'get').mockReturnValue(version);
  vi.spyOn(drafts, 'listDrafts').mockImplementation((start, schema) =>
    [...storedDrafts].flatMap(([name, entry]) => {
      const draft = v.safeParse(v.object({ value: schema, savedAt: v.number() }), entry);
      return name.startsWith(start) && draft.success ? [{ name, ...draft.output }] : [];
    }),
  );
  vi.spyOn(drafts, 'readDraft').mockImplementation(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a draft is read as it was stored
    ((name) => storedDrafts.get(name) ?? null) as typeof drafts.readDraft,
  );
  vi.spyOn(drafts, 'readDraftFile').mockImplementation((name, file) =>
    Promise.resolve(storedDrafts.get(`${name}/${file}`) ?? null),
  );
  vi.spyOn(drafts, 'storeDraft').mockImplementation((name, _, value) => {
    if (storedDrafts.has('full')) return false;
    storedDrafts.set(name, { value, savedAt: Date.now() });
    noteChange();
    return true;
  });
  vi.spyOn(drafts, 'storeDraftFile').mockImplementation((name, file, value) => {
    if (storedDrafts.has('full')) return Promise.resolve(false);
    storedDrafts.set(`${name}/${file}`, value);
    return Promise.resolve(true);
  });
  vi.spyOn(drafts, 'removeDraft').mockImplementation((name) => {
    for (const key of storedDrafts.keys()) if (key === name || key.startsWith(`${name}/`)) storedDrafts.delete(key);
    noteChange();
    return Promise.resolve();
  });
  vi.spyOn(drafts, 'removeDraftFiles').mockImplementation((name, files) => {
    for (const file of files) storedDrafts.delete(`${name}/${file}`);
    return Promise.resolve();
  });
}
