import { message, t, type Message } from '../../lib/language/translate.ts';
import {
  buildingTypes,
  capacities,
  emergencyPromises,
  maintenanceIntervals,
  shownWords,
  type KnownWords,
} from '../known-words.ts';
import { contractEnd } from './contract.ts';
import { telephoneOf } from './telephone.ts';

/** The type of the values in each kind of column. The kind decides the input, the checks and the display. */
export interface SiteValues {
  /** Required and unique. */
  name: string;
  text: string | null;
  lines: string | null;
  /** A text such as `1,250 vehicles`; a plain number must be above 0. */
  amount: string | null;
  /** A text that is shown capitalised. */
  category: string | null;
  /** An ISO date, or free text from before there was a date picker. */
  'contract end': string | null;
  /** The digits without a leading 0 or +, because the column is a number (`spec §2`); `telephone.ts` reads it. */
  phone: number | null;
  status: boolean | null;
  /** From 1 to 12. */
  months: number | null;
  /** From 0.25 to 720. */
  hours: number | null;
  /** From 1 to 366 a year. */
  calls: number | null;
}

export type SiteColumnKind = keyof SiteValues;

export const siteGroups = {
  site: message('The site'),
  building: message('Building and gates'),
  service: message('Contract and service'),
  people: message('People'),
};

interface ColumnBase {
  column: string;
  /** The label. Imports recognise its English text; screens show it with `said`. */
  label: Message;
  group: keyof typeof siteGroups;
  /**
   * The position of the column's card on the profile, and the text for a missing value (`spec §2`, `decisions §5`); null without a card.
   */
  card: { position: number; fallback: Message } | null;
  hint?: Message;
  /** Values that the input suggests; others are allowed. */
  suggestions?: () => readonly string[];
  /** The known words of the column, which are shown in the reader's language, whatever language they are stored in. */
  known?: KnownWords;
}

type KindWithoutLimit = 'phone' | 'status' | 'months' | 'hours' | 'calls';

/** `limit` in characters. */
type ColumnRow = ColumnBase &
  (
    | { [Kind in KindWithoutLimit]: { kind: Kind } }[KindWithoutLimit]
    | { kind: Exclude<SiteColumnKind, KindWithoutLimit>; limit: number }
  );

/**
 * The columns of a site's record that an admin can edit (`spec §3`), in the order of the form and of the change log. All code that handles these
 * columns derives from this table, and tests/database/site-columns.test.ts compares it with the database. It does not have `tasks2024`,
 * `equipment`, which the maintenance form saves, and `promised_before`, which is set when a promise changes (`site-promise.ts`).
 */
