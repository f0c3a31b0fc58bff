import * as v from 'valibot';
import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import { said, t } from '../../../lib/language/translate.ts';
import { nearestNames } from '../../../records/import/similarity.ts';
import { matchSites } from '../../../records/import/site-names.ts';
import { isSameWord } from '../../../records/known-words.ts';
import { archivedText, isArchived } from '../../../records/site/archive.ts';
import { contractDay } from '../../../records/site/contract.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import { siteColumns, siteValueText, type SiteColumn, type SiteField } from '../../../records/site/site-columns.ts';
import { hasPromised, isPromiseColumn, promisesFrom, type PromiseStart } from '../../../records/site/site-promise.ts';
import { editedSiteSchema, type EditedSite } from '../../../records/site/site-queries.ts';
import { changedSiteFields, newSite, siteFields, storedFields, typedSite, type TypedSite } from '../site-edit.ts';
import { nearRows, numbersIn } from './near-rows.ts';
import type { TableSite } from './read-site-table.ts';

/** What a person has decided about the rows. */
export interface SitePlanChoices {
  /** The site that a similar name means, by the `comparedForm` of the name: a saved site or one of another row; null for a new site. */
  sites: ReadonlyMap<string, string | null>;
  /** Whether a person has taken or left out a row, by its number. Other rows are taken, unless they may be no site. */
  taken: ReadonlyMap<number, boolean>;
  /** The start of the changed promises. */
  promisedFrom: PromiseStart;
  /** Whether archived sites of the file are brought back. */
  bringsBack: boolean;
}

/** A value of a site before the import, and the value that the file has. */
interface SiteDifference {
  field: SiteField | 'archived_at';
  label: string;
  before: string;
  after: string;
}

export interface PlannedRow {
  row: TableSite;
  /** The name of the site in the file. */
  name: string;
  /** Whether the row is not imported: a person has left it out, or it may be no site and nobody has taken it. */
  isLeftOut: boolean;
}

/** A row that adds or changes a site. */
export interface PlannedSite extends PlannedRow {
  change: SiteChange;
  /** The differences from the saved site; for a new site, all values that the row has. */
  differences: readonly SiteDifference[];
}

/** A row with nearly the name of a site, which may be archived, or of an earlier row. A person must say which site it means. */
export interface SimilarSite extends PlannedRow {
  nearest: string;
  /** The earlier row that has the nearest name, such as `row 2`; null for a saved site. */
  nearestRow: string | null;
  /** The site that the row means; null for a new site, undefined before an answer. */
  answer: string | null | undefined;
}

/** The effect of importing the rows of a table. A row can be in several of the lists. */
export interface SitePlans {
  added: readonly PlannedSite[];
  changed: readonly PlannedSite[];
  /** Rows whose site already has all of their values. */
  same: readonly PlannedRow[];
  /** Rows of a site that an earlier row (`first`) has too. */
  repeated: readonly (PlannedRow & { first: string })[];
  /** Rows of archived sites, as long as nobody has chosen to bring these back. */
  archived: readonly PlannedRow[];
  /** Rows with a similar name, about which a person is asked or has answered. */
  similar: readonly SimilarSite[];
  /** Rows with a cell that could not be read. */
  toRepair: readonly PlannedRow[];
  skipped: readonly TableSite[];
  /** Whether an agreed promise would change, so that a person must say since when. */
  changesPromise: boolean;
}

/** The least similarity (0 to 1) of a name to that of a site for which a person is asked. */
const minSimilarity = 0.6;

/** The letters and digits of a name, without blanks and punctuation; the whole name if it has none. */
const lettersOf = (name: string) => comparedForm(name).replaceAll(/[^\p{L}\p{N}]+/gu, '') || comparedForm(name);

