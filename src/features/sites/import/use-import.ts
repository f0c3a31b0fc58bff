import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { heldFile } from '../../../lib/held-file.ts';
import { holdUnsaved } from '../../../lib/unsaved.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { invalidateSites } from '../../../records/site/site-queries.ts';
import type { CheckedVisits } from './check-visits.ts';

interface ChosenFiles {
  csv: File | null;
  /** Photos and PDFs named by the CSV. */
  files: readonly File[];
}

/** The CSV parser loads once a file is chosen. */
const loadRules = () => fetchCode(() => import('./check-visits.ts'));

/** Checks files as soon as they are chosen, and imports them on request; pressing again imports nothing twice. */
export function useImport(siteNames: readonly string[]) {
  const [chosen, setChosen] = useState<ChosenFiles>({ csv: null, files: [] });
  const [done, setDone] = useState(0);
  const checking = useMutation({
    mutationFn: async ({ csv, files }: ChosenFiles) => {
      if (!csv) return null;
      const held = await heldFile(csv);
      // corrected and saved again, it is not the chosen one; the photos can be more than the memory holds
      setChosen((before) => (before.csv === csv ? { ...before, csv: held } : before));
      return (await loadRules()).checkVisits(held, files, siteNames);
    },
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
    onSuccess: invalidateSites,
    onError: (error) => console.error('The visits could not be taken over', error),
  });

  const { data: outcome } = applying;
  const unfinished = outcome && [...outcome.failed, ...outcome.unclear];
  // doubts remain when not even the code could be loaded
  const doubted = outcome?.unclear ?? applying.variables?.doubted ?? [];
  // imported sites are left alone
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
    checkError: checking.error,
    checked: checking.data ?? null,
    left: left ?? null,
    apply: () => left && applying.mutate({ checked: left, doubted }),
    isApplying: applying.isPending,
    hasFailed: applying.isError,
    applied: applying.data ?? null,
    /** Visits whose files are uploaded. */
    done,
  };
}
