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
  /** Which site a name means that is written differently, stored or of another row, by its `comparedForm`; null for a new site. */
  sites: ReadonlyMap<string, string | null>;
  /** Whether rows are taken, by their number, where a person has said so; others are, unless they may be no site. */
  taken: ReadonlyMap<number, boolean>;
  /** Since when changed promises hold. */
  promisedFrom: PromiseStart;
  /** Whether archived sites of the file are brought back. */
  bringsBack: boolean;
}

/** What a column of a site says, and what the file says. */
interface SiteDifference {
  field: SiteField | 'archived_at';
  label: string;
  before: string;
  after: string;
}

export interface PlannedRow {
  row: TableSite;
  /** As the file names the site. */
  name: string;
  /** Whether a person has left it out, or nobody has taken it that may be no site. */
  isLeftOut: boolean;
}

/** A row that adds or changes a site. */
export interface PlannedSite extends PlannedRow {
  change: SiteChange;
  /** What differs from the stored site; for a new site all that is filled in. */
  differences: readonly SiteDifference[];
}

/** A row whose site has nearly the name of another, which may be archived, or of an earlier row. */
export interface AskedSite extends PlannedRow {
  nearest: string;
  /** The earlier row that names it, as `row 2`; null for a stored site. */
  nearestRow: string | null;
  /** The site that it means; null for a new one, undefined until somebody says so. */
  answer: string | null | undefined;
}

/** What importing the rows of a table would do. */
export interface SitePlans {
  added: readonly PlannedSite[];
  changed: readonly PlannedSite[];
  /** Sites that say already what the file says. */
  same: readonly PlannedRow[];
  /** Rows of a site that an earlier row is about. */
  repeated: readonly (PlannedRow & { first: string })[];
  /** Rows of sites that are archived, and that nobody wants brought back. */
  archived: readonly PlannedRow[];
  /** Rows of which a person is to say which site they mean, or has said it. */
  asked: readonly AskedSite[];
  /** Rows with a cell that is not read. */
  toRepair: readonly PlannedRow[];
  skipped: readonly TableSite[];
  /** Whether an agreed promise would change, so that somebody has to say since when. */
  changesPromise: boolean;
}

/** How alike a name must be to be asked about. */
const askedSimilarity = 0.6;

const lettersOf = (name: string) => comparedForm(name).replaceAll(/[^\p{L}\p{N}]+/gu, '') || comparedForm(name);

/** Finds the site that a name means, whatever its case, blanks and punctuation; prepared once for a list of sites. */
export function siteFinder(sites: readonly EditedSite[]) {
  const byName = new Map(sites.map((site) => [site.name, site]));
  const byLetters = new Map<string, EditedSite | null>();
  for (const site of sites) byLetters.set(lettersOf(site.name), byLetters.has(lettersOf(site.name)) ? null : site);
  const matching = matchSites(sites, new Map());
  const nearest = nearestNames(
    // of those that are equally near, one in use
    sites.toSorted((a, b) => Number(isArchived(a)) - Number(isArchived(b))).map(({ name }) => name),
    askedSimilarity,
  );
  const asked = new Map<string, string | null>();
  return {
    named: (name: string) => byName.get(name) ?? null,
    siteOf: (name: string): EditedSite | null =>
      byName.get(matching.siteOf(name) ?? '') ?? byLetters.get(lettersOf(name)) ?? null,
    /** The site, archived or not, whose name is nearly this; *Phase 1* and *Phase 2* are two. */
    nearest: (name: string): string | null => {
      const known = asked.get(name);
      if (known !== undefined) return known;
      const near = nearest(name);
      const found = near !== null && numbersIn(near) === numbersIn(name) ? near : null;
      asked.set(name, found);
      return found;
    },
  };
}

export type SiteFinder = ReturnType<typeof siteFinder>;

