import * as v from 'valibot';

/*
 * A sticker at a post opens `/report` without a login. With it a person can only report faults of this post and read their state
 * (`decisions §15`). The sticker's secret is shown once, when the sticker is made; the database stores only a hash.
 */

/** A sticker that can still be used. */
const stickerSchema = v.object({
  id: v.number(),
  /** Null for the guard house. */
  post: v.nullable(v.string()),
  made_at: v.string(),
  /** The day of the last use; null before the first scan. */
  last_used_on: v.nullable(v.string()),
  /** A newer sticker was made for this post. This sticker stops working when the newer one is first scanned. */
  renewing: v.boolean(),
});
export type Sticker = v.InferOutput<typeof stickerSchema>;

export const stickersSchema = v.array(stickerSchema);

/** A new sticker. `until`: when the sticker that it replaces stops working at the latest; null when it replaces none. */
export const madeStickerSchema = v.object({ id: v.number(), secret: v.string(), until: v.nullable(v.string()) });
export type MadeSticker = v.InferOutput<typeof madeStickerSchema>;

/** The number by which people name a sticker on the telephone: `S-0042`. */
export function stickerNumber(id: number): string {
  return `S-${`${id}`.padStart(4, '0')}`;
}

/** The path of the page that a sticker opens, outside the portal's screens. */
const reportPath = '/report';

/** The link in a sticker's QR code. The secret is in the fragment, which browsers do not send to the server. */
export function stickerLink(portal: string, secret: string): string {
  return `${new URL(reportPath, portal).href}#${secret.replaceAll(/[^\dA-Z]/giu, '')}`;
}

/** The address of the same page in the form in which a person types it. */
export function typedAddress(portal: string): string {
  const { host, pathname } = new URL(reportPath, portal);
  return host + pathname;
}

/** The secret in groups of four, to be typed. */
export function codeGroups(secret: string): string[] {
  return secret.replaceAll(/[^\dA-Z]/giu, '').match(/.{1,4}/gu) ?? [];
}
