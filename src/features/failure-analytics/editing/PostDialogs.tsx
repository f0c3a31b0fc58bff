import { useState } from 'react';
import type { FocusTarget } from '../../../lib/screen/use-focus-after.ts';
import { type FailureEntry, typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { listedWords } from '../../../records/counted.ts';
import type { PostsChange } from '../draft/posts-change.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { postsWith, sumsByYear } from '../draft/counts-by-year.ts';
import { focusAfterNewType, focusAfterPostRemoval, focusAfterTypeRemoval } from './focus-target.ts';
import { RenameTypeDialog } from './RenameTypeDialog.tsx';
import { RemoveDialog, type Confirm } from './RemoveDialog.tsx';
import { AllPostsChoice } from './AllPostsChoice.tsx';
import styles from './TypeDialog.module.css';
import { lossWords } from './count-words.ts';

export type PostQuestion =
  | { readonly kind: 'rename' | 'remove'; readonly post: string; readonly type: string }
  | { readonly kind: 'remove-post'; readonly post: string };

interface PostDialogsProps {
  asked: PostQuestion;
  editing: FailureEditing;
  year: number;
  land: (target: FocusTarget) => void;
  onClose: () => void;
}

export function PostDialogs({ asked, editing, year, land, onClose }: PostDialogsProps) {
  const { post } = asked;
  const confirm = async (change: PostsChange, target: FocusTarget) => {
    const problem = await editing.changePosts(change);
    if (problem === null) {
      land(target);
      onClose();
    }
    return problem;
  };
  if (asked.kind === 'remove-post')
    return (
      <RemovePostDialog
        post={post}
        entries={editing.posts.get(post) ?? []}
        onClose={onClose}
        onRemove={() => confirm({ kind: 'remove post', post }, focusAfterPostRemoval)}
      />
    );
  const { type } = asked;
  const dialog = { posts: editing.posts, post, type, onClose };
  return asked.kind === 'rename' ? (
    <RenameTypeDialog
      {...dialog}
      onRename={(posts, to) => confirm({ kind: 'rename type', posts, type, to }, focusAfterNewType(post, to))}
    />
  ) : (
    <RemoveTypeDialog
      {...dialog}
      year={year}
      onRemove={(posts, only) => confirm({ kind: 'remove type', posts, type, year: only }, focusAfterTypeRemoval(post))}
    />
  );
}

interface RemovePostDialogProps {
  post: string;
  entries: readonly FailureEntry[];
  onClose: () => void;
  onRemove: Confirm<[]>;
}

function RemovePostDialog({ post, entries, onClose, onRemove }: RemovePostDialogProps) {
  return (
    <RemoveDialog title={`Remove the post ${post}?`} onRemove={onRemove} onClose={onClose}>
      <LostCounts lost={[{ post, entries }]} />
    </RemoveDialog>
  );
}

interface RemoveTypeDialogProps {
  posts: CarPosts;
  post: string;
  type: string;
  year: number;
  onClose: () => void;
  /** `year` is null for all years. */
  onRemove: Confirm<[posts: readonly string[], year: number | null]>;
}

function RemoveTypeDialog({ posts, post, type, year, onClose, onRemove }: RemoveTypeDialogProps) {
  const [everywhere, setEverywhere] = useState(false);
  const [only, setOnly] = useState(false);
  const having = postsWith(posts, type);
  const chosen = everywhere ? having : [post];
  const ofType = (one: string) => (posts.get(one) ?? []).filter((entry) => entry.type === type);
  const years = sumsByYear(chosen.flatMap(ofType)).map((sum) => sum.year);
  const ofOneYear = only && years.length > 1;
  const lost = chosen
    .map((one) => ({ post: one, entries: ofType(one).filter((entry) => !ofOneYear || entry.year === year) }))
    .filter(({ entries }) => entries.length > 0);

  return (
    <RemoveDialog
      title={`Remove “${typeLabel(type)}”?`}
      onRemove={() =>
        onRemove(
          lost.map((one) => one.post),
          ofOneYear ? year : null,
        )
      }
      onClose={onClose}
    >
      <div className={styles.body}>
        {years.length > 1 && (
          <fieldset className={styles.years}>
            <legend>Which years</legend>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={!only} onChange={() => setOnly(false)} />
              <span>Every year: {listedWords(years.map((one) => `${one}`))}</span>
            </label>
            <label className={styles.choice}>
              <input type="radio" name="years" checked={only} onChange={() => setOnly(true)} />
              <span>{year} only</span>
            </label>
          </fieldset>
        )}
        <AllPostsChoice type={type} having={having} checked={everywhere} onChange={setEverywhere} />
        <LostCounts lost={lost} />
      </div>
    </RemoveDialog>
  );
}

function LostCounts({ lost }: { lost: readonly { post: string; entries: readonly FailureEntry[] }[] }) {
  const rows = lost.flatMap(({ post, entries }) => sumsByYear(entries).map((sum) => ({ ...sum, post })));
  return (
    <div aria-live="polite" className={styles.body}>
      {rows.length === 0 ? (
        <p>No counts are removed with it.</p>
      ) : (
        <>
          <p>These counts are removed with it:</p>
          <ul className={styles.sums}>
            {rows.map((row) => (
              <li key={`${row.year} ${row.post}`}>
                <strong>
                  {row.post}, {row.year}:
                </strong>{' '}
                <span className={styles.loss}>{lossWords(row)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>It is saved at once. You can undo it, and the change log can restore it later.</p>
    </div>
  );
}
