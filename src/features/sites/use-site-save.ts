import { useState } from 'react';
import { checkSite, refusedFields, type SiteErrors } from './site-check.ts';
import { changedSiteFields, newSite, siteFields, storedFields, typedOnTopOf, type TypedSite } from './site-edit.ts';
import type { SiteField } from '../../records/site/site-columns.ts';
import { siteSaved, sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { addSite, saveSite, type Saved } from './save-site.ts';
import type { useSiteDraft } from './use-site-draft.ts';

/** Whose value of a field is kept. */
export type Choice = 'mine' | 'theirs';

export type Conflict = Extract<Saved, { kind: 'conflict' }>;

/** Saves what is typed: checks it, writes it, and tells what came of it. `onSaved` gets the record as it is stored. */
export function useSiteSave(
  draft: ReturnType<typeof useSiteDraft>,
  otherNames: readonly string[],
  onSaved: (site: EditedSite) => void,
) {
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const [errors, setErrors] = useState<SiteErrors>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const write = async (base: EditedSite | null, typed: TypedSite) => {
    setState('saving');
    try {
      const saved = base
        ? await saveSite(base, storedFields(changedSiteFields(base, typed), typed))
        : { kind: 'saved' as const, site: await addSite({ ...newSite, ...storedFields(siteFields, typed) }) };
      setState('idle');
      if (saved.kind === 'conflict') {
        setConflict(saved);
        return;
      }
      siteSaved(saved.site);
      draft.saved(saved.site, typed);
      notify.success('Data updated successfully!');
      onSaved(saved.site);
    } catch (error) {
      const refusal = refusedFields(error);
      setState(refusal ? 'idle' : 'failed');
      setErrors(refusal ?? {});
      // somebody added a site that this list does not have yet
      if (refusal?.name) void queryClient.invalidateQueries({ queryKey: sitesQuery.queryKey });
      if (!refusal) console.error('The site could not be saved', error);
    }
  };

  return {
    state,
    errors,
    conflict,
    /** Forgets what was wrong with fields that are typed anew. */
    clear: (fields: readonly SiteField[]) => {
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([key]) => !fields.some((f) => f === key))),
      );
      setState((before) => (before === 'failed' ? 'idle' : before));
    },
    /** `unfinished`: fields whose input holds something that is no value yet, such as half a date. */
    save: (unfinished: readonly string[]) => {
      const { base, typed, changed } = draft;
      const found = checkSite(base ? changed : siteFields, typed, otherNames);
      if (unfinished.includes('contract_until')) found.contract_until = 'Finish the date, or empty the field.';
      setErrors(found);
      const nothing = base !== null && changed.length === 0;
      if (!nothing && Object.keys(found).length === 0) void write(base, typed);
    },
    /** Saves with whose values were chosen, on top of their record. */
    resolve: (choices: Partial<Record<SiteField, Choice>>) => {
      if (!conflict) return;
      const { theirs } = conflict;
      const kept = draft.changed.filter((field) => choices[field] !== 'theirs');
      const typed = typedOnTopOf(theirs, draft.typed, kept);
      setConflict(null);
      draft.rebase(theirs, typed);
      if (changedSiteFields(theirs, typed).length > 0) void write(theirs, typed);
      else {
        siteSaved(theirs);
        notify.success('Their values are kept. Nothing is left to save.');
      }
    },
    closeConflict: () => setConflict(null),
  };
}
