import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { holdUnsaved } from '../../../lib/unsaved.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import type { CheckedVisits } from './check-visits.ts';

interface ChosenFiles {
  csv: File | null;
  /** Photos and PDFs, which the CSV names. */
  files: readonly File[];
}

/** What reads CSVs is fetched when one is chosen. */
const loadRules = () => fetchCode(() => import('./check-visits.ts'));

/** Checks the files that are chosen at once, and takes them over when asked. Pressed again it takes over nothing twice. */
export function useImport(siteNames: readonly string[]) {
  const [chosen, setChosen] = useState<ChosenFiles>({ csv: null, files: [] });
  const [done, setDone] = useState(0);
  const checking = useMutation({
    mutationFn: async ({ csv, files }: ChosenFiles) =>
      csv ? (await loadRules()).checkVisits(csv, files, siteNames) : null,
    onError: (error) => {
      if (!(error instanceof ImportUnreadable)) console.error('The CSV could not be checked', error);
    },
  });
  const applying = useMutation({
    mutationFn: async ({ checked, doubted }: { checked: CheckedVisits; doubted: readonly string[] }) => {
      setDone(0);
      const safe = holdUnsaved('Visits are being imported.');
      try {
        return await (await loadRules()).applyVisits(checked, chosen.files, doubted, setDone);
      } finally {
        safe();
      }
    },
    onSuccess: () => {
      for (const key of ['maintable', 'maintables']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
    onError: (error) => console.error('The visits could not be taken over', error),
  });

  const { data: outcome } = applying;
  const unfinished = outcome && [...outcome.failed, ...outcome.unclear];
  // what was in doubt stays so when not even the code for it came
  const doubted = outcome?.unclear ?? applying.variables?.doubted ?? [];
  // those that came through are left alone
  const left = checking.data && {
    ...checking.data,
    sites: checking.data.sites.filter(({ plan }) => unfinished?.includes(plan.name) ?? true),
  };

  const choose = (values: Partial<ChosenFiles>) => {
    const next = { ...chosen, ...values };
    setChosen(next);
    applying.reset();
    checking.mutate(next);
  };

  return {
    ...chosen,
    choose,
    check: () => checking.mutate(chosen),
    isChecking: checking.isPending,
    /** Why nothing could be checked. */
    checkError: checking.error,
    checked: checking.data ?? null,
    left: left ?? null,
    apply: () => left && applying.mutate({ checked: left, doubted }),
    isApplying: applying.isPending,
    hasFailed: applying.isError,
    applied: applying.data ?? null,
    /** Visits whose files are up. */
    done,
  };
}
