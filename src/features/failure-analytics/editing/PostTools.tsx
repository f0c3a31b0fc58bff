import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { AddIssue } from './AddIssue.tsx';
import { focusKey } from './focus-target.ts';
import { PostNameButton } from './PostNameButton.tsx';
import styles from './PostTools.module.css';

interface PostToolsProps {
  editing: FailureEditing;
  post: string;
  year: number;
  /** The page opens one post's form at a time (`spec §4`). */
  adding: boolean;
  onAdding: (open: boolean) => void;
  onRename: (to: string) => Promise<string | null>;
  onRemove: () => void;
}

export function PostTools({ editing, post, year, adding, onAdding, onRename, onRemove }: PostToolsProps) {
  return (
    <div className={styles.tools}>
      <AddIssue
        post={post}
        year={year}
        open={adding}
        onOpen={() => onAdding(true)}
        onClose={() => onAdding(false)}
        onAdd={(entry) => editing.addIssue(post, entry)}
      />
      <div className={styles.naming}>
        {!editing.saved.has(post) && <UnsavedMark>New</UnsavedMark>}
        <PostNameButton
          variant="ghost"
          data-focus={focusKey('rename-post', post)}
          aria-label={`Rename post ${post}`}
          title={`Rename the post ${post}`}
          name={post}
          taken={new Set([...editing.posts.keys()].filter((name) => name !== post))}
          action="Rename"
          onNamed={(name) => (name === post ? null : onRename(name))}
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

function UnsavedMark({ children }: { children: ReactNode }) {
  return <p className={styles.mark}>{children}</p>;
}
