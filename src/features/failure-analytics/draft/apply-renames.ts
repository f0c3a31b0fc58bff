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
 * Applies the renames since a draft was read, before it is merged: counts that were typed against an earlier revision go to the current
 * names, and nothing comes back under an old name. The changes of names since that revision are applied in their order, to what was read and to what was typed
 * alike, as they were applied to what is stored. What somebody removed keeps its name here, where something was typed in it, so that the
 * merge asks.
 */

/** Counts that were typed under another name than they have now, or in new issues of a type that is removed by now. */
export interface FiledCounts {
  /** The post of a failure type; null for a post. */
  readonly post: string | null;
  readonly was: string;
  /** Null for a removed type, which the new issues bring back. */
  readonly is: string | null;
  /** How many counts were typed. */
  readonly count: number;
}

/** The draft under the current names, and the typed counts whose name has changed. */
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

/** `Entrance 1 is called Main Entrance now: your 3 counts are filed there.` */
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

/** The renames, without merges of types that were undone: their counts are where they were. */
function withoutUndone(renames: readonly Rename[]): readonly Rename[] {
  const remaining: Rename[] = [];
  for (const rename of renames) {
    const concerns = (earlier: Rename) =>
      earlier.post === null
        ? [earlier.was, earlier.is].includes(rename.post)
        : earlier.post === rename.post &&
          [earlier.was, earlier.is].some((name) => name === rename.was || name === rename.is);
    const index = rename.taken ? remaining.findLastIndex(concerns) : -1;
    const before = remaining[index];
    const isUndone = before?.post === rename.post && before?.was === rename.is && before?.is === rename.was;
    if (isUndone) remaining.splice(index, 1);
    else remaining.push(rename);
  }
  return remaining;
}

type Entries = readonly FailureEntry[];

/** A post as it was read, as it is typed, and as it was sent by saves without a response; null where it is not there. */
interface Versions {
  base: Entries | null;
  typed: Entries | null;
  sent: readonly (Entries | null)[];
  /** Its name when the draft was read. */
  name: string;
  /** Types whose counts were typed under another name. */
  types: readonly FiledCounts[];
  /** The entries of removed types, by type. */
  removed: ReadonlyMap<string, Versions>;
}

/** Changes a list of entries, of which the first `stored` were read. */
type EntriesChange = (entries: Entries, stored: number) => Entries;

class RenamedDraft {
  #posts = new Map<string, Versions>();
  readonly #removed = new Map<string, Versions>();
  #started: FailureDraft['started'];
  readonly #from: FailureDraft;

  constructor(draft: FailureDraft) {
    const { base, posts, sent, started } = draft;
    this.#from = draft;
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
    const same = this.#posts.get(is);
    const merged = same ? joinedVersions(versions, same) : versions;
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
    // a new post of this draft is not the post that was removed
    if (!versions?.base) return;
    this.#removed.set(post, versions);
    this.#posts.delete(post);
  }

