import * as v from 'valibot';

const text = v.nullable(v.string());

/** What an admin writes of a site record (`spec §3`), in the order of the form. Its tasks have a screen of their own. */
const siteFieldsSchema = v.object({
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
});

/** The site record without its tasks; `revision` rises with every save of anybody. */
export const editedSiteSchema = v.object({ id: v.number(), revision: v.number(), ...siteFieldsSchema.entries });

export type SiteFields = v.InferOutput<typeof siteFieldsSchema>;
export type EditedSite = v.InferOutput<typeof editedSiteSchema>;
export type SiteField = keyof SiteFields;
export type SiteTextField = Exclude<SiteField, 'status'>;

/** What they are called, as on the profile; in the order of the form. */
export const siteFieldLabels: Record<SiteField, string> = {
  name: 'Name',
  sitename: 'Site Name',
  address: 'Address',
  status: 'Status',
  building_type: 'Building Type',
  capacity: 'Capacity',
  gate_numbers: 'Gate Numbers',
  rfid_unit: 'RFID Reader Units',
  jmb_name: 'JMB In-charge',
  contract_until: 'Contract End Date',
  preventive_maintenance: 'Preventive Maintenance',
  emergency_visit: 'Emergency Visits',
  person_in_charge: 'Person In-charge',
};

/** Characters that the database takes. */
export const siteTextLimits: Record<Exclude<SiteTextField, 'person_in_charge'>, number> = {
  name: 120,
  sitename: 200,
  address: 500,
  building_type: 80,
  capacity: 80,
  gate_numbers: 80,
  rfid_unit: 80,
  jmb_name: 120,
  contract_until: 80,
  preventive_maintenance: 120,
  emergency_visit: 120,
};

/** What is usually written there; anything else may be. */
export const buildingTypes = [
  'condominium',
  'commercial building',
  'office tower',
  'landed community',
  'industrial park',
] as const;
export const maintenanceRhythms = ['Monthly', 'Every 2 months', 'Quarterly'] as const;

/** All fields in the order of the form. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets what the record's type knows
export const siteFieldKeys = Object.keys(siteFieldLabels) as SiteField[];
