import { t } from '../../../lib/language/translate.ts';
import {
  isSameKind,
  joinEntries,
  storedTypeLabel,
  type FailureEntry,
  type Rename,
  type Side,
} from '../../../records/failure/failure-record.ts';
import { changedEntries, namesRevision, type FailureDraft } from './failure-draft.ts';
import { maxCount } from './typed-count.ts';

/**
 * Before a draft is merged with the saved posts, this module applies to it the renames that were saved since the draft was read. The typed
 * counts move to the current names, so that saving them does not bring an old name back. The renames are applied in their order, to the
 * posts that were read and to the typed ones. If counts were typed in a post or type that somebody removed, the draft still contains it
 * under its old name, so that the merge asks the person what to do.
 */

/** Counts whose name has changed since they were typed, or new issues of a type that has been removed since. */
export interface FiledCounts {
  /** The post of a failure type; null for a post. */
  readonly post: string | null;
  /** The name under which they were typed. */
  readonly was: string;
  /** The current name; null for a removed type, which the new issues add again. */
  readonly is: string | null;
  /** How many counts were typed. */
  readonly count: number;
}

/** Returns the draft under the current names, and the typed counts whose name has changed. */
export function applyRenames(
  draft: FailureDraft,
  renames: readonly Rename[],
): { draft: FailureDraft; filed: readonly FiledCounts[] } {
  const since = namesRevision(draft);
  const newRenames = withoutUndone(renames.filter(({ revision }) => revision > since));
  if (newRenames.length === 0) return { draft, filed: [] };
  const renamedDraft = new RenamedDraft(draft);
  for (const rename of newRenames) renamedDraft.apply(rename);
  renamedDraft.putBackRemoved();
  return { draft: { ...renamedDraft.draft(), names: newRenames.at(-1)?.revision }, filed: renamedDraft.filed() };
}

/** Such as `Entrance 1 is called Main Entrance now: your 3 counts are filed there.` */
export function filedWords({ post, was, is, count }: FiledCounts): string {
  if (is === null)
    return t(
      '{count, plural, one {{was} was removed from {post} meanwhile: your new issue brings it back.} other {{was} was removed from {post} meanwhile: your # new issues bring it back.}}',
      { was: storedTypeLabel(was), post: post ?? '', count },
    );
  return post === null
    ? t(
        '{count, plural, one {{was} is called {is} now: your count is filed there.} other {{was} is called {is} now: your # counts are filed there.}}',
        { was, is, count },
      )
    : t(
        '{count, plural, one {{was} is called {is} in {post} now: your count is filed there.} other {{was} is called {is} in {post} now: your # counts are filed there.}}',
        { was, is, post, count },
      );
}

/** Leaves out each merge of two types together with the rename that undid it: both types have their old counts again. */
function withoutUndone(renames: readonly Rename[]): readonly Rename[] {
  const remaining: Rename[] = [];
  for (const rename of renames) {
    // whether an earlier rename is one of the same post, or of a type with one of these names in that post
    const hasSameName = (earlier: Rename) => {
      const earlierNames = [earlier.was, earlier.is];
      if (earlier.post === null) return earlierNames.includes(rename.post);
      return earlier.post === rename.post && earlierNames.some((name) => name === rename.was || name === rename.is);
    };
    // only a rename that undoes a merge has `taken`; it undoes the merge if no other rename of these names came between
    const index = rename.taken ? remaining.findLastIndex(hasSameName) : -1;
    const previous = remaining[index];
    const isUndo = previous?.post === rename.post && previous?.was === rename.is && previous?.is === rename.was;
    if (isUndo) remaining.splice(index, 1);
    else remaining.push(rename);
  }
  return remaining;
}

type Entries = readonly FailureEntry[];

/** The entries of a post in each version of the draft; null in a version that does not have the post. */
interface Versions {
  /** The entries that were read from the server. */
  base: Entries | null;
  /** The entries with what the person typed. */
  typed: Entries | null;
  /** The entries that saves without an answer have sent, newest first. */
  sent: readonly (Entries | null)[];
  /** The name of the post when the draft was read. */
  name: string;
  /** The types whose counts were typed under another name. */
  types: readonly FiledCounts[];
  /** The versions of the removed types, by type. */
  removed: ReadonlyMap<string, Versions>;
}

