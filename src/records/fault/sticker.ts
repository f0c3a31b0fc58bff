import * as v from 'valibot';

/*
 * A sticker at a post opens `/report` without a login: it can only report this post's faults and read their state
 * (`decisions §15`). Its secret is shown once, when it is made; the database keeps a hash.
 */

/** A sticker that works. */
const stickerSchema = v.object({
  id: v.number(),
  /** Null: the guard house. */
  post: v.nullable(v.string()),
  made_at: v.string(),
  /** A day; null before the first scan. */
  last_used_on: v.nullable(v.string()),
  /** A newer one was made, and this one stops when that one is first scanned. */
  renewing: v.boolean(),
});
export type Sticker = v.InferOutput<typeof stickerSchema>;

export const stickersSchema = v.array(stickerSchema);

/** A sticker that was made just now. `until`: when the one before stops at the latest; null without one. */
export const madeStickerSchema = v.object({ id: v.number(), secret: v.string(), until: v.nullable(v.string()) });
export type MadeSticker = v.InferOutput<typeof madeStickerSchema>;

/** How a sticker is called on the telephone: `S-0042`. */
export function stickerNumber(id: number): string {
  return `S-${`${id}`.padStart(4, '0')}`;
}

/** The path of the page that a sticker opens, outside the portal's screens. */
const reportPath = '/report';

/** What a sticker's code holds. The secret is in the fragment, which browsers send to nobody. */
export function stickerLink(portal: string, secret: string): string {
  return `${new URL(reportPath, portal).href}#${secret.replaceAll(/[^\dA-Z]/giu, '')}`;
}

/** The same page as it is typed. */
export function typedAddress(portal: string): string {
  const { host, pathname } = new URL(reportPath, portal);
  return host + pathname;
}

/** The secret in groups of four, to be typed. */
export function codeGroups(secret: string): string[] {
  return secret.replaceAll(/[^\dA-Z]/giu, '').match(/.{1,4}/gu) ?? [];
}
