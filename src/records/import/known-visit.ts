import type { ImportedVisit } from './import-plan.ts';
import { cellFault } from './read-fault.ts';
import { hasTimeOfDay, singaporeDay } from './same-day.ts';
import { isSameTitle, isSimilarTitle } from './similarity.ts';

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
 * Finds the visits of a file that were imported before. Rules, in this order: the same source, where a job number also
 * needs the same day, row, or title within the month; the same source of its content; the same row, because other
 * column roles give a visit another source; and the only visit of its minute, if its title or text is similar. A visit
 * without a match gets a source of its own.
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
  const rowsByInstant = byInstant(visits.filter((visit) => !matches.has(visit)).map(({ visit }) => visit));
  const knownByInstant = byInstant(known.filter((visit) => !taken.has(visit)));
  match(({ visit }) => {
    const instant = Date.parse(visit.time);
    const [candidate, ...others] = knownByInstant.get(instant) ?? [];
    if (!candidate || others.length > 0 || rowsByInstant.get(instant)?.length !== 1) return undefined;
    return hasTimeOfDay(visit.time) && hasSameWords(visit, candidate) ? candidate : undefined;
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

/** A shorter text, such as *Done*, does not tell which visit it is of. */
const minText = 16;

function hasSameWords({ title, tasks }: ImportedVisit['visit'], known: KnownVisit): boolean {
  // an error of a spreadsheet, as earlier imports took it for a title, says nothing either
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
