import { useMutation } from '@tanstack/react-query';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { warnOfNewNames, saveScope, type FailureDraftState } from './failure-draft-state.ts';
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
    onSuccess: (saved, { draft: sentDraft, choices }) => {
      if (saved.kind === 'conflict') return;
      const current = latest();
      if (saved.kind === 'too large') {
        // A merge may have made a count too large. Its field shows that, and the count has a field only under its current name.
        if (saved.stored.revision !== sentDraft.base.revision)
          replace(current && rebasedDraft(current, saved.stored).draft);
        setNewest(saved.stored);
        warnOfNewNames(saved.filed);
        refetch();
        return;
      }
      // with the posts that were sent as its base, the draft has only the counts that were typed during the save
      const base = { ...sentDraft.base, posts: sentDraft.posts };
      replace(current && rebasedDraft({ ...current, base, sent: [] }, saved.stored).draft);
      setNewest(saved.stored);
      const isNothingToSave = !saved.wrote && Object.keys(choices).length > 0;
      const result = isNothingToSave
        ? t('Their values are kept. Nothing is left to save.')
        : t('Data updated successfully!');
      if (saved.filed.length === 0) notify.success(result);
      else warnOfNewNames(saved.filed, result);
      refetch();
    },
    onError: (error, { draft: sentDraft }) => {
      if (error instanceof GrantEnded) return;
      console.error('The failure counts could not be saved', error);
      // without an answer, the server may have saved these posts
      change((current) => current && { ...current, sent: [sentDraft.posts, ...current.sent] });
      draftStore.flush();
    },
  });
}
