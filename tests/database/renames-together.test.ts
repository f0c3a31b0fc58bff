import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  draftOrNull,
  emptyDraft,
  namesRevision,
  withIssue,
  type FailureDraft,
} from '../../src/features/failure-analytics/draft/failure-draft.ts';
import {
  confirmationSnapshot,
  renameSince,
  withChange,
  type PostsChange,
} from '../../src/features/failure-analytics/draft/posts-change.ts';
import {
  rebaseCounts,
  rebasedDraft,
  type DraftConflict,
} from '../../src/features/failure-analytics/draft/rebase-counts.ts';
import { withCounts } from '../../src/features/failure-analytics/draft/started-year.ts';
import type { StoredPosts } from '../../src/records/failure/failure-queries.ts';
import {
  readCarPosts,
  renameSchema,
  storedCarPosts,
  type CarPosts,
  type FailureEntry,
} from '../../src/records/failure/failure-record.ts';
import { openPortal, type OpenPortal } from './support/open-portal.ts';

// Two admins who have opened the page on the same revision, with the real database.

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});

const entry = (type: string, entrance: number, year = 2026): FailureEntry => ({ type, entrance, exit: 0, year });
/** Each count is another power of two, so that a sum shows which of them it contains, and how often. */
const initialPosts: CarPosts = new Map([
  ['A', [entry('Loop', 1), entry('Arm', 2), entry('Loop', 4, 2025)]],
  ['B', [entry('Loop', 8), entry('Arm', 16)]],
]);
const sumOf = (posts: CarPosts) =>
  [...posts.values()].flat().reduce((sum, { entrance, exit }) => sum + entrance + exit, 0);
const initialSum = sumOf(initialPosts);

const table = () => portal.admin.from('carpost');
const rowShape = v.object({ json: v.unknown(), revision: v.number(), renames: v.array(renameSchema) });

async function read(): Promise<StoredPosts> {
  const { data } = await table().select('json, revision, renames').eq('site_id', 1).single().throwOnError();
  const { json, revision, renames } = v.parse(rowShape, data);
  return { posts: readCarPosts(json), revision, renames };
}

/** Writes based on a revision; null if somebody was faster. */
async function write({ revision }: StoredPosts, posts: CarPosts, change: PostsChange | null = null) {
  const renames = change?.kind === 'rename type' ? [{ was: change.type, is: change.to }] : null;
  const changes = { json: storedCarPosts(posts), revision: (revision ?? 0) + 1, ...(renames && { renames }) };
  await table()
    .update(changes)
    .eq('site_id', 1)
    .eq('revision', revision ?? 0)
    .throwOnError();
  return read();
}

/** The actions of an admin on a page, and the changes that are not saved yet. */
class Page {
  draft: FailureDraft;
  saved: StoredPosts;
  /** What was saved after the last rename or removal of this page. */
  #afterLastChange: StoredPosts | null = null;
  readonly asked: DraftConflict[] = [];

  constructor(saved: StoredPosts) {
    this.saved = saved;
    this.draft = emptyDraft(saved);
  }

  count(post: string, type: string, more: number): void {
    const before =
      this.draft.posts.get(post)?.find((known) => known.type === type && known.year === 2026)?.entrance ?? 0;
    const change = { post, type, year: 2026, nth: 0, side: 'entrance', count: before + more } as const;
    this.draft = { ...this.draft, posts: withCounts(this.draft, [change]) };
  }

  addIssue(post: string, issue: FailureEntry): void {
    this.draft = { ...this.draft, posts: withIssue(this.draft.posts, post, issue) };
  }