/** What importing these rows would do. Nothing that is stored is erased, and no site is renamed. */
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
    asked: [] as AskedSite[],
    toRepair: [] as PlannedRow[],
    skipped: rows.filter(({ skipped }) => skipped !== null),
    changesPromise: false,
  };
  const firstRows = new Map<string, string>();
  const earlier = nearRows();
  for (const row of rows) {
    if (row.skipped !== null) continue;
    const name = row.cells.name ?? '';
    const answer = sites.get(comparedForm(name));
    const site = typeof answer === 'string' ? finder.named(answer) : name === '' ? null : finder.siteOf(name);
    const nearest = name !== '' && finder.siteOf(name) === null ? finder.nearest(name) : null;
    const maybeNone = row.isNameOnly && site === null && nearest === null;
    const planned = { row, name, isLeftOut: !(taken.get(row.number) ?? !maybeNone) };
    const isNamed = site === null && nearest === null && name !== '' && !planned.isLeftOut;
    const twin = isNamed ? earlier.find(name) : null;
    // *It is the site of row 2* means that site, whether it is stored or not
    const key =
      site === null ? `#${lettersOf(twin !== null && typeof answer === 'string' ? answer : name)}` : `${site.id}`;
    const first = name === '' ? undefined : firstRows.get(key);
    const near = nearest ?? twin?.name ?? null;
    if (
      near !== null &&
      // of rows with one name, the first asks
      (first === undefined || (typeof answer === 'string' && !plans.asked.some((asked) => asked.name === name)))
    )
      plans.asked.push({ ...planned, nearest: near, nearestRow: twin?.row ?? null, answer });
    if (first !== undefined && !planned.isLeftOut) {
      plans.repeated.push({ ...planned, first });
      continue;
    }
    if (name !== '' && !planned.isLeftOut) firstRows.set(key, row.row);
    if (isNamed) earlier.add({ name, row: row.row });
    if (site !== null && isArchived(site) && !bringsBack) {
      plans.archived.push(planned);
      continue;
    }
    if (row.problems.length > 0) plans.toRepair.push(planned);
    if ((near !== null && answer === undefined) || row.problems.length > 0) continue;
    if (site === null) plans.added.push({ ...planned, ...addition(row) });
    else {
      const { change, differences } = alteration(site, row, promisedFrom);
      if (differences.length === 0) plans.same.push(planned);
      else plans.changed.push({ ...planned, change, differences });
      if ('promised_before' in change.fields && !planned.isLeftOut) plans.changesPromise = true;
    }
  }
  return plans;
}

function addition({ number, typed }: TableSite): Pick<PlannedSite, 'change' | 'differences'> {
  const all = { ...typedSite(newSite), ...typed };
  const fields = { ...newSite, ...storedFields(siteFields, all) };
  return {
    // no site has an id below 0, and no two rows one number
    change: { site: v.parse(editedSiteSchema, { ...fields, id: -number, revision: 0 }), fields, seen: [], isNew: true },
    differences: siteColumns
      .filter(({ column }) => column in typed && column !== 'name')
      .map((column) => differenceOf(column, newSite[column.column], fields[column.column])),
  };
}

/** What the filled cells of a row change of a site. Its name stays. */
function alteration(
  site: EditedSite,
  { typed }: TableSite,
  promisedFrom: PromiseStart,
): Pick<PlannedSite, 'change' | 'differences'> {
  const { name: _, ...others } = typed;
  const all: TypedSite = { ...typedSite(site), ...others };
  const changed = changedSiteFields(site, all).filter((field) => !saysTheSame(field, site, all));
  const fields = storedFields(changed, all);
  const isAgreed = changed.some(isPromiseColumn) && hasPromised(site);
  return {
    change: {
      site,
      fields: isAgreed ? { ...fields, promised_before: promisesFrom(site, promisedFrom) } : fields,
      seen: isAgreed ? [...changed, 'promised_before'] : changed,
      ...(isArchived(site) && { archive: { do: 'bring back' } }),
    },
    differences: [
      ...(isArchived(site)
        ? [{ field: 'archived_at' as const, label: t('Archive'), before: archivedText(site), after: t('brought back') }]
        : []),
      ...siteColumns
        .filter(({ column }) => changed.includes(column))
        .map((column) => differenceOf(column, site[column.column], fields[column.column])),
    ],
  };
}

/** Whether a cell says what is stored, in another notation or language. */
function saysTheSame(field: SiteField, site: EditedSite, typed: TypedSite): boolean {
  const [stored, text] = [site[field], typed[field]];
  const column = siteColumns.find((candidate) => candidate.column === field);
  if (!column || typeof stored !== 'string' || typeof text !== 'string') return false;
  if (column.kind === 'contract end') return contractDay(stored) !== null && contractDay(stored) === contractDay(text);
  const isSame = comparedForm(stored) === comparedForm(text);
  return isSame || (column.known !== undefined && isSameWord(column.known, stored, text));
}

function differenceOf(column: SiteColumn, before: unknown, after: unknown): SiteDifference {
  return {
    field: column.column,
    label: said(column.label),
    before: siteValueText(column.kind, before) ?? '',
    after: siteValueText(column.kind, after) ?? '',
  };
}

/** The changes that a press would save now. */
export function plannedChanges({ added, changed }: SitePlans): SiteChange[] {
  return [...added, ...changed].flatMap(({ change, isLeftOut }) => (isLeftOut ? [] : [change]));
}

/** Rows that wait for an answer or a repair: they are not imported until then. */
export function waitingRows({ asked, toRepair }: SitePlans): ReadonlySet<number> {
  const waiting = [...asked.filter(({ answer }) => answer === undefined), ...toRepair];
  return new Set(waiting.flatMap(({ row, isLeftOut }) => (isLeftOut ? [] : [row.number])));
}

/** What is said about the rows that are not imported, and why. */
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
