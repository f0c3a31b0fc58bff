import { useEffect, useRef } from 'react';
import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { AddIssueForm } from './AddIssueForm.tsx';

interface AddIssueProps {
  post: string;
  year: number;
  /** Suggestions for the issue type. */
  types: readonly string[];
  /** The page opens one of its forms at a time (`spec §4`). */
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  onAdd: (entry: FailureEntry) => void;
}

/** The button 'Add New Issue' of a post and the form behind it. */
export function AddIssue({ post, year, types, open, onOpen, onClose, onAdd }: AddIssueProps) {
  const place = useRef<HTMLDivElement>(null);
  // a form that another post's form closed has no focus to give back
  const giveBack = useRef(false);

  useEffect(() => {
    if (open || !giveBack.current) return;
    giveBack.current = false;
    place.current?.querySelector('button')?.focus();
  }, [open]);

  const close = () => {
    giveBack.current = true;
    onClose();
  };

  return (
    <div ref={place}>
      {open ? (
        <AddIssueForm
          post={post}
          year={year}
          types={types}
          onCancel={close}
          onAdd={(entry) => {
            onAdd(entry);
            close();
          }}
        />
      ) : (
        <Button onClick={onOpen}>Add New Issue</Button>
      )}
    </div>
  );
}