  /** Renames or removes, which is saved at once. */
  async change(change: PostsChange): Promise<void> {
    // the dialog refuses a name that exists
    if (change.kind === 'rename post' && this.draft.posts.has(change.to)) return;
    const saved = await read();
    const renamed = renameSince(change, saved.renames, namesRevision(this.draft));
    const confirmed = confirmationSnapshot(change, this.draft.base.posts);
    if (renamed !== null || confirmationSnapshot(change, saved.posts) !== confirmed) {
      this.#rebase(saved);
      return;
    }
    const after = await write(saved, withChange(saved.posts, change), change);
    this.#afterLastChange = after;
    this.#rebase(after, (own) => ({
      ...own,
      base: { ...own.base, posts: withChange(own.base.posts, change) },
      posts: withChange(own.posts, change),
    }));
  }

  /** Undoes the last change with *Restore* in the change log, which has no page. */
  async undo(): Promise<void> {
    const saved = await read();
    if (!this.#afterLastChange || saved.revision !== this.#afterLastChange.revision) return;
    const { data } = await portal.admin.rpc('list_changes', { of_kind: 'counts', page_size: 1 }).throwOnError();
    await portal.admin.rpc('restore_change', { change_id: data[0]?.id ?? 0 }).throwOnError();
    this.#rebase(await read());
  }

  #rebase(saved: StoredPosts, own?: (draft: FailureDraft) => FailureDraft): void {
    this.saved = saved;
    this.draft = rebasedDraft(this.draft, saved, own).draft ?? emptyDraft(saved);
  }

  /** Presses *Update Database*, with one answer to every question. */
  async save(answer: 'mine' | 'theirs' = 'theirs'): Promise<void> {
    if (!draftOrNull(this.draft)) return;
    const saved = await read();
    const ask = (conflict: DraftConflict) => {
      this.asked.push(conflict);
      return answer;
    };
    const posts =
      saved.revision === this.draft.base.revision ? this.draft.posts : rebaseCounts(this.draft, saved, ask).posts;
    this.saved = await write(saved, posts);
    this.draft = emptyDraft(this.saved);
  }
}

type Act = (page: Page, own: number) => void | Promise<void>;
/** `own` is the count that the admin adds: one admin 32, the other 64. */
const acts: Readonly<Record<string, Act>> = {
  'rename A': (page, own) => page.change({ kind: 'rename post', post: 'A', to: `A${own}` }),
  'rename A to the same name': (page) => page.change({ kind: 'rename post', post: 'A', to: 'Main' }),
  'rename Loop': (page, own) => page.change({ kind: 'rename type', posts: ['A', 'B'], type: 'Loop', to: `Coil${own}` }),
  'add Loop to Arm': (page) => page.change({ kind: 'rename type', posts: ['A', 'B'], type: 'Loop', to: 'Arm' }),
  'rename, and back': async (page) => {
    await page.change({ kind: 'rename post', post: 'A', to: 'C' });
    await page.undo();
  },
  'add Loop to Arm, and back': async (page) => {
    await page.change({ kind: 'rename type', posts: ['A', 'B'], type: 'Loop', to: 'Arm' });
    await page.undo();
  },
  'swap A and B': async (page) => {
    await page.change({ kind: 'rename post', post: 'A', to: 'C' });
    await page.change({ kind: 'rename post', post: 'B', to: 'A' });
    await page.change({ kind: 'rename post', post: 'C', to: 'B' });
  },
  'rename A, and a new A': async (page, own) => {
    await page.change({ kind: 'rename post', post: 'A', to: `A${own}` });
    if (!page.draft.posts.has('A')) page.draft = { ...page.draft, posts: new Map(page.draft.posts).set('A', []) };
    await page.save();
  },
  count: (page, own) => page.count('A', 'Loop', own),
  'count of Arm': (page, own) => page.count('A', 'Arm', own),
  'new issue of a known type': (page, own) => page.addIssue('B', entry('Loop', own, 2027)),
  'new issue': (page, own) => page.addIssue('A', entry('New', own)),
};
const typing = ['count', 'count of Arm', 'new issue of a known type', 'new issue'];
const removals: Readonly<Record<string, Act>> = {
  'remove A': (page) => page.change({ kind: 'remove post', post: 'A' }),
  'remove Loop': (page) => page.change({ kind: 'remove type', posts: ['A', 'B'], type: 'Loop', year: null }),
  'remove A, and B gets its name': async (page) => {
    await page.change({ kind: 'remove post', post: 'A' });
    await page.change({ kind: 'rename post', post: 'B', to: 'A' });
  },
  'remove A, and back': async (page) => {
    await page.change({ kind: 'remove post', post: 'A' });
    await page.undo();
  },
  'remove Loop, and back': async (page) => {
    await page.change({ kind: 'remove type', posts: ['A', 'B'], type: 'Loop', year: null });
    await page.undo();
  },
};

