import type { PostsChange } from '../draft/posts-change.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import type { FocusTarget } from '../../../lib/screen/use-focus-after.ts';
import { focusAfterNewType, focusAfterPostRemoval, focusAfterTypeRemoval } from './focus-target.ts';
import { RemoveTypeDialog } from './RemoveTypeDialog.tsx';
import { RenameTypeDialog } from './RenameTypeDialog.tsx';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { RemoveDialog, type Confirm } from './RemoveDialog.tsx';
import { LostCounts } from './LostCounts.tsx';

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
