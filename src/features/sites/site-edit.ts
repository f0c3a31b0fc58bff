import * as v from 'valibot';
import { yearProblem } from '../../lib/calendar/year-range.ts';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import { storedMessage } from '../../lib/language/stored-message.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { serverRefusal, RequestError } from '../../lib/request-error.ts';
import { useDraft } from '../../lib/screen/use-draft.ts';
import { hasRefusedCharacterInLines, tooLongText } from '../../lib/text-rules.ts';
import { merge } from '../../records/merge.ts';
import { contractYears } from '../../records/site/contract.ts';
import {
  siteColumns,
  siteValueText,
  type SiteColumn,
  type SiteField,
  type SiteFields,
} from '../../records/site/site-columns.ts';
import { readCalls, readHours } from '../../records/site/site-promise.ts';
import { siteFieldsSchema, editedSiteSchema, type EditedSite } from '../../records/site/site-queries.ts';
import { readMonths } from '../../records/site/suggested-interval.ts';
import { readTelephone } from '../../records/site/telephone.ts';
import { readWholeNumber } from '../../records/whole-number.ts';
import { telephoneProblem } from './TelephoneOffer.tsx';

export const siteFields: readonly SiteField[] = siteColumns.map(({ column }) => column);

/** A status that was never set is null until the switch is moved. */
type TypedValue = string | boolean | null;
export type TypedSite = Record<SiteField, TypedValue>;

