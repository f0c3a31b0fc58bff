import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { t } from '../../../lib/language/translate.ts';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import { readIntoMemory } from '../../../lib/upload/upload-file.ts';
import type { ImportRun } from '../../../records/import/apply-site.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { noChoices, type TableChoices } from '../../../records/import/table-choices.ts';
import type { FileChoices, TableFile } from '../../../records/import/table-file.ts';
import type { VisitColumn } from '../../../records/import/visit-columns.ts';
import { invalidateSites, type EditedSite } from '../../../records/site/site-queries.ts';
import type { VisitKind } from '../../../records/task/visit.ts';
import type { CheckedVisits, ServerReads } from './check-visits.ts';
import { withRepairs, type Repairs } from './row-repairs.ts';

/** Loads the code with the readers of tables, once a file is chosen. */
const loadCheckVisits = () => fetchCode(() => import('./check-visits.ts'));

/** All that a person has chosen. */
interface Chosen {
  file: File | null;
  /** The opened file; null until it was read. */
  table: TableFile | null;
  /** Photos and PDFs named by the table. */
  photos: readonly File[];
  options: FileChoices;
  choices: TableChoices;
}

const defaultOptions: FileChoices = { encoding: null, separator: null, sheet: null };
/** A decision about the table: of a column, a name or a kind, or of all. */
interface Decision {
  role?: [index: number, column: VisitColumn | null];
  /** An empty name takes the decision back. */
  sites?: [form: string, site: string];
  kinds?: [form: string, kind: VisitKind | 'none'];
  order?: TableChoices['order'];
  epoch?: TableChoices['epoch'];
  hidden?: TableChoices['hidden'];
  site?: string;
}

/** Reads a table as soon as it is chosen and again with every decision, and imports on request; pressing again imports nothing twice. */
export function useImport(sites: readonly EditedSite[]) {
  const [chosen, setChosen] = useState<Chosen>({
    file: null,
    table: null,
    photos: [],
    options: defaultOptions,
    choices: noChoices,
  });
  const [checked, setChecked] = useState<CheckedVisits | null>(null);
  const [anyway, setAnyway] = useState<ReadonlySet<string>>(new Set());
  const [updated, setUpdated] = useState<ReadonlySet<string>>(new Set());
  const [done, setDone] = useState(0);
  const readsRef = useRef<ServerReads | null>(null);

  const checking = useTableCheck(sites, setChosen, readsRef);
  const applying = useImportRun(chosen.photos, readsRef, setDone);

  const { data: outcome } = applying;
  const unfinishedSites = outcome && [...outcome.failed, ...outcome.unclear];
  // unconfirmed sites stay unconfirmed where the code could not be loaded
  const unconfirmed = outcome?.unclear ?? applying.variables?.unconfirmed ?? [];
  const remaining = checked && remainingVisits(checked, { unfinishedSites, anyway, updated });

  /** Applies the plan. A repetition belongs to the same run, so that all of it is undone together. */
  const applyNow = () => {
    const name = Array.from(chosen.file?.name ?? '')
      .slice(0, 200)
      .join('');
    const run = applying.variables?.run ?? { id: crypto.randomUUID(), file: name };
    if (remaining) applying.mutate({ plans: remaining, run, unconfirmed });
  };

  const checkNow = (next: Chosen) => {
    setChosen(next);
    applying.reset();
    checking.mutate(next, { onSuccess: setChecked });
  };
  const decideAll = (choices: TableChoices) => checkNow({ ...chosen, choices });

  return {
    sites,
    file: chosen.file,
    photos: chosen.photos,
    /** Takes a table, with nothing decided yet, or more photos. */
    choose: ({ file, photos = chosen.photos }: { file?: File; photos?: readonly File[] }) => {
      if (!file) return checkNow({ ...chosen, photos });
      setChecked(null);
      setAnyway(new Set());
      setUpdated(new Set());
      readsRef.current = null;
      return checkNow({ file, table: null, photos, options: defaultOptions, choices: noChoices });
    },
    /** Has the file itself read in another way. With other rows and columns, decisions about its table no longer fit. */
    decide: (options: Partial<FileChoices>) =>
      checkNow({
        ...chosen,
        options: { ...chosen.options, ...options },
        choices: options.encoding ? chosen.choices : { ...noChoices, site: chosen.choices.site },
      }),
    decideTable: (decision: Decision) => decideAll(withDecision(chosen.choices, decision)),
    repaired: chosen.choices.cells,
    hasRepairs: chosen.choices.cells.size > 0,
    repair: (repairs: Repairs) => {
      decideAll({ ...chosen.choices, cells: withRepairs(chosen.choices.cells, repairs) });
    },
    /** The rows that are added although a visit like theirs is there. */
    anyway,
    setAnyway,
    /** The rows whose visits are updated. */
    updated,
    setUpdated,
    /** Checks the file again after its import was undone. */
    checkAgain: () => {
      readsRef.current = null;
      if (chosen.file) checkNow(chosen);
    },
    check: () => checking.mutate(chosen, { onSuccess: setChecked }),
    isChecking: checking.isPending,
    checkError: checking.error,
    checked,
    /** How many visits are still to be updated. */
    toUpdate: remaining?.sites.reduce((sum, { updates }) => sum + updates.length, 0) ?? 0,
    /** How many visits are still to be imported. */
    toImport: remaining?.sites.reduce((sum, { diff }) => sum + diff.visits.length, 0) ?? 0,
    apply: applyNow,
    isApplying: applying.isPending,
    hasFailed: applying.isError,
    applied: applying.data ?? null,
    /** Visits whose files are uploaded. */
    done,
  };
}

