import { useMutation } from '@tanstack/react-query';
import { message, said, t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import type { StoredPosts } from '../../../records/failure/failure-queries.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { warnOfNewNames, saveScope, type FailureDraftState } from './failure-draft-state.ts';
import { emptyDraft, isSameAt, isSamePosts, withPostsOf, type FailureDraft } from './failure-draft.ts';
import { changedPosts, changeWords, startedAfter, withChange, type PostsChange } from './posts-change.ts';
import { rebasedDraft } from './rebase-counts.ts';
import { GrantEnded, saveChange, undoChange, type Saved } from './save-posts.ts';
import type { StartedYear } from './started-year.ts';
import { changedSince } from './use-pasted-counts.ts';

type Problem = keyof typeof problemTexts | RenamedMeanwhile;

/** A function that saves a change of posts at once and rebases the draft, and the mutation that runs it. */
function useSaveAtOnce({ siteId, draftStore, savedVersion, setNewest, refetch }: FailureDraftState) {
  const { change, latest } = draftStore;
  const changing = useMutation({
    scope: saveScope(siteId),
    mutationFn: (save: () => ReturnType<typeof saveChange>) => save(),
    onError: (error) => {
      if (!(error instanceof GrantEnded)) console.error('The car posts could not be saved', error);
    },
  });

  /**
   * Saves, applies `update` to the current draft if that succeeded, and rebases the draft. Resolves with the problem, or null.
   * @param onSaved called before the change is shown
   */
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
    const current = latest() ?? emptyDraft(savedVersion);
    const rebased = rebasedDraft(current, result.stored, result.kind === 'saved' ? update : undefined);
    change(() => rebased.draft);
    draftStore.flush();
    setNewest(result.stored);
    refetch();
    warnOfNewNames(rebased.filed);
    if (result.kind === 'saved') return null;
    const { renamed } = result;
    if (renamed?.is && renamed.was) return { was: renamed.was, is: renamed.is };
    return rebased.isContested ? 'contested' : 'changed';
  };
  return { changing, saveAtOnce };
}

interface PostsChangeOptions {
  /** The posts on the screen, with the typed counts. */
  posts: CarPosts;
  edit: (next: (draft: FailureDraft) => Partial<FailureDraft>) => void;
}

/** A function that saves a rename or removal at once (`decisions §8`) and offers to undo it, and the mutation that runs it. */
export function usePostsChange(state: FailureDraftState, { posts, edit }: PostsChangeOptions) {
  const { siteId, draftStore, savedVersion } = state;
  const { changing, saveAtOnce } = useSaveAtOnce(state);

  /**
   * @param before the saved posts before the change
   * @param after the saved posts after it
   * @param drafts the draft before the change, and the posts of the draft after it
   */
  const undo = async (
    undoneChange: PostsChange,
    before: CarPosts,
    after: StoredPosts,
    drafts: [FailureDraft, CarPosts],
  ) => {
    const names = changedPosts(undoneChange);
    const [{ posts: draftPostsBefore, started: startedBefore }, draftPostsAfter] = drafts;
    const isAffected = ({ post }: StartedYear) => names.includes(post);
    const currentPosts = draftStore.latest()?.posts ?? after.posts;
    const problem = !isSameAt(names, currentPosts, draftPostsAfter)
      ? 'changed'
      : await saveAtOnce(
          () => undoChange(siteId, undoneChange, before, after),
          (current) => ({
            ...current,
            base: { ...current.base, posts: withPostsOf(current.base.posts, names, before) },
            posts: withPostsOf(current.posts, names, draftPostsBefore),
            started: [
              ...current.started.filter((startedYear) => !isAffected(startedYear)),
              ...startedBefore.filter(isAffected),
            ],
          }),
          () => undefined,
        );
    if (problem === 'changed') notify.error(said(changedSince));
    else if (problem) notify.error(problemWords(problem));
  };
  /**
   * Saves a rename or removal and offers to undo it. Resolves with a message that says what is wrong, or null.
   * @param onSaved called before the change is shown
   */
  const changePosts = async (requested: PostsChange, onSaved?: () => void): Promise<string | null> => {
    const draftBefore = state.draft ?? emptyDraft(savedVersion);
    const draftPostsAfter = withChange(posts, requested);
    if (isSamePosts(withChange(state.base.posts, requested), state.base.posts)) {
      // the change affects only what is unsaved, so there is nothing to save
      onSaved?.();
      edit((draft) => ({ posts: withChange(draft.posts, requested), started: startedAfter(draft.started, requested) }));
      return null;
    }
    const problem = await saveAtOnce(
      () => saveChange(siteId, draftBefore, requested),
      (current) => ({
        ...current,
        base: { ...current.base, posts: withChange(current.base.posts, requested) },
        posts: withChange(current.posts, requested),
        started: startedAfter(current.started, requested),
        sent: current.sent.map((sentPosts) => withChange(sentPosts, requested)),
      }),
      ({ stored, before: savedBefore, wrote }) => {
        onSaved?.();
        // somebody else made the same change first, or the answer of an earlier request was lost: the posts before it are not known,
        // so no undo is offered
        if (!wrote) notify.success(changeWords(requested));
        else
          notify.undo(
            changeWords(requested),
            () => void undo(requested, savedBefore, stored, [draftBefore, draftPostsAfter]),
          );
      },
    );
    // the post or type of the dialog has another name now, so the dialog closes and the message is a notification
    if (problem !== null && typeof problem === 'object') notify.error(problemWords(problem));
    return typeof problem === 'string' ? problemWords(problem) : null;
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

/** The old and the new name, if somebody else renamed the post or type that was to be changed. */
interface RenamedMeanwhile {
  was: string;
  is: string;
}

function problemWords(problem: Problem): string {
  if (typeof problem === 'string') return said(problemTexts[problem]);
  return t('Somebody else renamed {was} to {is} just now. Look at it again, and then decide.', { ...problem });
}
