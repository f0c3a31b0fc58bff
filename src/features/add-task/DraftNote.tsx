import { useState } from 'react';
import { longDate, siteTime } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './DraftNote.module.css';

interface DraftNoteProps {
  /** When the draft that was found had been kept, in milliseconds; null for a task begun now. */
  restoredAt: number | null;
  /** `elsewhere`: another tab has the draft. `nowhere`: this browser keeps none. */
  kept: 'here' | 'elsewhere' | 'nowhere';
  /** There is something to throw away. */
  discardable: boolean;
  /** A save is under way. */
  locked: boolean;
  onDiscard: () => void;
}

/** What became of an earlier draft, where this one is kept, and the way to throw it away. */
export function DraftNote({ restoredAt, kept, discardable, locked, onDiscard }: DraftNoteProps) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.note}>
      <p role="status" className={styles.words}>
        {kept === 'elsewhere'
          ? 'A task is open in another tab of this browser. What is typed in this tab is lost when the page is left.'
          : kept === 'nowhere'
            ? 'This browser keeps no drafts: what is typed is lost when the page is left.'
            : restoredAt !== null && discardable
              ? `Draft from ${moment(restoredAt)} restored.`
              : 'A draft is kept on this device as you type.'}
      </p>
      {discardable && (
        <Button busy={locked} onClick={() => setAsking(true)}>
          Discard
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Discard this task?"
        footer={
          <>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                onDiscard();
              }}
            >
              Discard
            </Button>
            <Button onClick={() => setAsking(false)} data-autofocus>
              Keep
            </Button>
          </>
        }
      >
        <p>What was typed and the files that were uploaded for it are thrown away. This cannot be undone.</p>
      </Dialog>
    </div>
  );
}

/** The time alone for a draft of today. */
function moment(instant: number): string {
  const then = new Date(instant);
  const { clock } = siteTime(then);
  return longDate(then) === longDate(new Date()) ? clock : `${longDate(then)} at ${clock}`;
}
