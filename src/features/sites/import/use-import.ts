import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { t } from '../../../lib/language/translate.ts';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import { readIntoMemory } from '../../../lib/upload/upload-file.ts';
import type { ImportRun } from '../../../records/import/apply-site.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { hasChoices, noChoices, type TableChoices } from '../../../records/import/table-choices.ts';
import type { FileChoices, TableFile } from '../../../records/import/table-file.ts';
import type { VisitColumn } from '../../../records/import/visit-columns.ts';
import { invalidateSites, type EditedSite } from '../../../records/site/site-queries.ts';
import type { VisitKind } from '../../../records/task/visit.ts';
import type { CheckedVisits, ServerReads } from './check-visits.ts';
import { withRepairs, type Repairs } from './row-repairs.ts';

/** Loads the code that reads tables, which is not needed before a file is chosen. */
const loadCheckVisits = () => fetchCode(() => import('./check-visits.ts'));

/** The files, options and decisions that a person has chosen. */
interface Chosen {
  file: File | null;
  /** The opened file; null until it is read. */
  table: TableFile | null;
  /** Photos and PDFs that the table may name. */
  photos: readonly File[];
  options: FileChoices;
  choices: TableChoices;
}

const defaultOptions: FileChoices = { encoding: null, separator: null, sheet: null };

/** A decision about a column, a name or a kind of the table, or about the whole table. */
interface Decision {
  role?: [index: number, column: VisitColumn | null];
  /** The site that an unknown name means; an empty site withdraws the decision. */
  sites?: [comparedName: string, site: string];
  kinds?: [comparedWord: string, kind: VisitKind | 'none'];
  order?: TableChoices['order'];
  epoch?: TableChoices['epoch'];
  hidden?: TableChoices['hidden'];
  site?: string;
}

/**
 * Reads a table when it is chosen and again after every decision, and imports it on request. A repeated import saves no visit twice.
 */
export function useImport(sites: readonly EditedSite[]) {
  const [chosen, setChosen] = useState<Chosen>({
    file: null,
    table: null,
    photos: [],
    options: defaultOptions,
    choices: noChoices,
  });
  const [checked, setChecked] = useState<CheckedVisits | null>(null);
  const [addedAnyway, setAddedAnyway] = useState<ReadonlySet<string>>(new Set());
  const [rowsToUpdate, setRowsToUpdate] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState(0);
  const readsRef = useRef<ServerReads | null>(null);

  const checking = useTableCheck(sites, setChosen, readsRef);
  const applying = useImportRun(chosen.photos, readsRef, setDone);

  const { data: outcome } = applying;
  const unfinishedSites = outcome && [...outcome.failed, ...outcome.unclear];
  // if the code could not be loaded, there is no outcome, and the sites that were unconfirmed before still are
  const unconfirmed = outcome?.unclear ?? applying.variables?.unconfirmed ?? [];
  const remainingCheck = checked && remainingVisits(checked, { unfinishedSites, addedAnyway, rowsToUpdate });

  /** Starts the import. A repetition belongs to the same run, so that both are undone together. */
  const applyNow = () => {
    // the database takes file names of at most 200 characters
    const name = Array.from(chosen.file?.name ?? '')
      .slice(0, 200)
      .join('');
    const run = applying.variables?.run ?? { id: crypto.randomUUID(), file: name };
    if (remainingCheck) applying.mutate({ remaining: remainingCheck, run, unconfirmed });
  };

  const checkNow = (next: Chosen) => {
    setChosen(next);
    applying.reset();
    checking.mutate(next, { onSuccess: setChecked });
  };
  // the same names may mean other rows then
  const forgetRows = () => {
    setAddedAnyway(new Set());
    setRowsToUpdate(new Set());
  };
  const decideAll = (choices: TableChoices) => checkNow({ ...chosen, choices });

  return {
    sites,
    file: chosen.file,
    photos: chosen.photos,
    /** Takes a new table, which resets all decisions, or a new list of photos. */
    choose: ({ file, photos = chosen.photos }: { file?: File; photos?: readonly File[] }) => {
      if (!file) return checkNow({ ...chosen, photos });
      setChecked(null);
      forgetRows();
      readsRef.current = null;
      return checkNow({ file, table: null, photos, options: defaultOptions, choices: noChoices });
    },
    /** Reads the file with other options. Another sheet or separator gives other rows and columns, so it resets the decisions about the table. */
    changeOptions: (changed: Partial<FileChoices>) => {
      const options = { ...chosen.options, ...changed };
      if (changed.encoding) return checkNow({ ...chosen, options });
      forgetRows();
      return checkNow({ ...chosen, options, choices: { ...noChoices, site: chosen.choices.site } });
    },
    decideTable: (decision: Decision) => decideAll(withDecision(chosen.choices, decision)),
    repaired: chosen.choices.cells,
    /** Whether a person has decided anything that another table or reading would reset, except the site of all visits. */
    hasDecisions: hasChoices(chosen.choices) || addedAnyway.size + rowsToUpdate.size > 0,
    repair: (repairs: Repairs) => {
      decideAll({ ...chosen.choices, cells: withRepairs(chosen.choices.cells, repairs) });
    },
    /** The names of the rows to add although the site has a similar visit. */
    addedAnyway,
    setAddedAnyway,
    /** The names of the rows whose visits are to be updated. */
    rowsToUpdate,
    setRowsToUpdate,
    /** Checks the file again after its import was undone. */
    checkAgain: () => {
      readsRef.current = null;
      if (chosen.file) checkNow(chosen);
    },
    /** Checks the chosen file again, after it could not be checked. */
    check: () => checking.mutate(chosen, { onSuccess: setChecked }),
    isChecking: checking.isPending,
    checkError: checking.error,
    checked,
    /** How many visits are still to be updated. */
    toUpdate: remainingCheck?.sites.reduce((sum, { updates }) => sum + updates.length, 0) ?? 0,
    /** How many visits are still to be imported. */
    toImport: remainingCheck?.sites.reduce((sum, { diff }) => sum + diff.visits.length, 0) ?? 0,
    apply: applyNow,
    isApplying: applying.isPending,
    hasFailed: applying.isError,
    applied: applying.data ?? null,
    /** How many visits of the running import have their files uploaded. */
    done,
  };
}