/** Returns changed entries. The first `baseCount` of them are entries of the base, the others are new in the draft. */
type EntriesChange = (entries: Entries, baseCount: number) => Entries;

/** A draft to which renames are applied one after the other. */
class RenamedDraft {
  #posts = new Map<string, Versions>();
  readonly #removed = new Map<string, Versions>();
  #started: FailureDraft['started'];
  readonly #original: FailureDraft;

  constructor(draft: FailureDraft) {
    const { base, posts, sent, started } = draft;
    this.#original = draft;
    this.#started = started;
    for (const name of new Set([base.posts, posts, ...sent].flatMap((record) => [...record.keys()])))
      this.#posts.set(name, {
        base: base.posts.get(name) ?? null,
        typed: posts.get(name) ?? null,
        sent: sent.map((record) => record.get(name) ?? null),
        name,
        types: [],
        removed: new Map(),
      });
  }

  /** Applies one rename: `is` is null for a removed post or type, `was` is null for one that was restored. */
  apply({ post, was, is, taken }: Rename): void {
    if (post === null) {
      if (was === null) this.#returnPost(is ?? '');
      else if (is === null) this.#removePost(was);
      else this.#renamePost(was, is);
      return;
    }
    const versions = this.#posts.get(post);
    if (!versions) return;
    this.#posts.set(post, applyTypeRename(versions, { was, is, taken }));
  }

  #renamePost(was: string, is: string): void {
    const versions = this.#posts.get(was);
    if (!versions) return;
    // the draft may have a new post under the name that the renamed post has now
    const newPost = this.#posts.get(is);
    const merged = newPost ? joinedVersions(versions, newPost) : versions;
    this.#posts = new Map(
      [...this.#posts].flatMap(([name, current]) =>
        name === is ? [] : name === was ? [[is, merged]] : [[name, current]],
      ),
    );
    this.#started = this.#started.map((startedYear) =>
      startedYear.post === was ? { ...startedYear, post: is } : startedYear,
    );
  }

  #removePost(post: string): void {
    const versions = this.#posts.get(post);
    // a post without a base is new in this draft, so it is not the post that was removed
    if (!versions?.base) return;
    this.#removed.set(post, versions);
    this.#posts.delete(post);
  }

  #returnPost(post: string): void {
    const versions = this.#removed.get(post);
    const newPost = this.#posts.get(post);
    if (versions) this.#posts.set(post, newPost ? joinedVersions(versions, newPost) : versions);
    this.#removed.delete(post);
  }

  /** Puts back the removed posts and types that have typed counts, under an unused name: their old name may be in use again. */
  putBackRemoved(): void {
    for (const [post, versions] of this.#removed)
      if (typedCount(versions) > 0) this.#posts.set(unusedName(post, this.#posts), versions);
    for (const [post, versions] of this.#posts) this.#posts.set(post, withRemovedTypes(versions));
  }

  /** The draft with the current names. */
  draft(): FailureDraft {
    const { base, sent } = this.#original;
    const postsOf = (entriesOf: (versions: Versions) => Entries | null | undefined) =>
      new Map(
        [...this.#posts].flatMap(([name, versions]) => {
          const entries = entriesOf(versions);
          return entries ? [[name, entries] as const] : [];
        }),
      );
    return {
      ...this.#original,
      base: { ...base, posts: postsOf((versions) => versions.base) },
      posts: postsOf((versions) => versions.typed),
      started: this.#started.filter(({ post }) => this.#posts.has(post)),
      sent: sent.map((_, index) => postsOf((versions) => versions.sent[index])),
    };
  }

  /** The typed counts of the posts and types whose name has changed. */
  filed(): readonly FiledCounts[] {
    return [...this.#posts].flatMap(([is, versions]) => {
      const count = typedCount(versions);
      const isRenamed = versions.name !== is && count > 0;
      const filedInPost = isRenamed ? [{ post: null, was: versions.name, is, count }] : [];
      return [...filedInPost, ...versions.types.map((type) => ({ ...type, post: is }))];
    });
  }
}

