import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { focusAfterNewType, focusAfterPostRemoval, focusAfterTypeRemoval, type FocusTarget } from './focus-target.ts';
import { RemoveTypeDialog } from './RemoveTypeDialog.tsx';
import { RenameTypeDialog } from './RenameTypeDialog.tsx';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { ConfirmDialog } from '../../../ui/message/ConfirmDialog.tsx';
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
  if (asked.kind === 'remove-post')
    return (
      <RemovePostDialog
        post={post}
        entries={editing.posts.get(post) ?? []}
        onClose={onClose}
        onRemove={() => {
          land(focusAfterPostRemoval(editing.renamed.get(post) ?? post));
          editing.removePost(post);
          onClose();
        }}
      />
    );
  const { type } = asked;
  const dialog = { posts: editing.posts, post, type, onClose };
  return asked.kind === 'rename' ? (
    <RenameTypeDialog
      {...dialog}
      onRename={(posts, to) => {
        land(focusAfterNewType(post, to));
        editing.renameType(posts, type, to);
        onClose();
      }}
    />
  ) : (
    <RemoveTypeDialog
      {...dialog}
      year={year}
      onRemove={(posts, only) => {
        land(focusAfterTypeRemoval(post));
        editing.removeType(posts, type, only);
        onClose();
      }}
    />
  );
}

interface RemovePostDialogProps {
  post: string;
  entries: readonly FailureEntry[];
  onClose: () => void;
  onRemove: () => void;
}

function RemovePostDialog({ post, entries, onClose, onRemove }: RemovePostDialogProps) {
  return (
    <ConfirmDialog
      title={`Remove the post ${post}?`}
      action="Remove"
      variant="danger"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <LostCounts lost={[{ post, entries }]} />
    </ConfirmDialog>
  );
}
