import { readStoredPosts, writeStoredPosts, type StoredPosts } from '../../../records/failure/failure-queries.ts';
import {
  isSameEntry,
  isSameKind,
  maxPostName,
  type CarPosts,
  type FailureEntry,
  type Side,
} from '../../../records/failure/failure-record.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import { applyEdits, indexAt, type EntryPlace, type FailureDraft, type FailureEdit } from './failure-edit.ts';

/** The same count, or the name of the same post, was changed by two people to different values. */
export type FailureConflict =
  | (EntryPlace & {
      readonly kind: 'count';
      readonly side: Side;
      readonly base: number;
      readonly mine: number;
      /** Null: the entry is not there any more. */
      readonly theirs: number | null;
    })
  | {
      readonly kind: 'name';
      readonly post: string;
      readonly base: string;
      readonly mine: string;
      readonly theirs: string;
    };

/** Whose value is kept, by `conflictKey`. */
export type FailureChoices = Readonly<Partial<Record<string, 'mine' | 'theirs'>>>;

/** `wrote` is false when there was nothing left to write. */
export type Saved =
  | { kind: 'saved'; stored: StoredPosts; wrote: boolean }
  | { kind: 'conflict'; conflicts: readonly FailureConflict[] };

/** The server no longer lets this session change the counts: its grant is short-lived. */
export class GrantEnded extends Error {
  constructor() {
    super('This session may not change the failure counts');
    this.name = 'GrantEnded';
  }
}

/**
 * Writes the car posts of a site (`spec §7`, analytics save) under the revision they were read with. When somebody else
 * was faster, the edits are made on what is stored now; a cell that both changed comes back as a conflict, until
 * `choices` decides it.
 * @throws GrantEnded
 */
export async function saveFailures(siteId: number, draft: FailureDraft, choices: FailureChoices): Promise<Saved> {
  const wanted = applyEdits(draft.base.posts, draft.edits);
  // of the last write that changed no row
  let refused: Pick<StoredPosts, 'revision'> | null = null;
  return saveWithRevision<StoredPosts, Saved>({
    base: draft.base,
    read: () => readStoredPosts(siteId),
    write: async (stored) => {
      // nobody was faster, so the write is forbidden
      if (refused?.revision === stored.revision) throw new GrantEnded();
      let posts = wanted;
      if (refused) {
        // an answer that was lost on its way: it is stored already, and must not be added twice
        if (sameRecord(stored.posts, wanted)) return { kind: 'saved', stored, wrote: true };
        const merged = mergeEdits(draft.base.posts, draft.edits, stored.posts, choices);
        if (merged.conflicts.length > 0) return { kind: 'conflict', conflicts: merged.conflicts };
        if (merged.edits.length === 0) return { kind: 'saved', stored, wrote: false };
        ({ posts } = merged);
      }
      const revision = await writeStoredPosts(siteId, { posts, revision: stored.revision });
      if (revision !== null) return { kind: 'saved', stored: { posts, revision }, wrote: true };
      refused = stored;
      return null;
    },
  });
}

export interface Merged {
  /** The edits as edits of `theirs`, without those that are undecided. */
  edits: readonly FailureEdit[];
  /** `theirs` with them made. */
  posts: CarPosts;
  conflicts: readonly FailureConflict[];
}

/**
 * Brings the edits of `base` onto `theirs`, which somebody else saved first: different cells are both kept, added issues
 * and posts of both too. The same cell with two values is a conflict until `choices` says whose is kept.
 */
