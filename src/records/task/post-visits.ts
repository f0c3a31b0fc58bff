import { formsByStart, formsOf, postMentions } from './post-forms.ts';
import { codedPosts, postsListed } from './post-lists.ts';
import { tokensOf } from './post-tokens.ts';

/**
 * A function of a title: the posts that it names, in their order. An unsure title names nothing: a visit too few shows among those that
 * name no post, a visit too many does not show anywhere. @param posts all posts of the site
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

/** The visits by the posts that their titles name (`postNamer`), in their order; under `null` those that name none. */
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