/** Prepares a search for the site that a name means. Upper and lower case, blanks and punctuation make no difference. */
export function siteFinder(sites: readonly EditedSite[]) {
  const byName = new Map(sites.map((site) => [site.name, site]));
  const byLetters = new Map<string, EditedSite | null>();
  // null marks letters that several sites share, so that they find none of these
  for (const site of sites) byLetters.set(lettersOf(site.name), byLetters.has(lettersOf(site.name)) ? null : site);
  const matcher = matchSites(sites, new Map());
  const nearest = nearestNames(
    // sites in use come first, so that they win against archived sites with an equally near name
    sites.toSorted((a, b) => Number(isArchived(a)) - Number(isArchived(b))).map(({ name }) => name),
    minSimilarity,
  );
  const nearestCache = new Map<string, string | null>();
  return {
    named: (name: string) => byName.get(name) ?? null,
    siteOf: (name: string): EditedSite | null =>
      byName.get(matcher.siteOf(name) ?? '') ?? byLetters.get(lettersOf(name)) ?? null,
    /** Returns the name of the site, archived or not, with nearly this name, or null. *Phase 1* is not near *Phase 2*. */
    nearest: (name: string): string | null => {
      const cached = nearestCache.get(name);
      if (cached !== undefined) return cached;
      const candidate = nearest(name);
      const nearName = candidate !== null && numbersIn(candidate) === numbersIn(name) ? candidate : null;
      nearestCache.set(name, nearName);
      return nearName;
    },
  };
}

export type SiteFinder = ReturnType<typeof siteFinder>;

/** Finds out what importing these rows would do. An empty cell erases no saved value, and no site is renamed. */
export function planSites(
  rows: readonly TableSite[],
  finder: SiteFinder,
  { sites, taken, promisedFrom, bringsBack }: SitePlanChoices,
): SitePlans {
  const plans = {
    added: [] as PlannedSite[],
    changed: [] as PlannedSite[],
    same: [] as PlannedRow[],
    repeated: [] as SitePlans['repeated'][number][],
    archived: [] as PlannedRow[],
    similar: [] as SimilarSite[],
    toRepair: [] as PlannedRow[],
    skipped: rows.filter(({ skipped }) => skipped !== null),
    changesPromise: false,
  };
  /** The name of the first row of each site, such as `row 2`, by the key of the site. */
  const firstRows = new Map<string, string>();
  const earlierNames = nearRows();
  for (const row of rows) {
    if (row.skipped !== null) continue;
    const name = row.cells.name ?? '';
    const answer = sites.get(comparedForm(name));
    const site = siteOfRow(finder, name, answer);
    // a similar name is either that of a saved site (`nearest`) or, among new names, that of an earlier row (`similarRow`)
    const nearest = name !== '' && finder.siteOf(name) === null ? finder.nearest(name) : null;
    const mayBeNoSite = row.isNameOnly && site === null && nearest === null;
    const plannedRow = { row, name, isLeftOut: !(taken.get(row.number) ?? !mayBeNoSite) };
    const isNewName = site === null && nearest === null && name !== '' && !plannedRow.isLeftOut;
    const similarRow = isNewName ? earlierNames.find(name) : null;
    const similarName = nearest ?? similarRow?.name ?? null;
    // rows with the same key mean the same site; the answer *It is the site of row 2* gives a row the key of row 2
    const keyName = similarRow !== null && typeof answer === 'string' ? answer : name;
    const key = site === null ? `#${lettersOf(keyName)}` : `${site.id}`;
    const firstRow = name === '' ? undefined : firstRows.get(key);
    // only the first row with a name asks about it
    const isFirstWithName =
      firstRow === undefined ||
      (typeof answer === 'string' && !plans.similar.some((earlierRow) => earlierRow.name === name));
    if (similarName !== null && isFirstWithName)
      plans.similar.push({ ...plannedRow, nearest: similarName, nearestRow: similarRow?.row ?? null, answer });
    if (firstRow !== undefined && !plannedRow.isLeftOut) {
      plans.repeated.push({ ...plannedRow, first: firstRow });
      continue;
    }
    if (name !== '' && !plannedRow.isLeftOut) firstRows.set(key, row.row);
    if (isNewName) earlierNames.add({ name, row: row.row });
    if (site !== null && isArchived(site) && !bringsBack) {
      plans.archived.push(plannedRow);
      continue;
    }
    if (row.problems.length > 0) plans.toRepair.push(plannedRow);
    const isUnanswered = similarName !== null && answer === undefined;
    if (isUnanswered || row.problems.length > 0) continue;
    if (site === null) plans.added.push({ ...plannedRow, ...addition(row) });
    else {
      const { change, differences } = alteration(site, row, promisedFrom);
      if (differences.length === 0) plans.same.push(plannedRow);
      else plans.changed.push({ ...plannedRow, change, differences });
      if ('promised_before' in change.fields && !plannedRow.isLeftOut) plans.changesPromise = true;
    }
  }
  return plans;
}