const table = [
  {
    column: 'name',
    label: message('Name'),
    kind: 'name',
    limit: 120,
    group: 'site',
    card: null,
    hint: message(
      'Required. Lists and links in the portal use it; links that were shared under an old name stop working.',
    ),
  },
  {
    column: 'sitename',
    label: message('Site Name'),
    kind: 'text',
    limit: 200,
    group: 'site',
    card: { position: 1, fallback: message('Not specified') },
    hint: message('The title of the profile.'),
  },
  {
    column: 'address',
    label: message('Address'),
    kind: 'lines',
    limit: 500,
    group: 'site',
    card: { position: 4, fallback: message('Not provided') },
  },
  { column: 'status', label: message('Status'), kind: 'status', group: 'site', card: null },
  {
    column: 'building_type',
    label: message('Building Type'),
    kind: 'category',
    limit: 80,
    group: 'building',
    card: { position: 2, fallback: message('Not specified') },
    known: buildingTypes,
    suggestions: () => [
      t('condominium'),
      t('commercial building'),
      t('office tower'),
      t('landed community'),
      t('industrial park'),
    ],
  },
  {
    column: 'capacity',
    label: message('Capacity'),
    kind: 'amount',
    limit: 80,
    group: 'building',
    card: { position: 3, fallback: message('Not specified') },
    known: capacities,
    hint: message('For example 1,250 vehicles.'),
  },
  {
    column: 'gate_numbers',
    label: message('Gate Numbers'),
    kind: 'amount',
    limit: 80,
    group: 'building',
    card: { position: 5, fallback: message('Not specified') },
  },
  {
    column: 'rfid_unit',
    label: message('RFID Reader Units'),
    kind: 'amount',
    limit: 80,
    group: 'building',
    card: { position: 6, fallback: message('Not specified') },
  },
  {
    column: 'jmb_name',
    label: message('JMB In-charge'),
    kind: 'text',
    limit: 120,
    group: 'people',
    card: { position: 7, fallback: message('Not assigned') },
  },
  {
    column: 'contract_until',
    label: message('Contract End Date'),
    kind: 'contract end',
    limit: 80,
    group: 'service',
    card: { position: 8, fallback: message('Not specified') },
  },
  {
    column: 'preventive_maintenance',
    label: message('Preventive Maintenance'),
    kind: 'text',
    limit: 120,
    group: 'service',
    card: { position: 9, fallback: message('Not scheduled') },
    known: maintenanceIntervals,
    suggestions: () => [t('Monthly'), t('Every 2 months'), t('Quarterly')],
  },
  {
    column: 'visit_every_months',
    label: message('Visit Every (Months)'),
    kind: 'months',
    group: 'service',
    card: null,
    hint: message('From 1 to 12. Due dates are worked out from it. Leave empty if no interval was agreed.'),
    suggestions: () => ['1', '2', '3', '6', '12'],
  },
  {
    column: 'emergency_visit',
    label: message('Emergency Visits'),
    kind: 'text',
    limit: 120,
    group: 'service',
    card: { position: 10, fallback: message('Not available') },
    known: emergencyPromises,
    hint: message('For example 6 per year, within 3 hours.'),
  },
  {
    column: 'response_hours',
    label: message('Response Within (Hours)'),
    kind: 'hours',
    group: 'service',
    card: null,
    hint: message(
      'How soon an emergency call is answered, for example 3 or 30 min. Leave empty if nothing was agreed.',
    ),
  },
  {
    column: 'emergency_calls_a_year',
    label: message('Emergency Calls a Year'),
    kind: 'calls',
    group: 'service',
    card: null,
    hint: message('How many a contract year includes. Leave empty if nothing was agreed, or no limit.'),
  },
  {
    column: 'person_in_charge',
    label: message('Person In-charge'),
    kind: 'phone',
    group: 'people',
    card: { position: 11, fallback: message('Not assigned') },
    hint: message('A telephone number with its leading 0, or with + and its country code.'),
  },
] as const satisfies readonly ColumnRow[];

export type SiteField = (typeof table)[number]['column'];

export type SiteFields = { [Row in (typeof table)[number] as Row['column']]: SiteValues[Row['kind']] };

export type SiteColumn = ColumnRow & { column: SiteField };

export const siteColumns: readonly SiteColumn[] = table;

/** The text without blanks around it; null for null, and for a text of only blanks. */
export function textOrNull(value: string | null): string | null {
  return value?.trim() || null;
}

/** The title of a site: its site name, or otherwise the name that lists and links use. */
export function siteTitle({ name, sitename }: Pick<SiteFields, 'name' | 'sitename'>): string {
  return textOrNull(sitename) ?? name;
}

/** The text of a value; null for null and for blanks. Zero and false have a text. */
export function siteValueText(kind: SiteColumnKind, value: unknown): string | null {
  if (typeof value === 'boolean') return t(value ? 'System Online' : 'System Offline');
  if (typeof value === 'number') return kind === 'phone' ? telephoneOf(value).shown : String(value);
  const text = typeof value === 'string' ? textOrNull(value) : null;
  return text !== null && kind === 'contract end' ? contractEnd(text).text : text;
}

/**
 * The text of a value on a screen: as `siteValueText`, but known words are in the reader's language (`decisions §17`), and a category has a
 * capital at the beginning of every word (`spec §2`).
 */
export function shownSiteValue({ kind, known }: Pick<SiteColumn, 'kind' | 'known'>, value: unknown): string | null {
  const text = siteValueText(kind, value);
  if (text === null) return null;
  const shown = known ? shownWords(known, text) : text;
  return kind === 'category' ? capitalise(shown) : shown;
}

/** The stored text, if `shownSiteValue` shows other words; otherwise null. */
export function storedBehindShown(column: Pick<SiteColumn, 'kind' | 'known'>, value: unknown): string | null {
  const text = siteValueText(column.kind, value);
  return text !== null && column.known && shownWords(column.known, text) !== text ? text : null;
}

/** Capitalises every word. This is not left to CSS, so that print and exports are the same. */
function capitalise(value: string): string {
  return value.replace(/(?<=^|[\s(/])\p{Ll}/gu, (letter) => letter.toUpperCase());
}
