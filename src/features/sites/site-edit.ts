import * as v from 'valibot';
import { merge } from '../../records/merge.ts';
import {
  siteColumns,
  siteValueText,
  type SiteColumn,
  type SiteField,
  type SiteFields,
} from '../../records/site/site-columns.ts';
import { siteFieldsSchema } from '../../records/site/site-queries.ts';
import { readMonths, readPhone } from '../../records/site/typed-number.ts';

export const siteFields: readonly SiteField[] = siteColumns.map(({ column }) => column);

/** A status that was never set is null until the switch is moved. */
type TypedValue = string | boolean | null;
export type TypedSite = Record<SiteField, TypedValue>;

function perColumn<Value>(valueOf: (column: SiteColumn) => Value): Record<SiteField, Value> {
  const entries = siteColumns.map((column) => [column.column, valueOf(column)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses that every column is there
  return Object.fromEntries(entries) as Record<SiteField, Value>;
}

/** A draft may be older than a column: nothing is typed there. */
export const typedSiteSchema = v.object(
  perColumn(({ kind }) => (kind === 'status' ? v.optional(v.nullable(v.boolean()), null) : v.optional(v.string(), ''))),
);

export const newSite = v.parse(
  siteFieldsSchema,
  perColumn(({ kind }) => (kind === 'name' ? '' : kind === 'status' ? true : null)),
);

export function typedSite(site: SiteFields): TypedSite {
  return perColumn(({ column, kind }) => {
    const value = site[column];
    return typeof value === 'number' ? siteValueText(kind, value) : (value ?? (kind === 'status' ? null : ''));
  });
}

/** Undefined for a number that cannot be read: check it first. Null for nothing. */
function storedValue({ column, kind }: SiteColumn, typed: TypedSite): string | number | boolean | null | undefined {
  const value = typed[column];
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'name') return text;
  if (text === '') return null;
  if (kind === 'months') return readMonths(text) ?? undefined;
  if (kind !== 'phone') return text;
  const read = readPhone(text);
  return 'number' in read ? read.number : undefined;
}

/** A trailing space, or a number written differently, is no change. */
export function changedSiteFields(base: SiteFields, typed: TypedSite): SiteField[] {
  const shown = typedSite(base);
  return siteColumns
    .filter((one) => typed[one.column] !== shown[one.column] && storedValue(one, typed) !== base[one.column])
    .map(({ column }) => column);
}

export function storedFields(fields: readonly SiteField[], typed: TypedSite): Partial<SiteFields> {
  const stored = siteColumns.filter(({ column }) => fields.includes(column));
  return Object.fromEntries(stored.map((one) => [one.column, storedValue(one, typed) ?? null]));
}

/** Fields of `mine` that somebody else has set to something else since `base` was read. */
export function conflictingFields(base: SiteFields, mine: Partial<SiteFields>, theirs: SiteFields): SiteField[] {
  const values = (site: SiteFields) => new Map(siteFields.map((field) => [field, site[field]]));
  const versions = { base: values(base), mine: values({ ...base, ...mine }), theirs: values(theirs) };
  const asked = new Set(
    merge<SiteField, SiteFields[SiteField]>(versions, () => undefined).conflicts.map(({ path }) => path),
  );
  return siteFields.filter((field) => asked.has(field));
}

/** Rebases what was typed onto a newer record: the fields in `kept` stay, the others follow the record. */
export function overlayTyped(site: SiteFields, typed: TypedSite, kept: readonly SiteField[]): TypedSite {
  const shown = typedSite(site);
  return perColumn(({ column }) => (kept.includes(column) ? typed : shown)[column]);
}