/** How many counts were typed in a post, or in one of its types. */
function typedCount({ base, typed }: Versions, type: string | null = null): number {
  return changedEntries(base ?? [], typed ?? [])
    .filter(({ entry }) => type === null || entry.type === type)
    .reduce((sum, { changes }) => sum + changes, 0);
}

/** The versions of a post after one of its types was renamed, removed or restored. */
function applyTypeRename(versions: Versions, { was, is, taken }: Pick<Rename, 'was' | 'is' | 'taken'>): Versions {
  if (was === null) return withReturnedType(versions, is ?? '');
  if (is === null) return withoutType(versions, was);
  return taken ? withEntries(versions, splitType(was, is, taken)) : withRenamedType(versions, was, is);
}

/** The versions with the change applied to each of them. */
function withEntries(versions: Versions, change: EntriesChange): Versions {
  const { base, typed, sent } = versions;
  const baseCount = base?.length ?? 0;
  const changeEntries = (entries: Entries | null) => entries && change(entries, baseCount);
  return { ...versions, base: changeEntries(base), typed: changeEntries(typed), sent: sent.map(changeEntries) };
}

/** Joins a saved post and a new post of the draft that has the same name: the new entries follow the saved ones. */
function joinedVersions(a: Versions, b: Versions): Versions {
  const [saved, added] = a.base === null ? [b, a] : [a, b];
  const joined = (savedEntries: Entries | null, addedEntries: Entries | null) =>
    savedEntries || addedEntries
      ? [...(savedEntries ?? saved.base ?? []), ...(addedEntries ?? []).slice(added.base?.length ?? 0)]
      : null;
  return {
    ...a,
    base: saved.base,
    typed: joined(saved.typed, added.typed),
    sent: saved.sent.map((entries, index) => joined(entries, added.sent[index] ?? null)),
  };
}

/** Renames a type in all versions, and adds its typed counts to the filed counts. */
function withRenamedType(versions: Versions, was: string, is: string): Versions {
  const count = typedCount(versions, was);
  const next = withEntries(versions, (entries, baseCount) => {
    const rename = (entry: FailureEntry) => (entry.type === was ? { ...entry, type: is } : entry);
    if (!entries.some(({ type }) => type === was)) return entries;
    const baseEntries = entries.slice(0, baseCount);
    const joined = baseEntries.some(({ type }) => type === was)
      ? joinEntries(baseEntries.map(rename), (type) => type === is)
      : baseEntries;
    return entries.slice(baseCount).map(rename).reduce(addEntry(is), joined);
  });
  // a type that was renamed before is filed once, with the name under which its counts were typed
  const earlier = versions.types.find((filed) => filed.is === was);
  const types = notBroughtBack(versions, is).filter((filed) => filed !== earlier);
  if (count === 0 || earlier?.was === is) return { ...next, types };
  return { ...next, types: [...types, { post: null, was: earlier?.was ?? was, is, count }] };
}

/**
 * Adds a new entry of `type` to the entry of the same type and year. Without such an entry, and where the sum would be above the maximum,
 * the new entry is appended.
 */
function addEntry(type: string): (entries: Entries, entry: FailureEntry) => Entries {
  return (entries, entry) => {
    const index = entry.type === type ? entries.findIndex((candidate) => isSameKind(candidate, entry)) : -1;
    const match = entries[index];
    const sum = match && { ...match, entrance: match.entrance + entry.entrance, exit: match.exit + entry.exit };
    if (!sum || Math.max(sum.entrance, sum.exit) > maxCount) return [...entries, entry];
    return entries.with(index, sum);
  };
}

/**
 * Undoes a merge of types: moves the counts `taken` from the type `from` to `type`, at most as many as `from` has. What was typed since
 * the merge stays with `from`.
 */
