import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { PostNameDialog } from './PostNameDialog.tsx';
import { useAnalyticsAccess } from './use-analytics-access.ts';
import type { FailureEditing } from './use-failure-draft.ts';

/** Adds a car post; the first one of a site too, which gives the site its record when it is saved. */
export function AddPost({ editing }: { editing: FailureEditing }) {
  const { isAdmin } = useAnalyticsAccess();
  const [asking, setAsking] = useState(false);

  // the server lets an unlocked client change a record, not add one
  if (editing.isNew && !isAdmin) return <p>The first car post of a site is added by an administrator.</p>;
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{editing.posts.size === 0 ? 'Add the first post' : 'Add a post'}</Button>
      {asking && (
        <PostNameDialog
          title={`Add a post to ${editing.site}`}
          name=""
          taken={new Set([...editing.posts.keys(), ...editing.renamed.values()])}
          action="Add post"
          onClose={() => setAsking(false)}
          onNamed={(name) => {
            setAsking(false);
            editing.addPost(name);
          }}
        />
      )}
    </div>
  );
}
