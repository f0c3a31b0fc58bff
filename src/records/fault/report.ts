import * as v from 'valibot';

/** A report, in the form of the argument of the database functions `report_fault` and `report_from_sticker`. */
export interface FaultReport {
  /** A version 4 UUID: the same report is stored once, however often it is sent. */
  attempt: string;
  what: string;
  text?: string;
  name?: string;
  phone?: string;
  /** The number of the open fault that the report joins; missing for a new fault. */
  fault?: number;
  /** How many photos will be uploaded after the report. */
  photos: number;
  /** How many seconds the report has waited on the device. */
  age: number;
  /** When somebody called the office, in the format of a task's time. Only reports of the office have it. */
  reported?: string;
}

/** The answer to a report: the fault, when the report was received, and the object names for uploading its photos. */
export const reportAnswer = v.object({
  fault: v.number(),
  at: v.string(),
  joined: v.boolean(),
  photos: v.array(v.string()),
});
export type ReportAnswer = v.InferOutput<typeof reportAnswer>;
