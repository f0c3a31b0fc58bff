import { said, t } from '../../lib/language/translate.ts';
import { leftOut, type Defect, type ImportedVisit } from './import-plan.ts';
import type { FaultKind } from './read-moment.ts';
import type { VisitCells } from './table-choices.ts';
import type { VisitColumn } from './visit-columns.ts';
import { contentOf, contentSource, referenceSource, rowSource } from './visit-source.ts';

// Decides which rows of a table are the same visit, in this file and in those imported before.

export interface RowFault extends Defect {
  kind: FaultKind;
  /** The cells to repair; none where nothing is to be repaired. */
  fields: readonly VisitColumn[];
}

export interface ReadRow {
  /** As the spreadsheet counts; of several sheets, as if they were one. */
  number: number;
  /** As a person finds it: `row 14`, or `March, row 14`. */
  name: string;
  /** Repairs included. */
  cells: VisitCells;
  site: string | null;
  /** Null for a row that is left out, which then has a fault. */
  visit: ImportedVisit | null;
  /** Whether the row has a time of day; without one it is midnight. */
  isTimed: boolean;
  fault: RowFault | null;
  /** What can be repaired in a row that is imported without it. */
  repairs: readonly VisitColumn[];
}

/** A row whose source is not computed yet. */
export type RowDraft = Omit<ReadRow, 'visit'> & { visit: Omit<ImportedVisit, 'source'> | null };

const jobOf = ({ site, cells }: RowDraft) => `${site} ${cells.reference}`;

/** The job numbers that several visits of a site have in this file, so they identify none of them. */
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

/** What identifies the visit of a row. @param sources those that were computed before */
export async function visitSources(
  draft: RowDraft,
  shared: ReadonlySet<string>,
  sources: Map<string, string>,
): Promise<VisitSources> {
  const { visit, cells } = draft;
  if (!visit) return { source: '' };
  const content = await computed(contentOf(visit.visit), () => contentSource(visit.visit), sources);
  if (cells.reference === '' || shared.has(jobOf(draft))) return { source: content };
  const key = `reference ${cells.reference}`;
  return { source: await computed(key, () => referenceSource(cells.reference), sources), contentSource: content };
}

async function computed(key: string, compute: () => Promise<string>, sources: Map<string, string>): Promise<string> {
  const source = sources.get(key) ?? (await compute());
  sources.set(key, source);
  return source;
}

/** What identifies a row, whatever its columns are taken for. */
export async function lineSource(line: readonly string[], sources: Map<string, string>): Promise<string> {
  return computed(JSON.stringify(line), () => rowSource(line), sources);
}

/** A row with the source of its visit; without a visit where an earlier row has the same. */
export function withSource(
  { visit, ...draft }: RowDraft,
  sources: VisitSources & { rowSource: string },
  seen: Map<string, string>,
): ReadRow {
  if (!visit) return { ...draft, visit: null };
  const same = [`${draft.site} ${sources.source}`, `${draft.site} ${contentOf(visit.visit)}`];
  const twin = same.map((key) => seen.get(key)).find((key) => key !== undefined);
  if (twin !== undefined) {
    const problem = t('It repeats the visit of {row}.', { row: twin });
    return {
      ...draft,
      visit: null,
      fault: { row: visit.row, problem, remedy: said(leftOut), kind: 'repeat', fields: [] },
    };
  }
  for (const key of same) seen.set(key, visit.row);
  return { ...draft, visit: { ...visit, ...sources } };
}
