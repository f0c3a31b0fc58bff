import * as v from 'valibot';

/** What somebody says is wrong, as `report_fault` and `report_from_sticker` take it. */
export interface FaultReport {
  /** A version 4 UUID: the same report is stored once, however often it is sent. */
  attempt: string;
  what: string;
  text?: string;
  name?: string;
  phone?: string;
  /** The open fault that it joins. */
  fault?: number;
  /** How many photos follow. */
  photos: number;
  /** Seconds that it waited on the device. */
  age: number;
  /** When the office was told, which only the office says. As tasks store times. */
  reported?: string;
}

/** The answer to a report: the fault, when it was received, and the names under which its photos may go up. */
export const reportAnswer = v.object({
  fault: v.number(),
  at: v.string(),
  joined: v.boolean(),
  photos: v.array(v.string()),
});
export type ReportAnswer = v.InferOutput<typeof reportAnswer>;
