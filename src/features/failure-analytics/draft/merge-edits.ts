import { isSameKind, maxPostName, type CarPosts, type FailureEntry } from '../../../records/failure/failure-record.ts';
import {
  applyEdits,
  indexAt,
  placeOf,
  typeEditsOf,
  withTypes,
  type FailureEdit,
  type TracedEntry,
} from './failure-edit.ts';
import { conflictKey, type FailureChoices, type FailureConflict } from './failure-conflict.ts';
import { remainingIssues } from './sent-issues.ts';
import {
  mergeTypes,
  renamedTypes,
  revivedEntries,
  sameEntries,
  startsWith,
  type Decide,
  type PostVersions,
} from './merge-types.ts';

export interface MergeResult {
  /** The edits, rebased onto `theirs`, without undecided ones. */
  edits: readonly FailureEdit[];
  posts: CarPosts;
  conflicts: readonly FailureConflict[];
}

/**
 * Rebases the edits of `base` onto `theirs`, which somebody else saved first: changes of different cells and issues and
 * posts added by either are all kept, and counts follow renamed types and posts. Different values for one cell or name,
 * or one person removing what the other changed, are conflicts until `choices` decides.
 */
export function mergeEdits(
  base: CarPosts,
  mine: readonly FailureEdit[],
  theirs: CarPosts,
  choices: FailureChoices = {},
): MergeResult {
  const conflicts: FailureConflict[] = [];
  const decide: Decide = (conflict) => {
    const choice = choices[conflictKey(conflict)];
    if (!choice) conflicts.push(conflict);
    return choice === 'mine';
  };
  const posts = new Set(mine.map(({ post }) => post));
  const edits = [...posts].flatMap((post) =>
    mergePost({ post, base, mine: mine.filter((edit) => edit.post === post), theirs, decide }),
  );
  return { edits, posts: applyEdits(theirs, edits), conflicts };
}

interface PostMerge {
  /** In `base`, or the name I gave a new post. */
  post: string;
  base: CarPosts;
  mine: readonly FailureEdit[];
  theirs: CarPosts;
  decide: Decide;
}

function mergePost(merge: PostMerge): readonly FailureEdit[] {
  const { post, base, mine, theirs, decide } = merge;
  const stored = base.get(post);
  const issues = mine.filter((edit) => edit.kind === 'issue');
  // added by me; one they added under that name is the same post
  if (!stored)
    return [
      ...mine.filter(({ kind }) => kind !== 'issue' && (kind !== 'post' || !theirs.has(post))),
      ...remainingIssues(issues, post, theirs.get(post) ?? [], []),
    ];
  const here = nameIn(base, theirs, post);
  const there = theirs.get(here);
  const before = { name: post, entries: stored };
  if (mine.some(({ kind }) => kind === 'remove')) {
    const untouched = here === post && sameEntries(stored, there);
    const question = { kind: 'post', post, base: before, mine: null } as const;
    return there && (untouched || decide({ ...question, theirs: { name: here, entries: there } }))
      ? [{ kind: 'remove', post: here }]
      : [];
  }
  if (!there) return putBack(merge);

  const shown = [...applyEdits(new Map([[post, stored]]), mine).values()].flat();
  const { edits, added } = mergeEntries({ post, base: stored, theirs: there, mine: shown }, mine, decide);
  const merged: FailureEdit[] = [
    ...edits.map((edit) => ({ ...edit, post: here })),
    ...added.map((entry) => ({ kind: 'issue' as const, post: here, entry })),
  ];
  merged.push(...remainingIssues(issues, here, there, stored));
  for (const edit of mine) {
    if (edit.kind !== 'rename' || here === edit.to) continue;
    if (here === post || decide({ kind: 'name', post, base: post, mine: edit.to, theirs: here }))
      merged.push({ ...edit, post: here, to: freeName(edit.to, theirs) });
  }
  return merged;
}

