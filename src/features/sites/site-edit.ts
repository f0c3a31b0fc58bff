import { readPhone, showPhone } from '../../records/site/phone-number.ts';
import { siteFieldKeys, type SiteField, type SiteFields, type SiteTextField } from '../../records/site/site-fields.ts';

/** What stands in the inputs. A status that nobody ever set is null until the switch is moved. */
export type TypedSite = Record<SiteTextField, string> & { status: boolean | null };

/** What a new site begins with. */
export const newSite: SiteFields = {
  name: '',
  sitename: null,
  address: null,
  status: true,
  building_type: null,
  capacity: null,
  gate_numbers: null,
  rfid_unit: null,
  jmb_name: null,
  contract_until: null,
  preventive_maintenance: null,
  emergency_visit: null,
  person_in_charge: null,
};

/** The record as the inputs show it. */
export function typedSite(site: SiteFields): TypedSite {
  const { name, status, person_in_charge: phone, ...rest } = site;
  return {
    name,
    status,
    sitename: rest.sitename ?? '',
    address: rest.address ?? '',
    building_type: rest.building_type ?? '',
    capacity: rest.capacity ?? '',
    gate_numbers: rest.gate_numbers ?? '',
    rfid_unit: rest.rfid_unit ?? '',
    jmb_name: rest.jmb_name ?? '',
    contract_until: rest.contract_until ?? '',
    preventive_maintenance: rest.preventive_maintenance ?? '',
    emergency_visit: rest.emergency_visit ?? '',
    person_in_charge: phone === null ? '' : showPhone(phone),
  };
}

/** What a field would be stored as; an empty one as null. Null too for a number that cannot be read: check it first. */
function storedValue(field: SiteField, typed: TypedSite): string | number | boolean | null {
  if (field === 'status') return typed.status;
  const text = typed[field].trim();
  if (field === 'name') return text;
  if (text === '') return null;
  if (field !== 'person_in_charge') return text;
  const read = readPhone(text);
  return 'number' in read ? read.number : null;
}

/** The fields that were typed anew. A space at the end, or a number written in another way, is no change. */
export function changedFields(base: SiteFields, typed: TypedSite): SiteField[] {
  const shown = typedSite(base);
  return siteFieldKeys.filter((field) => {
    if (typed[field] === shown[field]) return false;
    // a number that cannot be read is a change, to be put right
    if (field === 'person_in_charge' && typed[field].trim() !== '' && 'error' in readPhone(typed[field])) return true;
    return storedValue(field, typed) !== base[field];
  });
}

/** These fields as they are stored. */
export function storedFields(fields: readonly SiteField[], typed: TypedSite): Partial<SiteFields> {
  return Object.fromEntries(fields.map((field) => [field, storedValue(field, typed)]));
}

/** Fields of `mine` that somebody else changed since `base` was read, to something else than I want. */
export function conflictingFields(base: SiteFields, mine: Partial<SiteFields>, theirs: SiteFields): SiteField[] {
  return siteFieldKeys.filter(
    (field) => field in mine && theirs[field] !== base[field] && theirs[field] !== mine[field],
  );
}

/** Puts what was typed on top of a newer record: the fields in `kept` stay as typed, the others follow the record. */
export function typedOnTopOf(site: SiteFields, typed: TypedSite, kept: readonly SiteField[]): TypedSite {
  const shown = typedSite(site);
  return { ...shown, ...Object.fromEntries(kept.map((field) => [field, typed[field]])) };
}
