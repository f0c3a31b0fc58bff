import { t } from '../../../lib/language/translate.ts';
import type { Sticker } from '../../../records/fault/sticker.ts';

/** A post of the site with its stickers. */
export interface StickerRow {
  /** Null for the guard house. */
  post: string | null;
  /** Whether the site still has this post. A sticker stays when its post is removed. */
  isThere: boolean;
  /** The newest working sticker, which the next sticker would renew. */
  sticker: Sticker | null;
  /** Other working stickers of this post. It has them if another post was renamed to its name. */
  others: readonly Sticker[];
  /** Old stickers, which stop when their new sticker is first scanned. */
  old: readonly Sticker[];
}

/**
 * The rows of all posts in their order, of the guard house, and of removed posts that still have a sticker.
 * @param stickers those of each post in the order in which they were made
 */
export function stickerRows(posts: readonly string[], stickers: readonly Sticker[]): StickerRow[] {
  const present: readonly (string | null)[] = [...posts, null];
  const removedPosts = new Set(stickers.map(({ post }) => post).filter((post) => !present.includes(post)));
  return [...present, ...removedPosts].map((post) => {
    const stickersOfPost = stickers.filter((sticker) => sticker.post === post);
    const working = stickersOfPost.filter(({ renewing }) => !renewing);
    return {
      post,
      isThere: !removedPosts.has(post),
      sticker: working.at(-1) ?? null,
      others: working.slice(0, -1),
      old: stickersOfPost.filter(({ renewing }) => renewing),
    };
  });
}

/** The name of a post; for null, that of the guard house. */
export function postName(post: string | null): string {
  return post ?? t('Guard house');
}