/** They removed a post that I changed: restore mine completely, or drop it. */
function putBack({ post, base, mine, theirs, decide }: PostMerge): readonly FailureEdit[] {
  const stored = base.get(post) ?? [];
  const [shown = { name: post, entries: stored }] = Array.from(
    applyEdits(new Map([[post, stored]]), mine),
    ([name, entries]) => ({ name, entries }),
  );
  if (!decide({ kind: 'post', post, base: { name: post, entries: stored }, mine: shown, theirs: null })) return [];
  const name = freeName(shown.name, theirs);
  return [
    { kind: 'post', post: name },
    ...shown.entries.map((entry) => ({ kind: 'issue' as const, post: name, entry })),
  ];
}

/** Rebases my type edits and counts of a post, and the entries that return because I keep them. */
function mergeEntries(
  versions: PostVersions,
  mine: readonly FailureEdit[],
  decide: Decide,
): { edits: readonly FailureEdit[]; added: readonly FailureEntry[] } {
  const { post, base, theirs } = versions;
  const { edits: types, gone } = mergeTypes(versions, typeEditsOf(mine, post), decide);
  const names = renamedTypes(base, theirs);
  const own = withTypes(base, typeEditsOf(mine, post));
  const ownEntries = own.map(({ entry }) => entry);
  const kept = withTypes(theirs, types);
  const keptEntries = kept.map(({ entry }) => entry);

  const placeInTheirs = (index: number) => {
    const place = placeOf(post, base, index);
    return place ? indexAt(theirs, { ...place, type: names.get(place.type) ?? place.type }) : -1;
  };
  /** -1 when the entry is gone from theirs. */
  const indexInKept = ({ from }: TracedEntry) => {
    const places = from.map(placeInTheirs).filter((place) => place >= 0);
    return kept.findIndex((one) => one.from.some((place) => places.includes(place)));
  };

  const added = new Map<number, FailureEntry>();
  const halves: FailureEntry[] = [];
  for (const [index, { entry, from }] of own.entries()) {
    const back = from.flatMap((place) => base[place] ?? []).filter(({ type }) => gone.get(type));
    if (back.length === from.length) added.set(index, entry);
    else halves.push(...back.map((one) => ({ ...one, type: entry.type })));
  }

  const counts: FailureEdit[] = [];
  for (const edit of mine) {
    if (edit.kind !== 'count') continue;
    const { side, to } = edit;
    const index = indexAt(ownEntries, edit);
    const one = own[index];
    if (!one) continue;
    const back = added.get(index);
    const at = indexInKept(one);
    const was = one.entry[side];
    const now = keptEntries[at]?.[side] ?? null;
    const place = placeOf(post, keptEntries, at);
    // their types are asked about
    const lost = one.from.every((from) => gone.get(base[from]?.type ?? '') === false);
    if (back) added.set(index, { ...back, [side]: to });
    else if (
      !lost &&
      now !== to &&
      (now === was || decide({ ...withoutValue(edit), base: was, mine: to, theirs: now }))
    ) {
      if (place) counts.push({ ...edit, ...place });
      else added.set(index, { ...one.entry, [side]: to });
    }
  }
  return { edits: [...types, ...counts], added: [...added.values(), ...revivedEntries(halves)] };
}

function withoutValue({ kind, post, type, year, nth, side }: Extract<FailureEdit, { kind: 'count' }>) {
  return { kind, post, type, year, nth, side };
}

/** What they call a post of `base`: one that disappeared while one with the same entries appeared was renamed. */
function nameIn(base: CarPosts, theirs: CarPosts, post: string): string {
  const entries = base.get(post);
  if (theirs.has(post) || !entries || entries.length === 0) return post;
  const appeared = [...theirs].filter(([name, list]) => !base.has(name) && startsWith(list, entries, isSameKind));
  return appeared.length === 1 ? (appeared[0]?.[0] ?? post) : post;
}

/** Somebody else gave the name to another post: mine is kept beside it. */
function freeName(name: string, theirs: CarPosts): string {
  const stem = Array.from(name)
    .slice(0, maxPostName - 6)
    .join('');
  for (let number = 2, free = name; ; number += 1) {
    if (!theirs.has(free)) return free;
    free = `${stem} (${number})`;
  }
}
