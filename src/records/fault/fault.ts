import * as v from 'valibot';

/*
 * A fault of a gate, as the people of a site reported it (`decisions §15`). It begins with a report, and more reports may join it. It ends
 * when a shown visit answers it, or when the office closes it without a visit. Whether a fault is open is computed, never stored. The tables
 * of faults cannot be read or written directly: every access goes through database functions.
 */

export const faultLimits = {
  what: 120,
  text: 2000,
  name: 80,
  phone: 40,
  photos: 3,
  reason: 300,
  openAtPost: 5,
} as const;

/** The ways in which the office closes a fault without a visit. */
export const closings = ['settled', 'not-ours', 'double', 'not-a-fault'] as const;
export type Closing = (typeof closings)[number];

/** How a report was made: with the site's key, with a sticker, or by the office after a call. */
export const origins = ['client', 'sticker', 'office'] as const;

const origin = v.picklist(origins);

/** One report of a fault. Times have the format of a task's time. */
const voice = v.object({
  id: v.number(),
  at: v.string(),
  /** When the report was written, if it waited on the device without a connection. */
  noticed_at: v.nullable(v.string()),
  origin,
  text: v.string(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** The object names of the uploaded photos, in the bucket of faults. */
  photos: v.array(v.string()),
  /** The report's words, name and telephone number were deleted. */
  forgotten: v.boolean(),
});
export type FaultVoice = v.InferOutput<typeof voice>;

/** A fault with its reports, oldest first, and the shown visits that answer it, earliest first. */
export const faultSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  site: v.string(),
  /** Null for the whole site. */
  post: v.nullable(v.string()),
  /** A symptom or a failure type in English if `known`, otherwise the reporter's own words. */
  what: v.string(),
  known: v.boolean(),
  origin,
  /** The number of the sticker with which it was reported; null without a sticker. */
  sticker: v.nullable(v.number()),
  reported_at: v.string(),
  noticed_at: v.nullable(v.string()),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings), reason: v.string() })),
  /** `at`: the arrival of the visit, or the visit's own time when no arrival is recorded. */
  answers: v.array(v.object({ task: v.number(), at: v.string() })),
  /** The end of the site's contract, in the format of the site's record. */
  contract_until: v.nullable(v.string()),
  /** The response time in hours that was promised on the day of the report; null without a promise. */
  promised_hours: v.nullable(v.number()),
  voices: v.array(voice),
  /** How many more reports joined the fault than are stored with their words. */
  more_voices: v.number(),
});
export type Fault = v.InferOutput<typeof faultSchema>;

/** A page of faults, and how many faults match in total. */
export const faultsPageSchema = v.object({ faults: v.array(faultSchema), total: v.number() });

/** How many faults are open for this key, and the number of the newest report, which shows whether a list is outdated. */
export const faultNews = v.object({ open: v.number(), newest: v.nullable(v.number()) });

/**
 * A fault without its reports, for figures, papers and files. So the reporters' words, names and telephone numbers are not in the copies on
 * the device, and cannot reach a paper or a CSV (`decisions §15`).
 */
export const siteFaultSchema = v.object({
  id: v.number(),
  post: v.nullable(v.string()),
  /** A symptom or a failure type in English; null when the reporter used own words. */
  what: v.nullable(v.string()),
  reported_at: v.string(),
  noticed_at: v.nullable(v.string()),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings) })),
  answers: v.array(v.object({ task: v.number(), at: v.string() })),
});
export type SiteFault = v.InferOutput<typeof siteFaultSchema>;

/** Whether no shown visit has answered the fault, and the office has not closed it. */
export function isOpen(fault: Pick<SiteFault, 'closed' | 'answers'>): boolean {
  return fault.closed === null && fault.answers.length === 0;
}

/** The bucket for the photos of reports. It is private and takes JPEG files up to 2 MB. */
export const faultBucket = 'rfidboomgatefaults';
