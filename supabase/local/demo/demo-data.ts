import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { VisitKind } from '../../../src/records/task/visit.ts';

const textOrNone = v.nullable(v.string());

const taskSchema = v.strictObject({
  id: v.number(),
  time: v.string(),
  urls: v.array(v.string()),
  year: v.string(),
  month: v.string(),
  tasks: v.string(),
  title: v.string(),
  pdf: v.string(),
  showing: v.picklist(['True', 'False']),
});

const siteSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  token: v.string(),
  sitename: v.string(),
  address: v.string(),
  status: v.boolean(),
  building_type: v.string(),
  capacity: textOrNone,
  gate_numbers: v.string(),
  rfid_unit: v.string(),
  jmb_name: textOrNone,
  contract_until: v.string(),
  preventive_maintenance: v.string(),
  emergency_visit: textOrNone,
  person_in_charge: v.nullable(v.number()),
  tasks2024: v.array(taskSchema),
});

const failureSchema = v.strictObject({ type: v.string(), entrance: v.number(), exit: v.number(), year: v.number() });

const dataSchema = v.strictObject({
  main: v.array(v.strictObject({ token: v.string() })),
  maintable: v.array(siteSchema),
  carpost: v.array(v.strictObject({ token: v.string(), json: v.record(v.string(), v.array(failureSchema)) })),
});

export type DemoTask = v.InferOutput<typeof taskSchema>;
export type DemoSite = v.InferOutput<typeof siteSchema>;
export type DemoData = v.InferOutput<typeof dataSchema>;

/** Three invented sites with tasks and failure counts. The names of their photos are scenes, such as demo/photos/arm-1.jpg. */
export function readDemoData(root: string): DemoData {
  const text = readFileSync(join(root, 'supabase/local/demo/demo-data.json'), 'utf8');
  return v.parse(dataSchema, JSON.parse(text));
}

// the source of the demo is older than the kinds of visits, but the titles show the kind
const preventive =
  /preventive maintenance|penyelenggaraan bulanan|例行保养|^penyelenggaraan suku tahunan|^quarterly |insulation test|firmware check/iu;
const other = /arm fitted|更换天线线缆|^kunci capaian|^server moved|^firmware update/iu;
const withoutKind = /^test entry/iu;

/** The kind of a demo visit; undefined for the task that was entered by mistake. */
export function kindOfVisit({ title }: Pick<DemoTask, 'title'>): VisitKind | undefined {
  if (withoutKind.test(title)) return undefined;
  if (preventive.test(title)) return 'preventive';
  return other.test(title) ? 'other' : 'emergency';
}

const intervals = new Map([
  ['Monthly', 1],
  ['Every 2 months', 2],
  ['Quarterly', 3],
]);

/** Months between visits according to the text *Preventive Maintenance* of a site, or null. */
export function visitEveryMonths(preventiveMaintenance: string): number | null {
  return intervals.get(preventiveMaintenance) ?? null;
}