export type ImportState = ReturnType<typeof useImport>;

/** The mutation that checks the chosen table. A new check aborts the one before. */
function useTableCheck(
  sites: readonly EditedSite[],
  setChosen: Dispatch<SetStateAction<Chosen>>,
  readsRef: RefObject<ServerReads | null>,
) {
  const controllerRef = useRef<AbortController | null>(null);
  return useMutation({
    mutationFn: async ({ file, table, photos, options, choices }: Chosen) => {
      controllerRef.current?.abort();
      const controller = new AbortController();
      controllerRef.current = controller;
      if (!file) return null;
      // the browser cannot read a file that was saved again after it was chosen, so the table is copied into memory; photos may be too large
      const inMemory = table ? file : await readIntoMemory(file);
      const update = (values: Partial<Chosen>) =>
        setChosen((before) => (before.file === file || before.file === inMemory ? { ...before, ...values } : before));
      update({ file: inMemory });
      const code = await loadCheckVisits();
      const opened = table ?? (await code.openChosen(inMemory));
      update({ table: opened });
      readsRef.current ??= code.serverReads();
      return code.checkVisits(opened, { photos, sites, options, choices }, readsRef.current, controller.signal);
    },
    onError: (error) => {
      const isExpected = error instanceof ImportUnreadable || error.name === 'AbortError';
      if (!isExpected) console.error('The table could not be checked', error);
    },
  });
}

interface RunInput {
  remaining: CheckedVisits;
  run: ImportRun;
  unconfirmed: readonly string[];
}

/** The mutation that imports the checked visits. While it runs, the browser asks before the page is left. */
function useImportRun(
  photos: readonly File[],
  readsRef: RefObject<ServerReads | null>,
  setDone: (visits: number) => void,
) {
  return useMutation({
    mutationFn: async ({ remaining, run, unconfirmed }: RunInput) => {
      setDone(0);
      const removeNote = noteUnsaved(t('Visits are being imported.'));
      try {
        return await (await loadCheckVisits()).applyVisits(remaining, run, photos, unconfirmed, setDone);
      } finally {
        removeNote();
        // the cached answers of the server are old now
        readsRef.current = null;
      }
    },
    onSuccess: invalidateSites,
    onError: (error) => console.error('The visits could not be taken over', error),
  });
}

interface RemainingOptions {
  /** The sites that the last run did not complete, null before a run. Other sites are not sent again. */
  unfinishedSites: readonly string[] | null | undefined;
  /** The names of the rows to add although the site has a similar visit. */
  addedAnyway: ReadonlySet<string>;
  /** The names of the rows whose visits are to be updated. */
  rowsToUpdate: ReadonlySet<string>;
}

/** Reduces a check to the visits that are still to be imported or updated. A visit that the site seems to have is left out. */
function remainingVisits(
  checked: CheckedVisits,
  { unfinishedSites, addedAnyway, rowsToUpdate }: RemainingOptions,
): CheckedVisits {
  const skippedRows = new Set(checked.sameDay.flatMap(({ row }) => (addedAnyway.has(row) ? [] : [row])));
  return {
    ...checked,
    sites: checked.sites
      .filter(({ plan }) => unfinishedSites?.includes(plan.name) ?? true)
      .map(({ plan, diff, updates }) => ({
        plan: { ...plan, visits: plan.visits.filter(({ row }) => !skippedRows.has(row)) },
        diff: { ...diff, visits: diff.visits.filter(({ row }) => !skippedRows.has(row)) },
        updates: updates.filter(({ visit }) => rowsToUpdate.has(visit.row)),
      })),
  };
}

/** Adds a decision to the choices. A later decision about the same column, name or kind replaces the earlier. */
function withDecision(choices: TableChoices, { role, sites: site, kinds, ...others }: Decision): TableChoices {
  const roles = new Map(choices.roles);
  if (role) {
    // deleted first, so that the latest decision is the last in the map
    roles.delete(role[0]);
    roles.set(...role);
  }
  return {
    ...choices,
    ...others,
    roles,
    ...(site && { sites: new Map([...new Map([...choices.sites, site])].filter(([, name]) => name !== '')) }),
    ...(kinds && { kinds: new Map([...choices.kinds, kinds]) }),
  };
}
