import { useMutation } from '@tanstack/react-query';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { sayFiled, saveScope, type FailureDraftState } from './failure-draft-state.ts';
import type { FailureDraft } from './failure-draft.ts';
import { rebasedDraft, type FailureChoices } from './rebase-counts.ts';
import { GrantEnded, saveFailures } from './save-posts.ts';

/** Saves a draft with *Update Database* (`spec §4`). What is typed while it is being saved stays in the draft, rebased on the result. */
export function useCountSaving({ siteId, draftStore, setNewest, refetch }: FailureDraftState) {
  const { change, replace, latest } = draftStore;
  return useMutation({
    scope: saveScope(siteId),
    mutationFn: ({ draft, choices }: { draft: FailureDraft; choices: FailureChoices }) =>
      saveFailures(siteId, draft, choices),
    onSuccess: (saved, { draft: sent, choices }) => {
      if (saved.kind === 'conflict') return;
      const now = latest();
      if (saved.kind === 'too large') {
        // the field of a count says that it is too large, and only counts under the current names have a field
        if (saved.stored.revision !== sent.base.revision) replace(now && rebasedDraft(now, saved.stored).draft);
        setNewest(saved.stored);
        sayFiled(saved.filed);
        refetch();
        return;
      }
      // counts that were typed during the save stay in the draft: it is rebased from what was sent to what is stored
      const from = { ...sent.base, posts: sent.posts };
      replace(now && rebasedDraft({ ...now, base: from, sent: [] }, saved.stored).draft);
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
      change((now) => now && { ...now, sent: [sent.posts, ...now.sent] });
      draftStore.flush();
    },
  });
}