function splitType(from: string, type: string, taken: NonNullable<Rename['taken']>): EntriesChange {
  return (entries, baseCount) => {
    if (entries.slice(0, baseCount).some((entry) => entry.type === type)) return entries;
    const remaining = [...entries];
    const separated = taken.map((counts) => {
      const entry = { ...counts, type };
      const index = entries
        .slice(0, baseCount)
        .findIndex((candidate) => candidate.type === from && candidate.year === counts.year);
      const source = remaining[index];
      if (!source) return entry;
      const moved = (side: Side) => Math.min(source[side], counts[side]);
      remaining[index] = {
        ...source,
        entrance: source.entrance - moved('entrance'),
        exit: source.exit - moved('exit'),
      };
      return { ...entry, entrance: moved('entrance'), exit: moved('exit') };
    });
    return remaining.toSpliced(baseCount, 0, ...separated);
  };
}

/** Removes a type's entries of the base from all versions, and remembers them in `removed`. New entries of the draft stay. */
function withoutType(versions: Versions, type: string): Versions {
  const isRemoved = (entry: FailureEntry, index: number, baseCount: number) => index < baseCount && entry.type === type;
  const removed = withEntries(versions, (entries, baseCount) =>
    entries.filter((entry, index) => isRemoved(entry, index, baseCount)),
  );
  if (removed.base?.length === 0) return versions;
  const remaining = withEntries(versions, (entries, baseCount) =>
    entries.filter((entry, index) => !isRemoved(entry, index, baseCount)),
  );
  const newEntries = (remaining.typed ?? []).slice(remaining.base?.length ?? 0);
  const count = newEntries.filter((entry) => entry.type === type).length;
  return {
    ...remaining,
    types: count === 0 ? remaining.types : [...remaining.types, { post: null, was: type, is: null, count }],
    removed: new Map(versions.removed).set(type, { ...removed, removed: new Map() }),
  };
}

/** The filed counts of types, without the remark that new issues bring `type` back: the type exists again. */
function notBroughtBack({ types }: Versions, type: string): Versions['types'] {
  return types.filter(({ was, is }) => is !== null || was !== type);
}

/** Puts back the entries of a removed type that somebody has restored. */
function withReturnedType(versions: Versions, type: string): Versions {
  const typeVersions = versions.removed.get(type);
  if (!typeVersions) return versions;
  const removed = new Map(versions.removed);
  removed.delete(type);
  return { ...withTypeEntries(versions, typeVersions, type), types: notBroughtBack(versions, type), removed };
}

/** Puts back the entries of the removed types in which counts were typed. */
function withRemovedTypes(versions: Versions): Versions {
  let next = versions;
  const usedTypes = new Map((versions.base ?? []).map(({ type }) => [type, true]));
  for (const [type, typeVersions] of versions.removed)
    if (typedCount(typeVersions) > 0) next = withTypeEntries(next, typeVersions, unusedName(type, usedTypes));
  return { ...next, removed: new Map() };
}

/** Inserts the entries of a type after the post's entries of the base. */
function withTypeEntries(versions: Versions, typeVersions: Versions, type: string): Versions {
  const baseCount = versions.base?.length ?? 0;
  const inserted = (entries: Entries | null, typeEntries: Entries | null) =>
    entries && entries.toSpliced(baseCount, 0, ...(typeEntries ?? []).map((entry) => ({ ...entry, type })));
  return {
    ...versions,
    base: inserted(versions.base, typeVersions.base),
    typed: inserted(versions.typed, typeVersions.typed),
    sent: versions.sent.map((entries, index) => inserted(entries, typeVersions.sent[index] ?? null)),
  };
}

/** The name, or where it is in use an unused variant of it, such as `Entrance 1 (2)`. */
function unusedName(name: string, usedNames: ReadonlyMap<string, unknown>): string {
  let candidate = name;
  // a post name has at most 80 characters: 70 leave room for the number
  for (let number = 2; usedNames.has(candidate); number += 1) candidate = `${name.slice(0, 70)} (${number})`;
  return candidate;
}
