import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useToday } from '../../../components/use-today.ts';
import { comparedForm } from '../../../lib/calendar/plain-form.ts';
import type { DateOrder } from '../../../lib/calendar/written-date.ts';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { readIntoMemory } from '../../../lib/upload/upload-file.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import {
  openTable,
  readingOf,
  tableOf,
  type FileChoices,
  type FileReading,
  type TableFile,
} from '../../../records/import/table-file.ts';
import type { SiteField } from '../../../records/site/site-columns.ts';
import type { PromiseStart } from '../../../records/site/site-promise.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { siteStamp } from '../../../records/time.ts';
import { planSites, siteFinder, type SitePlanChoices } from './plan-sites.ts';
import {
  acceptedCell,
  hasSiteChoices,
  noSiteChoices,
  readSiteTable,
  type SiteCells,
  type SiteTableChoices,
  type SiteTableReading,
} from './read-site-table.ts';
import { knownSiteHeads, tableSubject } from './site-heads.ts';
import { suggestedCells } from './suggested-cells.ts';

/** The repaired cells of each row, by the number of the row. */
export type RepairedSites = ReadonlyMap<number, SiteCells>;

const defaultOptions: FileChoices = { encoding: null, separator: null, sheet: null };

/** How a file was read. */
interface ReadFile {
  options: FileReading;
  /** Null if the file could not be read as a table; `unreadable` then says why. */
  reading: SiteTableReading | null;
  unreadable: string | null;
  /** Whether the column heads are those of a table of visits, which belongs to the other import. */
  isOfVisits: boolean;
}

/** Opens a table of sites and reads it again after every decision. It saves nothing. */
export function useSiteImport(sites: readonly EditedSite[]) {
  const now = useToday();
  const today = siteStamp(now).slice(0, 10);
  const [options, setOptions] = useState(defaultOptions);
  const [choices, setChoices] = useState<SiteTableChoices>(noSiteChoices);
  const [answers, setAnswers] = useState<SitePlanChoices['sites']>(new Map());
  const [taken, setTaken] = useState<SitePlanChoices['taken']>(new Map());
  const [bringsBack, setBringsBack] = useState(false);
  const [promisedFrom, setPromisedFrom] = useState<PromiseStart>(today);
  const opening = useTableOpening();
  const table = opening.data ?? null;
  const readFile = useMemo(() => table && readFileOf(table, options, choices, now), [table, options, choices, now]);
  const finder = useMemo(() => siteFinder(sites), [sites]);
  const rows = readFile?.reading?.rows;
  const plan = useMemo(
    () => (rows ? planSites(rows, finder, { sites: answers, taken, promisedFrom, bringsBack }) : null),
    [rows, finder, answers, taken, promisedFrom, bringsBack],
  );
  const suggestions = useMemo(
    () => (rows ? suggestedCells(rows, (name) => finder.siteOf(answers.get(comparedForm(name)) ?? name)) : []),
    [rows, finder, answers],
  );
  const resetRowDecisions = () => {
    setAnswers(new Map());
    setTaken(new Map());
    setBringsBack(false);
  };
  return {
    sites,
    file: opening.variables ?? null,
    /** Takes a new table, which resets all decisions. */
    choose: (file: File) => {
      setOptions(defaultOptions);
      setChoices(noSiteChoices);
      resetRowDecisions();
      opening.mutate(file);
    },
    openAgain: () => opening.variables && opening.mutate(opening.variables),
    isOpening: opening.isPending,
    openError: opening.error,
    readFile,
    plan,
    suggestions,
    today,
    promisedFrom,
    setPromisedFrom,
    bringBack: () => setBringsBack(true),
    /** Reads the file with other options. Another sheet or separator gives other rows and columns, so it resets the decisions about them. */
    changeOptions: (changed: Partial<FileChoices>) => {
      setOptions((before) => ({ ...before, ...changed }));
      if (changed.encoding) return;
      setChoices(noSiteChoices);
      resetRowDecisions();
    },
    setRole: (index: number, field: SiteField | null) =>
      setChoices((before) => {
        const roles = new Map(before.roles);
        // deleted first, so that the latest decision is the last in the map
        roles.delete(index);
        return { ...before, roles: roles.set(index, field) };
      }),
    setOrder: (order: DateOrder) => setChoices((before) => ({ ...before, order })),
    setHiddenRead: (hidden: boolean) => setChoices((before) => ({ ...before, hidden })),
    repaired: choices.cells,
    repair: (repairs: RepairedSites) =>
      setChoices((before) => {
        const cells = new Map(before.cells);
        for (const [number, repair] of repairs) cells.set(number, { ...cells.get(number), ...repair });
        return { ...before, cells };
      }),
    /** Accepts contract ends that are no dates: they are saved as they are written. */
    accept: (texts: readonly { number: number; field: SiteField; cell: string }[]) =>
      setChoices((before) => ({
        ...before,
        accepted: new Set([
          ...before.accepted,
          ...texts.map(({ number, field, cell }) => acceptedCell(number, field, cell)),
        ]),
      })),
    /** Sets which site each name means; null for a new site. */
    answer: (sitesOfNames: readonly (readonly [name: string, site: string | null])[]) =>
      setAnswers(
        (before) => new Map([...before, ...sitesOfNames.map(([name, site]) => [comparedForm(name), site] as const)]),
      ),
    /** Leaves rows out or takes them, which `taken` records by the number of the row. */
    setLeftOut: (numbers: readonly number[], isLeftOut: boolean) =>
      setTaken((before) => new Map([...before, ...numbers.map((number) => [number, !isLeftOut] as const)])),
    /** Whether a person has made decisions that a new reading would reset. */
    hasDecisions: bringsBack || hasSiteChoices(choices) || answers.size + taken.size > 0,
  };
}

/** The mutation that opens a chosen file. */
function useTableOpening() {
  return useMutation({
    mutationFn: async (file: File) => {
      // the browser cannot read a file that was saved again after it was chosen, so the file is copied into memory
      const inMemory = await readIntoMemory(file);
      const bytes = new Uint8Array(await inMemory.arrayBuffer());
      return openTable(bytes, () => fetchCode(() => import('../../../records/import/workbook.ts')));
    },
    onError: (error) => {
      if (!(error instanceof ImportUnreadable)) console.error('The table could not be opened', error);
    },
  });
}

export type SiteImportState = ReturnType<typeof useSiteImport>;

/** Reads the opened file by the options and decisions. */
function readFileOf(file: TableFile, options: FileChoices, choices: SiteTableChoices, now: Date): ReadFile {
  const { text, ...reading } = readingOf(file, options, knownSiteHeads);
  try {
    const table = tableOf(file, { ...reading, text }, knownSiteHeads);
    return {
      options: reading,
      reading: readSiteTable(table, choices, now),
      unreadable: null,
      isOfVisits: tableSubject(table.rows) === 'visits',
    };
  } catch (error) {
    if (!(error instanceof ImportUnreadable)) throw error;
    return { options: reading, reading: null, unreadable: error.message, isOfVisits: false };
  }
}
