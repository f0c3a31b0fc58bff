import * as v from 'valibot';
import { codeGroups } from '../fault/sticker.ts';

/*
 * A link opens chosen visits of one site without a login, until its last day or until somebody ends it (`decisions §16`). Its secret is
 * shown once, when it is made; the database keeps a hash.
 */

const linkSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  /** For whom it is, as its maker typed. Whoever opens it does not see this. */
  label: v.string(),
  task_ids: v.array(v.number()),
  /** How many of its visits are shown now: hidden and moved ones vanish from it. */
  shown: v.number(),
  made_at: v.string(),
  /** The label of the key; null for one that is no longer there. */
  made_by: v.nullable(v.string()),
  until: v.string(),
  /** Null while it lives. */
  ended_at: v.nullable(v.string()),
  /** How often somebody looked at it. */
  opened: v.number(),
  last_opened_at: v.nullable(v.string()),
});
/** A link that was made: one that lives, or that ended within 30 days. */
export type SharedLink = v.InferOutput<typeof linkSchema>;

export const linksSchema = v.array(linkSchema);

/** A link that was made just now. */
export const madeLinkSchema = v.object({ id: v.number(), secret: v.string(), until: v.string() });
export type MadeLink = v.InferOutput<typeof madeLinkSchema>;

/** For how many days a link can be made. */
export const linkDays = [7, 30, 90] as const;
export type LinkDays = (typeof linkDays)[number];

export const linkLimits = { visits: 200, label: 120 };

/** What somebody typed to make a link. */
export interface TypedLink {
  label: string;
  days: LinkDays;
}

/** The path of the page that a link opens, outside the portal's screens. The secret is in the fragment, which browsers send to nobody. */
export function linkPath(secret: string): string {
  return `/shared#${codeGroups(secret).join('-')}`;
}
