import * as v from 'valibot';
import type { keepDraft, keepDraftFile, listDrafts, readDraft, readDraftFile } from '../../../src/lib/device/drafts.ts';
import { createStore } from '../../../src/lib/store.ts';

/** The drafts in the storage of the browser, by name and file. */
export const kept = new Map<string, unknown>();

/** Names of the new tasks, without their files. */
export const keptTaskNames = () => [...kept.keys()].filter((name) => /^add-task\/[^/]+$/u.test(name));
/** The only new task that is kept. */
export const keptTask = () => kept.get(keptTaskNames()[0] ?? '');

const version = createStore(0);
const noteChange = () => version.set(version.get() + 1);

/** A fake of the browser's storage that does not copy its values: the files of jsdom cannot be copied. */
const fakeDrafts = {
  draftsVersion: version,
  listDrafts: ((start: string, schema: v.GenericSchema) =>
    [...kept].flatMap(([name, entry]) => {
      const draft = v.safeParse(v.object({ value: schema, savedAt: v.number() }), entry);
      return name.startsWith(start) && draft.success ? [{ name, ...draft.output }] : [];
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked them
    })) as typeof listDrafts,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put in comes out
  readDraft: ((name: string) => kept.get(name) ?? null) as typeof readDraft,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was put in comes out
  readDraftFile: ((name: string, file: string) =>
    Promise.resolve(kept.get(`${name}/${file}`) ?? null)) as typeof readDraftFile,
  keepDraft: (name: string, _: string | null, value: unknown): ReturnType<typeof keepDraft> => {
    if (kept.has('full')) return false;
    kept.set(name, { value, savedAt: Date.now() });
    noteChange();
    return true;
  },
  keepDraftFile: (name: string, file: string, value: unknown): ReturnType<typeof keepDraftFile> => {
    if (kept.has('full')) return Promise.resolve(false);
    kept.set(`${name}/${file}`, value);
    return Promise.resolve(true);
  },
  removeDraft: (name: string): Promise<void> => {
    for (const key of kept.keys()) if (key === name || key.startsWith(`${name}/`)) kept.delete(key);
    noteChange();
    return Promise.resolve();
  },
  removeDraftFiles: (name: string, files: readonly string[]): Promise<void> => {
    for (const file of files) kept.delete(`${name}/${file}`);
    return Promise.resolve();
  },
};

/** Mocks `drafts.ts`: the real module except for its storage. */
export async function faked(original: () => Promise<unknown>) {
  const real = await original();
  return { ...(typeof real === 'object' ? real : {}), ...fakeDrafts };
}
