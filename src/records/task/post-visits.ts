import { formsByStart, formsOf, postMentions } from './post-forms.ts';
import { codedPosts, postsListed } from './post-lists.ts';
import { tokensOf } from './post-tokens.ts';

/**
 * Makes a function that returns the posts that a title names, in the order of `posts`. A doubtful title names no post: a visit that is missing
 * at its post still appears among the visits without a post, but nobody would notice a visit at a wrong post.
 * @param posts all posts of the site
 */
export function postNamer(posts: readonly string[]): (title: string) => readonly string[] {
  const forms = formsOf(posts);
  const [byStart, coded] = [formsByStart(forms), codedPosts(forms)];
  return (title) => {
    const tokens = tokensOf(title);
    const mentions = postMentions(tokens, byStart);
    const named = new Set([...mentions.map(({ post }) => post), ...postsListed(tokens, mentions, coded)]);
    return posts.filter((post) => named.has(post));
  };
}

/** The visits whose titles name a post, in their order. @param posts all posts of the site. */
export function visitsOfPost<T extends { title: string }>(
  visits: readonly T[],
  post: string,
  posts: readonly string[],
): T[] {
  return visitsByPost(visits, posts).get(post) ?? [];
}

/** The visits by the posts that their titles name (`postNamer`), in their order. Visits that name no post are under `null`. */
export function visitsByPost<T extends { title: string }>(
  visits: readonly T[],
  posts: readonly string[],
): ReadonlyMap<string | null, T[]> {
  const namesIn = postNamer(posts);
  const byPost = new Map<string | null, T[]>([...posts, null].map((post) => [post, []]));
  for (const visit of visits) {
    const named = namesIn(visit.title);
    for (const post of named.length > 0 ? named : [null]) byPost.get(post)?.push(visit);
  }
  return byPost;
}
