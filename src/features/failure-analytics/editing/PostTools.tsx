import { typeLabel } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { typeEditsOf, type FailureEdit } from '../draft/failure-edit.ts';
import { AddIssue } from './AddIssue.tsx';
import { focusKey } from './focus-target.ts';
import { PostNameButton } from './PostNameButton.tsx';
import { UnsavedMark } from './UnsavedMark.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './PostTools.module.css';

interface PostToolsProps {
  editing: FailureEditing;
  post: string;
  year: number;
  /** The page opens one post's form at a time (`spec §4`). */
  adding: boolean;
  onAdding: (open: boolean) => void;
  onRename: (to: string) => void;
  onRemove: () => void;
  onUndo: (edit: FailureEdit, post: string) => void;
}

export function PostTools({ editing, post, year, adding, onAdding, onRename, onRemove, onUndo }: PostToolsProps) {
  const former = editing.renamed.get(post);
  const removed = typeEditsOf(editing.edits, former ?? post).filter((edit) => edit.kind === 'drop');
  return (
    <div className={styles.tools}>
      {removed.length > 0 && (
        <ul className={styles.removed}>
          {removed.map((edit) => (
            <li key={JSON.stringify([edit.type, edit.year])} className={`${layout.row} ${styles.note}`}>
              <UnsavedMark>
                Not saved: <s>{typeLabel(edit.type)}</s> removed {edit.year === null ? '' : `from ${edit.year}`}
              </UnsavedMark>
              <Button
                variant="ghost"
                busy={editing.saving}
                data-undo
                aria-label={`Undo: ${typeLabel(edit.type)} removed from ${post}${edit.year === null ? '' : `, ${edit.year}`}`}
                onClick={() => onUndo(edit, post)}
              >
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddIssue
        post={post}
        year={year}
        open={adding}
        onOpen={() => onAdding(true)}
        onClose={() => onAdding(false)}
        onAdd={(entry) => editing.addIssue(post, entry)}
      />
      <div className={styles.naming}>
        {former !== undefined && (
          <UnsavedMark>
            Not saved: was <s>{former}</s>
          </UnsavedMark>
        )}
        {!editing.saved.has(post) && <UnsavedMark>New</UnsavedMark>}
        <PostNameButton
          variant="ghost"
          data-focus={focusKey('rename-post', post)}
          aria-label={`Rename post ${post}`}
          title={`Rename the post ${post}`}
          name={post}
          taken={editing.namesTaken(post)}
          action="Rename"
          onNamed={(name) => {
            if (name !== post) onRename(name);
          }}
        >
          Rename post
        </PostNameButton>
        <Button
          variant="ghost"
          data-focus={focusKey('remove-post', post)}
          aria-label={`Remove post ${post}`}
          onClick={onRemove}
        >
          Remove post
        </Button>
      </div>
    </div>
  );
}
