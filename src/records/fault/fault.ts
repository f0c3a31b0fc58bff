import * as v from 'valibot';

/*
 * A fault of a gate, as the people of a site reported it (`decisions §15`). It begins with a report, grows by the reports that join it,
 * and ends by a shown visit that answers it or by the office without one. Whether it is open is derived, never stored. The database keeps
 * faults out of reach of tables: everything goes through functions.
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

/** How the office closes a fault without a visit. */
export const closings = ['settled', 'not-ours', 'double', 'not-a-fault'] as const;
export type Closing = (typeof closings)[number];

/** From where a report came. */
export const origins = ['client', 'sticker', 'office'] as const;

const origin = v.picklist(origins);

/** One report of a fault. Times are as tasks store theirs. */
const voice = v.object({
  id: v.number(),
  at: v.string(),
  /** When it was noticed, where the report waited without a connection. */
  noticed_at: v.nullable(v.string()),
  origin,
  text: v.string(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** Files of the bucket of faults that have arrived. */
  photos: v.array(v.string()),
  /** Its words, name and number were taken out. */
  forgotten: v.boolean(),
});
export type FaultVoice = v.InferOutput<typeof voice>;

/** A fault with its reports, oldest first, and the shown visits that answer it, earliest first. */
export const faultSchema = v.object({
  id: v.number(),
  site_id: v.number(),
  site: v.string(),
  /** Null: the whole site. */
  post: v.nullable(v.string()),
  /** A symptom or a failure type in English where `known`, else own words. */
  what: v.string(),
  known: v.boolean(),
  origin,
  /** The number of the sticker by which it came. */
  sticker: v.nullable(v.number()),
  reported_at: v.string(),
  noticed_at: v.nullable(v.string()),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings), reason: v.string() })),
  /** `at`: when the visit arrived, or else its own time. */
  answers: v.array(v.object({ task: v.number(), at: v.string() })),
  /** When the contract of its site ends, as its record has it. */
  contract_until: v.nullable(v.string()),
  /** The promise of the day of the report, in hours; null without one. */
  promised_hours: v.nullable(v.number()),
  voices: v.array(voice),
  /** Reports beyond the most that are stored with their words. */
  more_voices: v.number(),
});
export type Fault = v.InferOutput<typeof faultSchema>;

/** A page of faults, and how many match. */
export const faultsPage = v.object({ faults: v.array(faultSchema), total: v.number() });

/** How many are open for this key, and the newest report of any: what changed since a list was read. */
export const faultNews = v.object({ open: v.number(), newest: v.nullable(v.number()) });

/**
 * A fault as figures, papers and files need it: without its reports, so that no words, names or numbers of those who reported it are in a copy
 * on the device, and none can reach a paper or a CSV (`decisions §15`).
 */
export const siteFaultSchema = v.object({
  id: v.number(),
  post: v.nullable(v.string()),
  /** A symptom or a failure type in English; null for own words, which are those of a reporter. */
  what: v.nullable(v.string()),
  reported_at: v.string(),
  noticed_at: v.nullable(v.string()),
  closed: v.nullable(v.object({ at: v.string(), as: v.picklist(closings) })),
  answers: v.array(v.object({ task: v.number(), at: v.string() })),
});
export type SiteFault = v.InferOutput<typeof siteFaultSchema>;

/** Whether a fault has neither been answered by a shown visit nor closed. */
export function isOpen(fault: Pick<SiteFault, 'closed' | 'answers'>): boolean {
  return fault.closed === null && fault.answers.length === 0;
}

/** The bucket of photos of reports: private, JPEG only, 2 MB each. */
export const faultBucket = 'rfidboomgatefaults';
