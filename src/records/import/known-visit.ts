import type { ImportedVisit } from './import-plan.ts';
import { cellFault } from './read-fault.ts';
import { hasTimeOfDay, singaporeDay } from './same-day.ts';
import { isSameTitle, isSimilarTitle } from './similarity.ts';

/**
 * A visit that was imported before. `same`: unchanged since its import. `changed` and `hidden`: a person changed or hid it since. `moved`: a
 * person moved it to another site, and the import leaves it alone. `undone`: its import was undone, so it is imported again.
 */
export interface KnownVisit {
  source: string;
  /** Null when it was imported from a file without rows, or before rows were stored. */
  rowSource: string | null;
  taskId: number;
  state: 'same' | 'changed' | 'hidden' | 'moved' | 'undone';
  time: string;
  title: string;
  text: string;
}

/** A visit of a file that is stored already, with the source of the stored visit. */
export interface MatchedVisit {
  visit: ImportedVisit;
  known: KnownVisit;
}

/**
 * Finds the visits of a file that were imported before, by these rules in this order:
 * 1. the same source; a job number also needs the same day, the same row, or the same title within the month;
 * 2. the same source of its content;
 * 3. the same row, because a change of column roles changes the source;
 * 4. the only visit at its time of day, if its title is similar or its text the same.
 * A visit without a match is new, and `known` is null.
 */
export function matchKnown(
  visits: readonly ImportedVisit[],
  known: readonly KnownVisit[],
): { visit: ImportedVisit; known: KnownVisit | null }[] {
  const bySource = new Map(known.map((visit) => [visit.source, visit]));
  const byRow = new Map(
    known.flatMap((visit) => (visit.rowSource === null ? [] : [[visit.rowSource, visit] as const])),
  );
  const matches = new Map<ImportedVisit, KnownVisit>();
  const takenVisits = new Set<KnownVisit>();
  const assignMatches = (find: (visit: ImportedVisit) => KnownVisit | undefined) => {
    for (const visit of visits) {
      const found = matches.has(visit) ? undefined : find(visit);
      if (found === undefined || takenVisits.has(found)) continue;
      matches.set(visit, found);
      takenVisits.add(found);
    }
  };
  assignMatches((visit) => {
    const found = bySource.get(visit.source);
    return found && (visit.contentSource === undefined || isOfSameJob(visit, found)) ? found : undefined;
  });
  assignMatches(({ contentSource }) => (contentSource === undefined ? undefined : bySource.get(contentSource)));
  assignMatches(({ rowSource }) => (rowSource === undefined ? undefined : byRow.get(rowSource)));
  const rowsByInstant = byInstant(visits.filter((visit) => !matches.has(visit)).map(({ visit }) => visit));
  const knownByInstant = byInstant(known.filter((visit) => !takenVisits.has(visit)));
  assignMatches(({ visit }) => {
    const instant = Date.parse(visit.time);
    const [candidate, ...others] = knownByInstant.get(instant) ?? [];
    if (!candidate || others.length > 0 || rowsByInstant.get(instant)?.length !== 1) return undefined;
    return hasTimeOfDay(visit.time) && hasSameWords(visit, candidate) ? candidate : undefined;
  });
  return visits.map((visit) => {
    const found = matches.get(visit);
    if (found) return { visit: { ...visit, source: found.source }, known: found };
    // if another visit has the source of this job number, the source of the content is used
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

/** A shorter text, such as *Done*, does not identify a visit. */
const minText = 16;

function hasSameWords({ title, tasks }: ImportedVisit['visit'], known: KnownVisit): boolean {
  // earlier imports took errors of a spreadsheet for titles; such a title fits every visit
  if (cellFault(known.title) !== null || isSimilarTitle(title, known.title)) return true;
  return tasks.length >= minText && isSameTitle(tasks, known.text);
}

function byInstant<Timed extends { time: string }>(list: readonly Timed[]): Map<number, Timed[]> {
  const groups = new Map<number, Timed[]>();
  for (const item of list) {
    const instant = Date.parse(item.time);
    const others = groups.get(instant);
    if (others) others.push(item);
    else groups.set(instant, [item]);
  }
  return groups;
}
