import type { ImportedVisit } from './import-plan.ts';

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
}

/** A visit of a file that is stored already, under the source by which it is known. */
export interface MatchedVisit {
  visit: ImportedVisit;
  known: KnownVisit;
}

/**
 * Which visits of a file were imported before: those of the same source and, as another choice of columns gives a visit another
 * source, those of the same row. Where a row of the file says the minute of one imported visit, and nothing else does, it is that
 * visit too: its title was corrected in the file.
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
  match(({ source }) => bySource.get(source));
  match(({ rowSource }) => (rowSource === undefined ? undefined : byRow.get(rowSource)));
  const rowsAt = byInstant(visits.filter((visit) => !matches.has(visit)).map(({ visit }) => visit));
  const knownAt = byInstant(known.filter((one) => !taken.has(one)));
  match(({ visit: { time } }) => {
    const there = knownAt.get(Date.parse(time)) ?? [];
    // without a time of day, a minute says nothing
    const isSure = !time.includes('T00:00:00') && there.length === 1 && rowsAt.get(Date.parse(time))?.length === 1;
    return isSure ? there[0] : undefined;
  });
  return visits.map((visit) => {
    const found = matches.get(visit);
    return found ? { visit: { ...visit, source: found.source }, known: found } : { visit, known: null };
  });
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
