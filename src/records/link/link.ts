import * as v from 'valibot';
import { codeGroups } from '../fault/sticker.ts';

/*
 * A link opens chosen visits of one site without a login, until its last day or until somebody ends it (`decisions §16`). Its secret is shown
 * once, when the link is made; the database stores only a hash.
 */

const linkSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  /** For whom the link is, typed by its maker. It is not shown to the people who open the link. */
  label: v.string(),
  task_ids: v.array(v.number()),
  /** How many of its visits it shows now. Hidden and moved visits are not shown. */
  shown: v.number(),
  made_at: v.string(),
  /** The label of the key that made it; null when the key does not exist any more. */
  made_by: v.nullable(v.string()),
  until: v.string(),
  /** Null while it works. */
  ended_at: v.nullable(v.string()),
  /** How often it was opened. */
  opened: v.number(),
  last_opened_at: v.nullable(v.string()),
});
/** A link in the list of links: it works, or ended within the last 30 days. */
export type SharedLink = v.InferOutput<typeof linkSchema>;

export const linksSchema = v.array(linkSchema);

/** The answer to making a link, with its secret. */
export const madeLinkSchema = v.object({ id: v.number(), secret: v.string(), until: v.string() });
export type MadeLink = v.InferOutput<typeof madeLinkSchema>;

/** The choices for how many days a link works. */
export const linkDays = [7, 30, 90] as const;
export type LinkDays = (typeof linkDays)[number];

export const linkLimits = { visits: 200, label: 120 };

/** The typed values for a new link. */
export interface TypedLink {
  label: string;
  days: LinkDays;
}

/** The path of the page that a link opens, outside the portal's screens. The secret is in the fragment, which browsers do not send to the server. */
export function linkPath(secret: string): string {
  return `/shared#${codeGroups(secret).join('-')}`;
}
