import { describe, expect, it } from 'vitest';
import { visitsByPost, visitsOfPost } from '../../../src/records/task/post-visits.ts';
import { similarPosts, postsWithGap, titledPosts, twelvePosts } from './titled-posts.ts';

function postsNamed(title: string, posts: readonly string[]): string[] {
  const byPost = visitsByPost([{ title }], posts);
  return posts.filter((post) => byPost.get(post)?.length);
}

describe('the posts that the title of a visit names', () => {
  it.each(titledPosts)('%s (of %j): %s', (title, posts, expectedPosts) => {
    expect(postsNamed(title, posts).join(' | ')).toBe(expectedPosts);
  });

  it.each(['P1,', 'P1-', 'P1/', 'P1 & 2, ', '1,111,', '1.', '9', ' ', '十', 'Main Gate ', 'é'])(
    'reads a long title of %j at once',
    (part) => {
      const timeFor = (length: number) => {
        const title = `P1${part.repeat(Math.ceil(length / part.length))}!`;
        const times = [1, 2, 3].map(() => {
          const begin = performance.now();
          postsNamed(title, [...postsWithGap, ...similarPosts]);
          return performance.now() - begin;
        });
        return Math.min(...times);
      };
      const shortTitleTime = timeFor(2000);
      expect(shortTitleTime).toBeLessThan(2000);
      // ten times as long; comparing each position with all others would take a hundred times as long
      expect(timeFor(20_000)).toBeLessThan(40 * shortTitleTime + 50);
    },
  );

  it('names only the first post of a long list whose numbers do not rise', () => {
    expect(postsNamed('P1,'.repeat(700), postsWithGap)).toEqual(['P1']);
    expect(postsNamed(`P1${',2,3'.repeat(500)}`, postsWithGap)).toEqual(['P1']);
  });

  it('finds the visits of a post, in their order', () => {
    const visits = ['P1 arm', 'Nothing', 'P12 arm', 'P1, P2'].map((title, id) => ({ id, title }));
    expect(visitsOfPost(visits, 'P1', twelvePosts).map(({ id }) => id)).toEqual([0, 3]);
    expect(visitsOfPost(visits, 'P9', twelvePosts)).toEqual([]);
  });
});
