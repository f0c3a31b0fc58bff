import { useMutation } from '@tanstack/react-query';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { sayFiled, saveScope, type FailureDraftState } from './failure-draft-state.ts';
import type { FailureDraft } from './failure-draft.ts';
import { rebasedDraft, type FailureChoices } from './rebase-counts.ts';
import { GrantEnded, saveFailures } from './save-posts.ts';

/** The mutation of *Update Database* (`spec §4`). Counts typed during the save stay in the draft, which is rebased on the result. */
export function useCountSaving({ siteId, draftStore, setNewest, refetch }: FailureDraftState) {
  const { change, replace, latest } = draftStore;
  return useMutation({
    scope: saveScope(siteId),
    mutationFn: ({ draft, choices }: { draft: FailureDraft; choices: FailureChoices }) =>
      saveFailures(siteId, draft, choices),
    onSuccess: (saved, { draft: sent, choices }) => {
      if (saved.kind === 'conflict') return;
      const current = latest();
      if (saved.kind === 'too large') {
        // the field of a count shows that it is too large: the draft needs the current names, or the count has no field
        if (saved.stored.revision !== sent.base.revision) replace(current && rebasedDraft(current, saved.stored).draft);
        setNewest(saved.stored);
        sayFiled(saved.filed);
        refetch();
        return;
      }
      // with the sent posts as its base, the draft has only the counts that were typed during the save
      const base = { ...sent.base, posts: sent.posts };
      replace(current && rebasedDraft({ ...current, base, sent: [] }, saved.stored).draft);
      setNewest(saved.stored);
      const isNothingToSave = !saved.wrote && Object.keys(choices).length > 0;
      const result = isNothingToSave
        ? t('Their values are kept. Nothing is left to save.')
        : t('Data updated successfully!');
      if (saved.filed.length === 0) notify.success(result);
      else sayFiled(saved.filed, result);
      refetch();
    },
    onError: (error, { draft: sent }) => {
      if (error instanceof GrantEnded) return;
      console.error('The failure counts could not be saved', error);
      change((current) => current && { ...current, sent: [sent.posts, ...current.sent] });
      draftStore.flush();
    },
  });
}
