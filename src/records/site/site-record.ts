import * as v from 'valibot';
import { taskSchema } from '../task/task.ts';

const text = v.nullable(v.string());

/** A row of the view `maintables` (`spec §3`). */
export const siteRecordSchema = v.object({
  id: v.number(),
  name: v.string(),
  sitename: text,
  address: text,
  status: v.nullable(v.boolean()),
  building_type: text,
  capacity: text,
  gate_numbers: text,
  rfid_unit: text,
  jmb_name: text,
  contract_until: text,
  preventive_maintenance: text,
  emergency_visit: text,
  person_in_charge: v.nullable(v.number()),
  tasks2024: v.array(taskSchema),
});

export type SiteRecord = v.InferOutput<typeof siteRecordSchema>;

export interface SiteCard {
  label: string;
  /** Null when the record says nothing. Zero is a value. */
  value: string | null;
  /** What stands there instead. */
  fallback: string;
}

/** A text that says something, or null. */
export function given(value: string | null): string | null {
  return value?.trim() || null;
}

/** The first letter of each word raised here and not by the style sheet, so that print and exports match. */
export function capitalise(value: string): string {
  return value.replace(/(?<=^|[\s(/])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** The eleven cards of the profile in their order, with the text for a missing value (`spec §2`). */
export function siteCards(site: SiteRecord): SiteCard[] {
  const type = given(site.building_type);
  const person = site.person_in_charge;
  return [
    { label: 'Site Name', value: given(site.sitename), fallback: 'Not specified' },
    { label: 'Building Type', value: type && capitalise(type), fallback: 'Not specified' },
    { label: 'Capacity', value: given(site.capacity), fallback: 'Not specified' },
    { label: 'Address', value: given(site.address), fallback: 'Not provided' },
    { label: 'Gate Numbers', value: given(site.gate_numbers), fallback: 'Not specified' },
    { label: 'RFID Reader Units', value: given(site.rfid_unit), fallback: 'Not specified' },
    { label: 'JMB In-charge', value: given(site.jmb_name), fallback: 'Not assigned' },
    { label: 'Contract End Date', value: given(site.contract_until), fallback: 'Not specified' },
    { label: 'Preventive Maintenance', value: given(site.preventive_maintenance), fallback: 'Not scheduled' },
    { label: 'Emergency Visits', value: given(site.emergency_visit), fallback: 'Not available' },
    // the column holds a number, which loses the leading zero of a telephone number
    { label: 'Person In-charge', value: person === null ? null : `0${person}`, fallback: 'Not assigned' },
  ];
}