/** The saved site that a row means: the site that a person has chosen, or the site with its name. Null for a new site. */
function siteOfRow(finder: SiteFinder, name: string, answer: string | null | undefined): EditedSite | null {
  if (typeof answer === 'string') return finder.named(answer);
  return name === '' ? null : finder.siteOf(name);
}

/** The change and the differences of a row that adds a site. */
function addition({ number, typed }: TableSite): Pick<PlannedSite, 'change' | 'differences'> {
  const allTyped = { ...typedSite(newSite), ...typed };
  const fields = { ...newSite, ...storedFields(siteFields, allTyped) };
  return {
    // a temporary id: no saved site has a negative id, and each row has its own number
    change: { site: v.parse(editedSiteSchema, { ...fields, id: -number, revision: 0 }), fields, seen: [], isNew: true },
    differences: siteColumns
      .filter(({ column }) => column in typed && column !== 'name')
      .map((column) => differenceOf(column, newSite[column.column], fields[column.column])),
  };
}

/** The changes that the filled cells of a row make to a saved site. The name is not among them. */
function alteration(
  site: EditedSite,
  { typed }: TableSite,
  promisedFrom: PromiseStart,
): Pick<PlannedSite, 'change' | 'differences'> {
  const { name: _, ...others } = typed;
  const allTyped: TypedSite = { ...typedSite(site), ...others };
  const changedFields = changedSiteFields(site, allTyped).filter((field) => !hasSameMeaning(field, site, allTyped));
  const fields = storedFields(changedFields, allTyped);
  const changesPromise = changedFields.some(isPromiseColumn) && hasPromised(site);
  return {
    change: {
      site,
      fields: changesPromise ? { ...fields, promised_before: promisesFrom(site, promisedFrom) } : fields,
      seen: changesPromise ? [...changedFields, 'promised_before'] : changedFields,
      ...(isArchived(site) && { archive: { do: 'bring back' } }),
    },
    differences: [
      ...(isArchived(site)
        ? [{ field: 'archived_at' as const, label: t('Archive'), before: archivedText(site), after: t('brought back') }]
        : []),
      ...siteColumns
        .filter(({ column }) => changedFields.includes(column))
        .map((column) => differenceOf(column, site[column.column], fields[column.column])),
    ],
  };
}

/** Whether a cell has the saved value in another notation or language. */
function hasSameMeaning(field: SiteField, site: EditedSite, typed: TypedSite): boolean {
  const [savedValue, text] = [site[field], typed[field]];
  const column = siteColumns.find((candidate) => candidate.column === field);
  if (!column || typeof savedValue !== 'string' || typeof text !== 'string') return false;
  if (column.kind === 'contract end')
    return contractDay(savedValue) !== null && contractDay(savedValue) === contractDay(text);
  const isSame = comparedForm(savedValue) === comparedForm(text);
  return isSame || (column.known !== undefined && isSameWord(column.known, savedValue, text));
}

function differenceOf(column: SiteColumn, before: unknown, after: unknown): SiteDifference {
  return {
    field: column.column,
    label: said(column.label),
    before: siteValueText(column.kind, before) ?? '',
    after: siteValueText(column.kind, after) ?? '',
  };
}

/** The changes to save: those of all rows that are added or changed and not left out. */
export function plannedChanges({ added, changed }: SitePlans): SiteChange[] {
  return [...added, ...changed].flatMap(({ change, isLeftOut }) => (isLeftOut ? [] : [change]));
}

/** The numbers of the rows that are not imported before a person answers a question or repairs a cell. */
export function waitingRows({ similar, toRepair }: SitePlans): ReadonlySet<number> {
  const rows = [...similar.filter(({ answer }) => answer === undefined), ...toRepair];
  return new Set(rows.flatMap(({ row, isLeftOut }) => (isLeftOut ? [] : [row.number])));
}

/** The remarks on rows that are not imported, with the reason. */
export function leftOutRemarks({ repeated, archived, skipped }: SitePlans) {
  return [
    ...skipped.map(({ row, skipped: problem }) => ({ row, problem: problem ?? '', remedy: t('Left out.') })),
    ...archived.map(({ row }) => ({
      row: row.row,
      problem: t('The site is archived.'),
      remedy: t('Left out. Bring the site back first to change it.'),
    })),
    ...repeated.map(({ row, first }) => ({
      row: row.row,
      problem: t('It is the same site as {row}.', { row: first }),
      remedy: t('Left out. Leave the other row out to import this one.'),
    })),
  ];
}
