import { useMutation } from '@tanstack/react-query';
import { message, said, t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { sayFiled, saveScope, type FailureDraftState } from './failure-draft-state.ts';
import { emptyDraft, isSameAt, isSamePosts, withPostsOf, type FailureDraft } from './failure-draft.ts';
import { changedPosts, changeWords, startedAfter, withChange, type PostsChange } from './posts-change.ts';
import { rebasedDraft } from './rebase-counts.ts';
import { GrantEnded, saveChange, undoChange, type Saved } from './save-posts.ts';
import type { StartedYear } from './started-year.ts';
import { changedSince } from './use-pasted-counts.ts';

type Problem = keyof typeof problemTexts | RenamedMeanwhile;

/** Saves at once, and rebases the draft. Resolves with what is wrong, or null. */
function useSaveAtOnce({ siteId, draftStore, read, setNewest, refetch }: FailureDraftState) {
  const { change, latest } = draftStore;
  const changing = useMutation({
    scope: saveScope(siteId),
    mutationFn: (save: () => ReturnType<typeof saveChange>) => save(),
    onError: (error) => {
      if (!(error instanceof GrantEnded)) console.error('The car posts could not be saved', error);
    },
  });

  /** Saves, applies `update` to the current draft and rebases it. Resolves with what is wrong, or null. */
  const saveAtOnce = async (
    save: () => ReturnType<typeof saveChange>,
    update: (draft: FailureDraft) => FailureDraft,
    onSaved: (saved: Saved) => void,
  ): Promise<Problem | null> => {
    let result: Awaited<ReturnType<typeof saveChange>>;
    try {
      result = await changing.mutateAsync(save);
    } catch (error) {
      return error instanceof GrantEnded ? 'grant-ended' : 'failed';
    }
    if (result.kind === 'saved') onSaved(result);
    const current = latest() ?? emptyDraft(read);
    const after = rebasedDraft(current, result.stored, result.kind === 'saved' ? update : undefined);
    change(() => after.draft);
    draftStore.flush();
    setNewest(result.stored);
    refetch();
    sayFiled(after.filed);
    if (result.kind === 'saved') return null;
    const { renamed } = result;
    if (renamed?.is && renamed.was) return { was: renamed.was, is: renamed.is };
    return after.isContested ? 'contested' : 'changed';
  };
  return { changing, saveAtOnce };
}

interface PostsChangeOptions {
  /** What the screen shows. */
  posts: CarPosts;
  edit: (next: (shown: FailureDraft) => Partial<FailureDraft>) => void;
}

/** Saves a new name or a removal of posts at once (`decisions §8`), and offers to undo it. */
export function usePostsChange(state: FailureDraftState, { posts, edit }: PostsChangeOptions) {
  const { siteId, draftStore, read } = state;
  const { changing, saveAtOnce } = useSaveAtOnce(state);

  /** @param shown the draft before, and its posts after the change */
  const undo = async (
    undoneChange: PostsChange,
    before: CarPosts,
    after: StoredPosts,
    shown: [FailureDraft, CarPosts],
  ) => {
    const names = changedPosts(undoneChange);
    const [{ posts: shownBefore, started: startedBefore }, shownAfter] = shown;
    const isMeant = ({ post }: StartedYear) => names.includes(post);
    const now = draftStore.latest()?.posts ?? after.posts;
    const failed = !isSameAt(names, now, shownAfter)
      ? 'changed'
      : await saveAtOnce(
          () => undoChange(siteId, undoneChange, before, after),
          (current) => ({
            ...current,
            base: { ...current.base, posts: withPostsOf(current.base.posts, names, before) },
            posts: withPostsOf(current.posts, names, shownBefore),
            started: [
              ...current.started.filter((startedYear) => !isMeant(startedYear)),
              ...startedBefore.filter(isMeant),
            ],
          }),
          () => undefined,
        );
    if (failed === 'changed') notify.error(said(changedSince));
    else if (failed) notify.error(problemWords(failed));
  };
  const changePosts = async (requested: PostsChange, onSaved?: () => void): Promise<string | null> => {
    const before = state.draft ?? emptyDraft(read);
    const shownAfter = withChange(posts, requested);
    if (isSamePosts(withChange(state.base.posts, requested), state.base.posts)) {
      // nothing that the change concerns is stored yet
      onSaved?.();
      edit((draft) => ({ posts: withChange(draft.posts, requested), started: startedAfter(draft.started, requested) }));
      return null;
    }
    const failed = await saveAtOnce(
      () => saveChange(siteId, before, requested),
      (current) => ({
        ...current,
        base: { ...current.base, posts: withChange(current.base.posts, requested) },
        posts: withChange(current.posts, requested),
        started: startedAfter(current.started, requested),
        sent: current.sent.map((sentPosts) => withChange(sentPosts, requested)),
      }),
      ({ stored, before: storedBefore, wrote }) => {
        onSaved?.();
        // somebody else was faster with the same change, or its answer was lost: what was there before is not known, so no undo is offered
        if (!wrote) notify.success(changeWords(requested));
        else
          notify.undo(changeWords(requested), () => void undo(requested, storedBefore, stored, [before, shownAfter]));
      },
    );
    // what was asked about has another name now, so its dialog closes
    if (failed !== null && typeof failed === 'object') notify.error(problemWords(failed));
    return typeof failed === 'string' ? problemWords(failed) : null;
  };

  return { changing, changePosts };
}

const problemTexts = {
  changed: message('Somebody else has just changed this. Look at it again, and then decide.'),
  contested: message(
    'Somebody else has changed the counts that you typed. Close this, press Update Database, and choose.',
  ),
  failed: message('Update failed. Try again.'),
  'grant-ended': message('Update failed. Admin access has ended. Close this, and unlock it again.'),
};

/** The name that somebody else gave to what was about to be changed. */
interface RenamedMeanwhile {
  was: string;
  is: string;
}

function problemWords(problem: Problem): string {
  if (typeof problem === 'string') return said(problemTexts[problem]);
  return t('Somebody else renamed {was} to {is} just now. Look at it again, and then decide.', { ...problem });
}