  #returnPost(post: string): void {
    const versions = this.#removed.get(post);
    const added = this.#posts.get(post);
    if (versions) this.#posts.set(post, added ? joinedVersions(versions, added) : versions);
    this.#removed.delete(post);
  }

  /** Puts back removed posts and types with typed counts, under a free name, because another may have theirs by now. */
  putBackRemoved(): void {
    for (const [post, versions] of this.#removed)
      if (typedIn(versions) > 0) this.#posts.set(unusedName(post, this.#posts), versions);
    for (const [post, versions] of this.#posts) this.#posts.set(post, withRemovedTypes(versions));
  }

  draft(): FailureDraft {
    const { base, sent } = this.#from;
    const version = (of: (versions: Versions) => Entries | null | undefined) =>
      new Map(
        [...this.#posts].flatMap(([name, versions]) => (of(versions) ? [[name, of(versions) ?? []] as const] : [])),
      );
    return {
      ...this.#from,
      base: { ...base, posts: version((versions) => versions.base) },
      posts: version((versions) => versions.typed),
      started: this.#started.filter(({ post }) => this.#posts.has(post)),
      sent: sent.map((_, index) => version((versions) => versions.sent[index])),
    };
  }

  filed(): readonly FiledCounts[] {
    return [...this.#posts].flatMap(([is, versions]) => {
      const count = typedIn(versions);
      const own = versions.name === is || count === 0 ? [] : [{ post: null, was: versions.name, is, count }];
      return [...own, ...versions.types.map((type) => ({ ...type, post: is }))];
    });
  }
}

function typedIn({ base, typed }: Versions, type: string | null = null): number {
  return changedEntries(base ?? [], typed ?? [])
    .filter(({ entry }) => type === null || entry.type === type)
    .reduce((sum, { changes }) => sum + changes, 0);
}

/** The versions of a post after one of its types got another name, was removed or came back. */
function applyTypeRename(versions: Versions, { was, is, taken }: Pick<Rename, 'was' | 'is' | 'taken'>): Versions {
  if (was === null) return returned(versions, is ?? '');
  if (is === null) return withoutType(versions, was);
  return taken ? changed(versions, splitType(was, is, taken)) : renamed(versions, was, is);
}

function changed(versions: Versions, change: EntriesChange): Versions {
  const { base, typed, sent } = versions;
  const stored = base?.length ?? 0;
  const after = (entries: Entries | null) => entries && change(entries, stored);
  return { ...versions, base: after(base), typed: after(typed), sent: sent.map(after) };
}

/** The entries of a post, and those that only this draft has of a post of the same name. */
function joinedVersions(a: Versions, b: Versions): Versions {
  const isNew = a.base === null;
  const stored = isNew ? b : a;
  const added = isNew ? a : b;
  const all = (first: Entries | null, then: Entries | null) =>
    first || then ? [...(first ?? stored.base ?? []), ...(then ?? []).slice(added.base?.length ?? 0)] : null;
  return {
    ...a,
    base: stored.base,
    typed: all(stored.typed, added.typed),
    sent: stored.sent.map((first, index) => all(first, added.sent[index] ?? null)),
  };
}

function renamed(versions: Versions, was: string, is: string): Versions {
  const count = typedIn(versions, was);
  const next = changed(versions, (entries, stored) => {
    const rename = (entry: FailureEntry) => (entry.type === was ? { ...entry, type: is } : entry);
    if (!entries.some(({ type }) => type === was)) return entries;
    const read = entries.slice(0, stored);
    const all = read.some(({ type }) => type === was) ? joinEntries(read.map(rename), (type) => type === is) : read;
    return entries.slice(stored).map(rename).reduce(addEntry(is), all);
  });
  const before = versions.types.find((filed) => filed.is === was);
  const types = notBroughtBack(versions, is).filter((one) => one !== before);
  if (count === 0 || before?.was === is) return { ...next, types };
  return { ...next, types: [...types, { post: null, was: before?.was ?? was, is, count }] };
}

/** Adds a new entry to the counts of its year, where it has the type; else after the others. */
function addEntry(type: string): (entries: Entries, entry: FailureEntry) => Entries {
  return (entries, entry) => {
    const index = entry.type === type ? entries.findIndex((candidate) => isSameKind(candidate, entry)) : -1;
    const same = entries[index];
    const sum = same && { ...same, entrance: same.entrance + entry.entrance, exit: same.exit + entry.exit };
    if (!sum || Math.max(sum.entrance, sum.exit) > maxCount) return [...entries, entry];
    return entries.with(index, sum);
  };
}

/** Moves the counts of a type out of those of another type. Typed changes stay with the other type as far as its counts allow. */
function splitType(from: string, type: string, taken: NonNullable<Rename['taken']>): EntriesChange {
  return (entries, stored) => {
    if (entries.slice(0, stored).some((entry) => entry.type === type)) return entries;
    const remaining = [...entries];
    const separated = taken.map((counts) => {
      const entry = { ...counts, type };
      const index = entries
        .slice(0, stored)
        .findIndex((candidate) => candidate.type === from && candidate.year === counts.year);
      const before = remaining[index];
      if (!before) return entry;
      const less = (side: Side) => Math.min(before[side], counts[side]);
      remaining[index] = { ...before, entrance: before.entrance - less('entrance'), exit: before.exit - less('exit') };
      return { ...entry, entrance: less('entrance'), exit: less('exit') };
    });
    return remaining.toSpliced(stored, 0, ...separated);
  };
}

/** Without the entries of a type that were read; new ones of the draft stay. */
function withoutType(versions: Versions, type: string): Versions {
  const isRemoved = (entry: FailureEntry, index: number, stored: number) => index < stored && entry.type === type;
  const removed = changed(versions, (entries, stored) =>
    entries.filter((entry, index) => isRemoved(entry, index, stored)),
  );
  if (removed.base?.length === 0) return versions;
  const rest = changed(versions, (entries, stored) =>
    entries.filter((entry, index) => !isRemoved(entry, index, stored)),
  );
  const added = (rest.typed ?? []).slice(rest.base?.length ?? 0).filter((entry) => entry.type === type).length;
  return {
    ...rest,
    types: added === 0 ? rest.types : [...rest.types, { post: null, was: type, is: null, count: added }],
    removed: new Map(versions.removed).set(type, { ...removed, removed: new Map() }),
  };
}

/** What is said of types, without that new issues bring this one back: it is there again by now. */
function notBroughtBack({ types }: Versions, type: string): Versions['types'] {
  return types.filter(({ was, is }) => is !== null || was !== type);
}

function returned(versions: Versions, type: string): Versions {
  const own = versions.removed.get(type);
  if (!own) return versions;
  const removed = new Map(versions.removed);
  removed.delete(type);
  return { ...withTypeEntries(versions, own, type), types: notBroughtBack(versions, type), removed };
}

/** Gives removed types their entries back, where something was typed in them. */
function withRemovedTypes(versions: Versions): Versions {
  let next = versions;
  const taken = new Map((versions.base ?? []).map(({ type }) => [type, true]));
  for (const [type, own] of versions.removed)
    if (typedIn(own) > 0) next = withTypeEntries(next, own, unusedName(type, taken));
  return { ...next, removed: new Map() };
}

/** Adds the entries of a type after those that were read. */
function withTypeEntries(versions: Versions, own: Versions, type: string): Versions {
  const stored = versions.base?.length ?? 0;
  const all = (entries: Entries | null, more: Entries | null) =>
    entries && entries.toSpliced(stored, 0, ...(more ?? []).map((entry) => ({ ...entry, type })));
  return {
    ...versions,
    base: all(versions.base, own.base),
    typed: all(versions.typed, own.typed),
    sent: versions.sent.map((entries, index) => all(entries, own.sent[index] ?? null)),
  };
}

/** The name, or a free variant of it, such as `Entrance 1 (2)`. */
function unusedName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  // the shorter limit is that of a post, 80 characters
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 70)} (${number})`;
  return free;
}