export function mergeEdits(
  base: CarPosts,
  mine: readonly FailureEdit[],
  theirs: CarPosts,
  choices: FailureChoices = {},
): Merged {
  const edits: FailureEdit[] = [];
  const conflicts: FailureConflict[] = [];
  const takeOrAsk = (conflict: FailureConflict, kept: FailureEdit[]) => {
    const choice = choices[conflictKey(conflict)];
    if (!choice) conflicts.push(conflict);
    else if (choice === 'mine') edits.push(...kept);
  };
  for (const edit of mine) {
    const post = nameIn(base, theirs, edit.post);
    if (edit.kind === 'issue') edits.push({ ...edit, post });
    else if (edit.kind === 'post') {
      if (!theirs.has(post)) edits.push(edit);
    } else if (edit.kind === 'rename') {
      if (post === edit.to) continue;
      const renamed = { ...edit, post, to: freeName(edit.to, theirs) };
      if (post === edit.post) edits.push(renamed);
      else takeOrAsk({ kind: 'name', post: edit.post, base: edit.post, mine: edit.to, theirs: post }, [renamed]);
    } else {
      const found = compare(edit, base, theirs, post);
      if (found === 'same') edits.push({ ...edit, post });
      else if (found !== 'done') takeOrAsk(found, keptCount(edit, base, theirs, post));
    }
  }
  return { edits, posts: applyEdits(theirs, edits), conflicts };
}

/** Tells one conflict from the others. Their value is part of it: when it changes again, it is asked again. */
export function conflictKey(conflict: FailureConflict): string {
  const { kind, post, theirs } = conflict;
  const place = kind === 'name' ? [] : [conflict.type, conflict.year, conflict.nth, conflict.side];
  return JSON.stringify([kind, post, ...place, theirs]);
}

/** Whether two records say the same; the database orders the posts as it likes. */
export function sameRecord(one: CarPosts, other: CarPosts): boolean {
  return one.size === other.size && [...one].every(([name, entries]) => sameEntries(entries, other.get(name)));
}

function sameEntries(one: readonly FailureEntry[], other: readonly FailureEntry[] | undefined): boolean {
  return one.length === other?.length && startsWith(other, one, isSameEntry);
}

/** What a post of `base` is called in `theirs`: a post that went while one with its entries came was renamed. */
function nameIn(base: CarPosts, theirs: CarPosts, post: string): string {
  const entries = base.get(post);
  if (theirs.has(post) || !entries || entries.length === 0) return post;
  const came = [...theirs].filter(([name, list]) => !base.has(name) && startsWith(list, entries, isSameKind));
  return came.length === 1 ? (came[0]?.[0] ?? post) : post;
}

function startsWith(
  list: readonly FailureEntry[],
  start: readonly FailureEntry[],
  isMatch: (one: FailureEntry, other: FailureEntry) => boolean,
): boolean {
  return start.every((entry, i) => {
    const match = list[i];
    return match !== undefined && isMatch(entry, match);
  });
}

/** Somebody else gave another post the name: mine is kept beside it. */
function freeName(name: string, theirs: CarPosts): string {
  const stem = Array.from(name)
    .slice(0, maxPostName - 6)
    .join('');
  for (let number = 2, free = name; ; number += 1) {
    if (!theirs.has(free)) return free;
    free = `${stem} (${number})`;
  }
}

type CountEdit = Extract<FailureEdit, { kind: 'count' }>;

function entryAt(posts: CarPosts, post: string, place: CountEdit): FailureEntry | undefined {
  const entries = posts.get(post) ?? [];
  return entries[indexAt(entries, place)];
}

function compare(edit: CountEdit, base: CarPosts, theirs: CarPosts, post: string): FailureConflict | 'same' | 'done' {
  const { type, year, nth, side, to } = edit;
  const was = entryAt(base, edit.post, edit)?.[side] ?? 0;
  const now = entryAt(theirs, post, edit)?.[side] ?? null;
  if (now === to) return 'done';
  if (now === was) return 'same';
  return { kind: 'count', post: edit.post, type, year, nth, side, base: was, mine: to, theirs: now };
}

/** My count over theirs; an entry that is gone comes back with it. */
function keptCount(edit: CountEdit, base: CarPosts, theirs: CarPosts, post: string): FailureEdit[] {
  if (entryAt(theirs, post, edit)) return [{ ...edit, post }];
  const was = entryAt(base, edit.post, edit) ?? { type: edit.type, year: edit.year, entrance: 0, exit: 0 };
  return [{ kind: 'issue', post, entry: { ...was, [edit.side]: edit.to } }];
}