/** Makes an object with a value for each column. */
function perColumn<Value>(valueFor: (column: SiteColumn) => Value): Record<SiteField, Value> {
  const entries = siteColumns.map((column) => [column.column, valueFor(column)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses that every column is there
  return Object.fromEntries(entries) as Record<SiteField, Value>;
}

/** The typed values in a draft. A column that was added after the draft was stored is empty in it. */
const typedSiteSchema = v.object(
  perColumn(({ kind }) => (kind === 'status' ? v.optional(v.nullable(v.boolean()), null) : v.optional(v.string(), ''))),
);

/** A new site, before anything is typed. */
export const newSite = v.parse(
  siteFieldsSchema,
  perColumn(({ kind }) => (kind === 'name' ? '' : kind === 'status' ? true : null)),
);

/** The values that the form shows for a record. */
export function typedSite(site: SiteFields): TypedSite {
  return perColumn(({ column, kind }) => {
    const value = site[column];
    return typeof value === 'number' ? siteValueText(kind, value) : (value ?? (kind === 'status' ? null : ''));
  });
}

/** The value to save for a typed value: null for an empty field, undefined for a number that cannot be read. */
function storedValue({ column, kind }: SiteColumn, typed: TypedSite): string | number | boolean | null | undefined {
  const value = typed[column];
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (kind === 'name') return text;
  if (text === '') return null;
  if (kind === 'months') return readMonths(text) ?? undefined;
  if (kind === 'hours') return readHours(text) ?? undefined;
  if (kind === 'calls') return readCalls(text) ?? undefined;
  if (kind !== 'phone') return text;
  const reading = readTelephone(text);
  return 'telephone' in reading ? reading.telephone.stored : undefined;
}

/** The fields with changes. A trailing space, or another notation of the same number, is no change. */
export function changedSiteFields(base: SiteFields, typed: TypedSite): SiteField[] {
  const baseTyped = typedSite(base);
  return siteColumns
    .filter(
      (siteColumn) =>
        typed[siteColumn.column] !== baseTyped[siteColumn.column] &&
        storedValue(siteColumn, typed) !== base[siteColumn.column],
    )
    .map(({ column }) => column);
}

/** The values to save for these fields; call `checkSite` first. */
export function storedFields(fields: readonly SiteField[], typed: TypedSite): Partial<SiteFields> {
  const columns = siteColumns.filter(({ column }) => fields.includes(column));
  return Object.fromEntries(columns.map((siteColumn) => [siteColumn.column, storedValue(siteColumn, typed) ?? null]));
}

/** The fields of `mine` that somebody else has set to another value since `base` was read. */
export function conflictingFields(base: SiteFields, mine: Partial<SiteFields>, theirs: SiteFields): SiteField[] {
  const values = (site: SiteFields) => new Map(siteFields.map((field) => [field, site[field]]));
  const versions = { base: values(base), mine: values({ ...base, ...mine }), theirs: values(theirs) };
  const contested = new Set(
    merge<SiteField, SiteFields[SiteField]>(versions, () => undefined).conflicts.map(({ path }) => path),
  );
  return siteFields.filter((field) => contested.has(field));
}

/** Rebases typed values on a newer record: the fields in `ownFields` keep them, the others get the values of the record. */
export function overlayTyped(site: SiteFields, typed: TypedSite, ownFields: readonly SiteField[]): TypedSite {
  const recordTyped = typedSite(site);
  return perColumn(({ column }) => (ownFields.includes(column) ? typed : recordTyped)[column]);
}

export type SiteErrors = Partial<Record<SiteField, string>>;

/**
 * Checks the typed values as the database would.
 * @param fields the changed fields: a saved value is not checked again
 * @returns the error to show beside each wrong field
 */
export function checkSite(
  fields: readonly SiteField[],
  typed: TypedSite,
  otherNames: readonly string[] = [],
): SiteErrors {
  const errors: SiteErrors = {};
  for (const siteColumn of siteColumns.filter(({ column }) => fields.includes(column))) {
    const error = checkColumn(siteColumn, typed[siteColumn.column], otherNames);
    if (error) errors[siteColumn.column] = error;
  }
  return errors;
}

function checkColumn(column: SiteColumn, value: TypedSite[SiteField], otherNames: readonly string[]): string | null {
  if (typeof value !== 'string' || column.kind === 'status') return null;
  const text = value.trim();
  if (column.kind === 'name') {
    if (text === '') return t('Give the site a name.');
    if (otherNames.some((other) => other.toLowerCase() === text.toLowerCase())) return said(nameTaken);
  }
  if (text === '') return null;
  if (column.kind === 'phone') return telephoneProblem(text);
  if (column.kind === 'months') return readMonths(text) === null ? t('Use a whole number from 1 to 12.') : null;
  if (column.kind === 'hours')
    return readHours(text) === null ? t('Use hours from 0.25 to 720, such as 3, 1.5 or 30 min.') : null;
  if (column.kind === 'calls') return readCalls(text) === null ? t('Use a whole number from 1 to 366.') : null;
  return (
    checkText(text, column.limit) ??
    (column.kind === 'amount' ? checkCount(text) : null) ??
    (column.kind === 'contract end' ? yearProblem(text, contractYears) : null)
  );
}

/** The error beside the name, whether this check or the database finds it. */
export const nameTaken = message('Another site has this name. Names are unique.');

function checkText(text: string, limit: number): string | null {
  const tooLong = tooLongText(text, limit);
  if (tooLong !== null) return tooLong;
  return hasRefusedCharacterInLines(text)
    ? t('This contains a character that cannot be shown. Type the text instead of pasting it.')
    : null;
}

/** Says what is wrong with an amount; null if nothing. Words are allowed ('1,250 vehicles'), but a mere number must be a whole one. */
function checkCount(text: string): string | null {
  // an optional sign, then only digits, dots, commas and spaces
  const isNumber = /^[+\-−]?[\d.,\s]+$/u.test(text.normalize('NFKC'));
  return isNumber && !readWholeNumber(text) ? t('Use a whole number, 0 or more.') : null;
}

/** The errors of the fields that the database refused; null if the save failed for another reason. */
export function refusedFields(error: unknown): SiteErrors | null {
  if (!(error instanceof RequestError)) return null;
  const { code } = serverRefusal(error);
  // PostgreSQL: 23505 is a violated unique constraint, 23514 a violated check constraint
  if (code === '23505') return { name: said(nameTaken) };
  if (code !== '23514') return null;
  // a check constraint is named `maintable_<column>_check` with an optional number; only the message contains the name
  const column = /\bmaintable_([a-z0-9_]+?)_check\d*\b/u.exec(error.message)?.[1];
  const field = siteFields.find((candidate) => candidate === column);
  return field ? { [field]: t('This cannot be stored. Make it shorter and use ordinary characters only.') } : null;
}

const empty = Object.fromEntries(siteFields.map((field) => [field, null]));

const draftSchema = v.object({
  /** The record as it was when typing began; null for a new site. A column that was added later is empty. */
  base: v.nullable(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.transform((record) => ({ ...empty, ...record })),
      editedSiteSchema,
    ),
  ),
  typed: typedSiteSchema,
});

type SiteDraft = v.InferOutput<typeof draftSchema>;

/** The draft of a site record, or of a new site for null. It stores the record as it was read too, to find out what others have changed. */
export function useSiteDraft(record: EditedSite | null) {
  const draft = useDraft(`${draftNamePrefixes.site}${record?.id ?? 'new'}`, draftSchema, {
    title: () => (record ? storedMessage('Site {name}', { name: record.name }) : storedMessage('New site')),
  });
  const base = draft.value ? draft.value.base : record;
  const typed = draft.value?.typed ?? typedSite(record ?? newSite);
  return {
    base,
    typed,
    changed: changedSiteFields(base ?? newSite, typed),
    restored: draft.restoredAt !== null,
    change: (values: Partial<TypedSite>) =>
      draft.change((before) => {
        const current = before ?? { base: record, typed };
        return draftToStore({ base: current.base, typed: { ...current.typed, ...values } });
      }),
    /** Called after `sent` was saved as `site`: only the fields that were typed during the save remain unsaved. */
    saved: (site: EditedSite, sent: TypedSite) => {
      const current = draft.latest();
      const typedSince = siteFields.filter((field) => current && current.typed[field] !== sent[field]);
      draft.replace(current && draftToStore({ base: site, typed: overlayTyped(site, current.typed, typedSince) }));
    },
    rebase: (site: EditedSite, next: TypedSite) => draft.change(() => draftToStore({ base: site, typed: next })),
    discard: draft.discard,
    /** Deletes the draft when somebody chooses to leave the form. The end of a session does not delete it. */
    leave: draft.end,
  };
}

/** Returns the draft to store; null if nothing differs from the record. */
function draftToStore(next: SiteDraft): SiteDraft | null {
  const baseTyped = typedSite(next.base ?? newSite);
  return siteFields.some((field) => next.typed[field] !== baseTyped[field]) ? next : null;
}
