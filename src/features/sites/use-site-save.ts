import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { withIdempotencyKey } from '../../records/attempt.ts';
import { saveWithRevision } from '../../records/save-with-revision.ts';
import { siteColumns, type SiteField, type SiteFields } from '../../records/site/site-columns.ts';
import { isPromiseColumn, promisesFrom, type PromiseStart } from '../../records/site/site-promise.ts';
import {
  type EditedSite,
  addSite,
  readSite,
  siteSaved,
  sitesQuery,
  writeSite,
} from '../../records/site/site-queries.ts';
import { type Whose } from '../../ui/message/ConflictDialog.tsx';
import {
  siteFields,
  type TypedSite,
  changedSiteFields,
  conflictingFields,
  newSite,
  storedFields,
  overlayTyped,
  type SiteErrors,
  checkSite,
  refusedFields,
  useSiteDraft,
} from './site-edit.ts';

/** The fields that somebody else changed first, and the record as it is saved now. */
export interface SiteConflict {
  fields: SiteField[];
  theirs: EditedSite;
}

type SiteSaveResult = { site: EditedSite } | { conflict: SiteConflict };

/**
 * Saves a site. A field that only somebody else changed keeps that value; if both changed the same field, nothing is written
 * (`decisions §5`).
 * @param promisedFrom since when a changed promise holds
 */
async function saveSite(
  base: EditedSite,
  changes: Partial<SiteFields>,
  promisedFrom: PromiseStart,
): Promise<SiteSaveResult> {
  let latest = base;
  const isPromise = Object.keys(changes).some(isPromiseColumn);
  return withIdempotencyKey(`site/${base.id}`, isPromise ? { ...changes, promisedFrom } : changes, (attempt) =>
    saveWithRevision<EditedSite, SiteSaveResult>({
      base,
      read: () => readSite(base.id),
      write: async (current) => {
        const fields = conflictingFields(latest, changes, current);
        if (fields.length > 0) return { conflict: { fields, theirs: current } };
        latest = current;
        const earlier = isPromise ? { promised_before: promisesFrom(current, promisedFrom) } : {};
        const site = await writeSite(current, { ...changes, ...earlier }, attempt);
        return site && { site };
      },
      done: (site) => ({ site }),
    }),
  );
}

interface SiteSaving {
  base: EditedSite | null;
  typed: TypedSite;
  promisedFrom: PromiseStart;
}

interface SiteSaveEvents {
  onSaved: (site: EditedSite) => void;
  /** Called when the form has errors beside its fields. */
  onRefused: () => void;
}

/** Checks and saves the typed values of a site; `resolve` saves the values that were chosen in a conflict. */
export function useSiteSave(
  draft: ReturnType<typeof useSiteDraft>,
  otherNames: readonly string[],
  { onSaved, onRefused }: SiteSaveEvents,
) {
  const [errors, setErrors] = useState<SiteErrors>({});
  const showErrors = (newErrors: SiteErrors) => {
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) onRefused();
  };
  const [conflict, setConflict] = useState<SiteConflict | null>(null);

  // the save after a conflict uses the answer that was given before it
  const promiseStart = useRef<PromiseStart>('always');

  const saving = useMutation({
    mutationFn: async ({ base, typed, promisedFrom }: SiteSaving): Promise<SiteSaveResult> =>
      base
        ? saveSite(base, storedFields(changedSiteFields(base, typed), typed), promisedFrom)
        : { site: await addSite({ ...newSite, ...storedFields(siteFields, typed) }) },
    onSuccess: (result, { typed }) => {
      if ('conflict' in result) {
        setConflict(result.conflict);
        return;
      }
      siteSaved(result.site);
      draft.saved(result.site, typed);
      notify.success(t('Data updated successfully!'));
    },
    onError: (error) => {
      const fieldErrors = refusedFields(error);
      showErrors(fieldErrors ?? {});
      // the list of sites is old: it lacks the site that has this name
      if (fieldErrors?.name) void queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      if (!fieldErrors) console.error('The site could not be saved', error);
    },
  });

  const save = (input: SiteSaving) =>
    saving.mutate(input, {
      // `mutate` does not call this once the form is left; otherwise `onSaved` would open the form again
      onSuccess: (result) => 'site' in result && onSaved(result.site),
    });

  return {
    isSaving: saving.isPending,
    /** The last save failed for a reason that no field shows. */
    hasFailed: saving.isError && !refusedFields(saving.error),
    errors,
    conflict,
    /** Clears the errors of fields whose input has changed. */
    clear: (fields: readonly SiteField[]) => {
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([key]) => !fields.some((field) => field === key))),
      );
      if (saving.isError) saving.reset();
    },
    /** Returns whether the form can be saved, and shows the errors beside the fields. `unfinished` are fields with an incomplete date. */
    check: (unfinished: readonly string[]) => {
      const { base, typed, changed } = draft;
      const fieldErrors = checkSite(base ? changed : siteFields, typed, otherNames);
      for (const { column, kind } of siteColumns)
        if (kind === 'contract end' && unfinished.includes(column))
          fieldErrors[column] = t('Finish the date, or empty the field.');
      showErrors(fieldErrors);
      const hasChanges = base === null || changed.length > 0;
      return hasChanges && Object.keys(fieldErrors).length === 0;
    },
    save: (promisedFrom: PromiseStart) => {
      promiseStart.current = promisedFrom;
      save({ base: draft.base, typed: draft.typed, promisedFrom });
    },
    resolve: (choices: Partial<Record<SiteField, Whose>>) => {
      if (!conflict) return;
      const { theirs } = conflict;
      const ownFields = draft.changed.filter((field) => choices[field] !== 'theirs');
      const typed = overlayTyped(theirs, draft.typed, ownFields);
      setConflict(null);
      draft.rebase(theirs, typed);
      if (changedSiteFields(theirs, typed).length > 0)
        save({ base: theirs, typed, promisedFrom: promiseStart.current });
      else {
        siteSaved(theirs);
        notify.success(t('Their values are kept. Nothing is left to save.'));
      }
    },
    closeConflict: () => setConflict(null),
  };
}
