import { said, t } from '../../lib/language/translate.ts';
import { leftOut, type Defect, type ImportedVisit } from './import-plan.ts';
import type { DefectKind } from './read-moment.ts';
import type { VisitCells } from './table-choices.ts';
import type { VisitColumn } from './visit-columns.ts';
import { contentOf, contentSource, referenceSource, rowSource } from './visit-source.ts';

// Decides which rows of a table are the same visit, in this file and in files that were imported before.

export interface RowDefect extends Defect {
  kind: DefectKind;
  /** The columns of the cells that a person can repair; empty when a repair is not possible. */
  fields: readonly VisitColumn[];
}

export interface ReadRow {
  /** The row number, from 1. The rows of several sheets are numbered as if they were one sheet. */
  number: number;
  /** The name of the row for a person: `row 14`, or `March, row 14`. */
  name: string;
  /** The cells, with a person's repairs. */
  cells: VisitCells;
  site: string | null;
  /** Null for a row that is left out, which then has a defect. */
  visit: ImportedVisit | null;
  /** Whether the row has a time of day. Without one, the visit is dated at midnight. */
  isTimed: boolean;
  defect: RowDefect | null;
  /** The columns whose cells can be repaired in a row that is imported without them. */
  repairs: readonly VisitColumn[];
}

/** A row whose source is not computed yet. */
export type RowDraft = Omit<ReadRow, 'visit'> & { visit: Omit<ImportedVisit, 'source'> | null };

const jobOf = ({ site, cells }: RowDraft) => `${site} ${cells.reference}`;

/** The job numbers that several visits of a site have in this file. They identify none of these visits. */
export function sharedJobNumbers(drafts: readonly RowDraft[]): Set<string> {
  const contents = new Map<string, string>();
  const shared = new Set<string>();
  for (const draft of drafts) {
    if (!draft.visit || draft.cells.reference === '') continue;
    const job = jobOf(draft);
    const content = contentOf(draft.visit.visit);
    if ((contents.get(job) ?? content) !== content) shared.add(job);
    contents.set(job, content);
  }
  return shared;
}

type VisitSources = Pick<ImportedVisit, 'source' | 'contentSource'>;

/** The sources that identify the visit of a row. @param shared from `sharedJobNumbers` @param sources a cache of computed sources */
export async function visitSources(
  draft: RowDraft,
  shared: ReadonlySet<string>,
  sources: Map<string, string>,
): Promise<VisitSources> {
  const { visit, cells } = draft;
  if (!visit) return { source: '' };
  const content = await cachedSource(contentOf(visit.visit), () => contentSource(visit.visit), sources);
  if (cells.reference === '' || shared.has(jobOf(draft))) return { source: content };
  const key = `reference ${cells.reference}`;
  return { source: await cachedSource(key, () => referenceSource(cells.reference), sources), contentSource: content };
}

async function cachedSource(
  key: string,
  compute: () => Promise<string>,
  sources: Map<string, string>,
): Promise<string> {
  const source = sources.get(key) ?? (await compute());
  sources.set(key, source);
  return source;
}

/** The source that identifies a row, independent of the roles of its columns. */
export async function lineSource(line: readonly string[], sources: Map<string, string>): Promise<string> {
  return cachedSource(JSON.stringify(line), () => rowSource(line), sources);
}

/**
 * A row with the source of its visit. If an earlier row has the same visit, the row has no visit and a defect.
 * @param seen the row of each visit so far; this visit is added
 */
export function withSource(
  { visit, ...draft }: RowDraft,
  sources: VisitSources & { rowSource: string },
  seen: Map<string, string>,
): ReadRow {
  if (!visit) return { ...draft, visit: null };
  const visitKeys = [`${draft.site} ${sources.source}`, `${draft.site} ${contentOf(visit.visit)}`];
  const earlierRow = visitKeys.map((key) => seen.get(key)).find((row) => row !== undefined);
  if (earlierRow !== undefined) {
    const problem = t('It repeats the visit of {row}.', { row: earlierRow });
    return {
      ...draft,
      visit: null,
      defect: { row: visit.row, problem, remedy: said(leftOut), kind: 'repeat', fields: [] },
    };
  }
  for (const key of visitKeys) seen.set(key, visit.row);
  return { ...draft, visit: { ...visit, ...sources } };
}
