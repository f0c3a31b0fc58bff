import { beforeAll, describe, expect, test } from 'vitest';
import { visitsByPost } from '../../src/records/task/post-visits.ts';
import { titledPosts } from '../records/task/titled-posts.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';

// The rules for the posts that a title names, in the portal and in the database.

let backend: TestBackend;

beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

/** The posts that the database finds in each title, as one statement. */
async function namedInDatabase(
  rows: readonly (readonly [title: string, posts: readonly string[]])[],
): Promise<string[]> {
  const found = await backend.sql<{ named: string[] }>(
    `select private.posts_in(r ->> 0, private.post_forms(array(select jsonb_array_elements_text(r -> 1)))) as named
      from jsonb_array_elements($1::jsonb) with ordinality _ (r, n) order by n`,
    [JSON.stringify(rows)],
  );
  return found.map(({ named }, index) => (rows[index]?.[1] ?? []).filter((post) => named.includes(post)).join(' | '));
}

function namedInBrowser(title: string, posts: readonly string[]): string {
  const byPost = visitsByPost([{ title }], posts);
  return posts.filter((post) => byPost.get(post)?.length).join(' | ');
}

describe('the posts that a title names', () => {
  test('are those of the table', async () => {
    const named = await namedInDatabase(titledPosts.map(([title, posts]) => [title, posts]));
    expect(titledPosts.map(([title, posts], index) => [title, posts, named[index]])).toEqual(titledPosts);
  });

  test('are the same in two thousand titles that are composed of parts of these', async () => {
    // the same pseudo-random numbers each time
    let state = 7;
    const pick = <T>(list: readonly T[]): T => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const picked = list[Math.floor((state / 2 ** 32) * list.length)];
      if (picked === undefined) throw new Error('Nothing to pick');
      return picked;
    };
    const parts = titledPosts.flatMap(([title]) => title.match(/[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{M}\p{N}]+/gu) ?? []);
    const rows = Array.from({ length: 2_000 }, () => {
      const [start, posts] = pick(titledPosts.filter(([title]) => title !== ''));
      const cut = Array.from(start)
        .slice(0, pick([3, 6, 12, 40]))
        .join('');
      return [cut + pick(parts) + pick(parts) + pick(parts), posts] as const;
    });
    const named = await namedInDatabase(rows);
    expect(named).toEqual(rows.map(([title, posts]) => namedInBrowser(title, posts)));
    expect(named.filter(Boolean).length).toBeGreaterThan(700);
  });
});
