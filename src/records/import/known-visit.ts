import type { ImportedVisit } from './import-plan.ts';
import { isSameTitle, isSimilarTitle } from './likeness.ts';
import { cellFault } from './read-fault.ts';
import { hasTimeOfDay, singaporeDay } from './same-day.ts';

/**
 * A visit that was imported before. `same`: as the import left it; `changed` and `hidden`: by a person since; `moved`: to another site,
 * where it stays as it is; `undone`: its import was undone, so it comes in again.
 */
export interface KnownVisit {
  source: string;
  /** Null where it came without a row, or before rows were stored. */
  rowSource: string | null;
  taskId: number;
  state: 'same' | 'changed' | 'hidden' | 'moved' | 'undone';
  time: string;
  title: string;
  text: string;
}

/** A visit of a file that is stored already, under the source by which it is known. */
export interface MatchedVisit {
  visit: ImportedVisit;
  known: KnownVisit;
}

/**
 * Which visits of a file were imported before: those of the same source and, as another choice of columns gives a visit another
 * source, those of the same row. A job number may come again in the next file: it is that of the same visit only where the day, the
 * row, or the title within the month is the same too. Where a row of the file says the minute of one imported visit, and nothing else does, it is that
 * visit if its title or text is alike: one of them was corrected in the file. A visit that is not known has a source of its own.
 */
export function matchKnown(
  visits: readonly ImportedVisit[],
  known: readonly KnownVisit[],
): { visit: ImportedVisit; known: KnownVisit | null }[] {
  const bySource = new Map(known.map((one) => [one.source, one]));
  const byRow = new Map(known.flatMap((one) => (one.rowSource === null ? [] : [[one.rowSource, one] as const])));
  const matches = new Map<ImportedVisit, KnownVisit>();
  const taken = new Set<KnownVisit>();
  const match = (find: (visit: ImportedVisit) => KnownVisit | undefined) => {
    for (const visit of visits) {
      const found = matches.has(visit) ? undefined : find(visit);
      if (found === undefined || taken.has(found)) continue;
      matches.set(visit, found);
      taken.add(found);
    }
  };
  match((visit) => {
    const found = bySource.get(visit.source);
    return found && (visit.contentSource === undefined || isOfSameJob(visit, found)) ? found : undefined;
  });
  match(({ contentSource }) => (contentSource === undefined ? undefined : bySource.get(contentSource)));
  match(({ rowSource }) => (rowSource === undefined ? undefined : byRow.get(rowSource)));
  const rowsAt = byInstant(visits.filter((visit) => !matches.has(visit)).map(({ visit }) => visit));
  const knownAt = byInstant(known.filter((one) => !taken.has(one)));
  match(({ visit }) => {
    const instant = Date.parse(visit.time);
    const [there, ...others] = knownAt.get(instant) ?? [];
    if (!there || others.length > 0 || rowsAt.get(instant)?.length !== 1) return undefined;
    return hasTimeOfDay(visit.time) && saysTheSame(visit, there) ? there : undefined;
  });
  return visits.map((visit) => {
    const found = matches.get(visit);
    if (found) return { visit: { ...visit, source: found.source }, known: found };
    // another visit has the source of its job number
    const source = (bySource.has(visit.source) ? visit.contentSource : undefined) ?? visit.source;
    return { visit: { ...visit, source }, known: null };
  });
}

function isOfSameJob({ visit, rowSource }: ImportedVisit, known: KnownVisit): boolean {
  return (
    singaporeDay(visit.time) === singaporeDay(known.time) ||
    (isSameTitle(visit.title, known.title) && visit.time.slice(0, 7) === known.time.slice(0, 7)) ||
    (rowSource !== undefined && rowSource === known.rowSource)
  );
}

/** How long a text is that says which visit it is of; *Done* says nothing. */
const minText = 16;

function saysTheSame({ title, tasks }: ImportedVisit['visit'], known: KnownVisit): boolean {
  // an error of a spreadsheet, as earlier imports took it for a title, says nothing either
  if (cellFault(known.title) !== null || isSimilarTitle(title, known.title)) return true;
  return tasks.length >= minText && isSameTitle(tasks, known.text);
}

function byInstant<One extends { time: string }>(list: readonly One[]): Map<number, One[]> {
  const at = new Map<number, One[]>();
  for (const one of list) {
    const instant = Date.parse(one.time);
    const others = at.get(instant);
    if (others) others.push(one);
    else at.set(instant, [one]);
  }
  return at;
}
