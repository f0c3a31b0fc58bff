import { t } from '../../../lib/language/translate.ts';
import type { Sticker } from '../../../records/fault/sticker.ts';

/** A post of the site with its stickers. */
export interface StickerRow {
  /** Null: the guard house. */
  post: string | null;
  /** Whether the site has this post: a sticker outlives its post. */
  isThere: boolean;
  /** The newest one, which a new one would renew. */
  sticker: Sticker | null;
  /** Others that work at this post, as it was renamed to the name of another one. */
  others: readonly Sticker[];
  /** The ones that stop when it is first scanned. */
  old: readonly Sticker[];
}

/** The posts in their order, the guard house, and posts that are gone but have a sticker. */
export function stickerRows(posts: readonly string[], stickers: readonly Sticker[]): StickerRow[] {
  const present: readonly (string | null)[] = [...posts, null];
  const gone = new Set(stickers.map(({ post }) => post).filter((post) => !present.includes(post)));
  return [...present, ...gone].map((post) => {
    const own = stickers.filter((sticker) => sticker.post === post);
    const working = own.filter(({ renewing }) => !renewing);
    return {
      post,
      isThere: !gone.has(post),
      sticker: working.at(-1) ?? null,
      others: working.slice(0, -1),
      old: own.filter(({ renewing }) => renewing),
    };
  });
}

/** The name of a post; the guard house has none of its own. */
export function postName(post: string | null): string {
  return post ?? t('Guard house');
}
