import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { PostNameDialog } from './PostNameDialog.tsx';
import styles from './PostTools.module.css';
import type { FailureEditing } from './use-failure-draft.ts';

interface PostToolsProps {
  editing: FailureEditing;
  post: string;
  onRename: (to: string) => void;
}

/** What can be done with a post as a whole: it can be renamed. */
export function PostTools({ editing, post, onRename }: PostToolsProps) {
  const [renaming, setRenaming] = useState(false);
  const former = editing.renamed.get(post);
  // a name that was given up here still belongs to its post, until that is saved
  const taken = new Set([...editing.posts.keys(), ...editing.renamed.values()]);
  taken.delete(post);
  if (former !== undefined) taken.delete(former);
  return (
    <div className={styles.tools}>
      {former !== undefined && (
        <p className={styles.mark}>
          Not saved: was <s>{former}</s>
        </p>
      )}
      {!editing.saved.has(post) && <p className={styles.mark}>New</p>}
      <Button variant="ghost" aria-label={`Rename ${post}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      {renaming && (
        <PostNameDialog
          title={`Rename ${post}`}
          name={post}
          taken={taken}
          action="Rename"
          onClose={() => setRenaming(false)}
          onNamed={(name) => {
            setRenaming(false);
            if (name !== post) onRename(name);
          }}
        />
      )}
    </div>
  );
}