export type ImportState = ReturnType<typeof useImport>;

/** Checks what was chosen; a new check ends the one before. */
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
      // the table is read into memory, because a file that is saved again can no longer be read; photos may be more than the memory holds
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

interface Applied {
  plans: CheckedVisits;
  run: ImportRun;
  unconfirmed: readonly string[];
}

/** Imports what was checked. Whoever leaves the page meanwhile is asked first. */
function useImportRun(
  photos: readonly File[],
  readsRef: RefObject<ServerReads | null>,
  setDone: (visits: number) => void,
) {
  return useMutation({
    mutationFn: async ({ plans, run, unconfirmed }: Applied) => {
      setDone(0);
      const removeNote = noteUnsaved(t('Visits are being imported.'));
      try {
        return await (await loadCheckVisits()).applyVisits(plans, run, photos, unconfirmed, setDone);
      } finally {
        removeNote();
        // the import has changed what the server has
        readsRef.current = null;
      }
    },
    onSuccess: invalidateSites,
    onError: (error) => console.error('The visits could not be taken over', error),
  });
}

interface Remaining {
  /** The sites that a run did not complete; null before a run. Imported sites are not sent again. */
  unfinishedSites: readonly string[] | null | undefined;
  /** The rows that are added although a visit like theirs is there. */
  anyway: ReadonlySet<string>;
  /** The rows whose visits are updated. */
  updated: ReadonlySet<string>;
}

/** What is still to be imported. Visits that seem to be there are left out. */
function remainingVisits(checked: CheckedVisits, { unfinishedSites, anyway, updated }: Remaining): CheckedVisits {
  const isThere = new Set(checked.sameDay.flatMap(({ row }) => (anyway.has(row) ? [] : [row])));
  return {
    ...checked,
    sites: checked.sites
      .filter(({ plan }) => unfinishedSites?.includes(plan.name) ?? true)
      .map(({ plan, diff, updates }) => ({
        plan: { ...plan, visits: plan.visits.filter(({ row }) => !isThere.has(row)) },
        diff: { ...diff, visits: diff.visits.filter(({ row }) => !isThere.has(row)) },
        updates: updates.filter(({ visit }) => updated.has(visit.row)),
      })),
  };
}

/** The choices with one more decision; of a column the latest counts. */
function withDecision(choices: TableChoices, { role, sites: site, kinds, ...others }: Decision): TableChoices {
  const roles = new Map(choices.roles);
  if (role) {
    roles.delete(role[0]);
    roles.set(...role);
  }
  return {
    ...choices,
    ...others,
    roles: roles,
    ...(site && { sites: new Map([...new Map([...choices.sites, site])].filter(([, name]) => name !== '')) }),
    ...(kinds && { kinds: new Map([...choices.kinds, kinds]) }),
  };
}