async function twoPages(): Promise<[Page, Page]> {
  const saved = await write(await read(), initialPosts);
  return [new Page(saved), new Page(saved)];
}

describe('two admins who rename, count and add, in any order', () => {
  const all = Object.keys(acts);
  const pairs = all.flatMap((first) => all.map((second) => [first, second] as const));
  test.each(pairs)('%s, while the other: %s', async (first, second) => {
    const [firstPage, secondPage] = await twoPages();
    await acts[first]?.(firstPage, 32);
    await acts[second]?.(secondPage, 64);
    await firstPage.save();
    await secondPage.save();
    const { posts } = await read();
    const typed = (typing.includes(first) ? 32 : 0) + (typing.includes(second) ? 64 : 0);
    // the same count, changed by both, is asked about, and theirs was chosen
    const contested = secondPage.asked.length > 0 ? 64 : 0;
    expect(sumOf(posts)).toBe(initialSum + typed - contested);
    expect(contested > 0).toBe(first === second && ['count', 'count of Arm'].includes(first));
    // a post exists once, whatever its name
    if (!`${first}, ${second}`.includes('a new A')) expect(posts.size).toBe(2);
  });

  const triples = all
    .filter((act) => !typing.includes(act))
    .flatMap((first) => typing.map((second) => [first, second] as const));
  test.each(triples)('%s, while the other has: %s; and then another name', async (first, second) => {
    const [firstPage, secondPage] = await twoPages();
    await acts[second]?.(secondPage, 64);
    await acts[first]?.(firstPage, 32);
    const [post] = [...firstPage.saved.posts.keys()];
    await firstPage.change({ kind: 'rename post', post: post ?? '', to: 'Last' });
    // his own rename, made without the changes of the others
    await secondPage.change({ kind: 'rename type', posts: ['B'], type: 'Arm', to: 'Boom' });
    await secondPage.save();
    const { posts } = await read();
    expect(secondPage.asked).toEqual([]);
    expect(sumOf(posts)).toBe(initialSum + 64);
    expect([...posts.keys()]).toContain('Last');
    expect([...posts.keys()]).not.toContain(post);
  });
});

describe('a removal, while the other counts', () => {
  const pairs = Object.keys(removals).flatMap((removal) => typing.map((act) => [removal, act] as const));
  test.each(pairs.flatMap((pair) => (['mine', 'theirs'] as const).map((answer) => [...pair, answer] as const)))(
    '%s, while the other: %s; a question is answered with %s',
    async (removal, act, answer) => {
      const [firstPage, secondPage] = await twoPages();
      await acts[act]?.(secondPage, 64);
      await removals[removal]?.(firstPage, 32);
      const removed = sumOf((await read()).posts);
      await secondPage.save(answer);
      const { posts } = await read();
      // nothing is dropped or restored without a question
      const isAsked = secondPage.asked.length > 0;
      if (!isAsked) expect(sumOf(posts)).toBe(removed + 64);
      else if (answer === 'theirs') expect(sumOf(posts)).toBe(removed);
      else expect(sumOf(posts)).toBeGreaterThanOrEqual(removed + 64);
      if (removal.endsWith('and back')) expect(isAsked).toBe(false);
    },
  );
});
