import { useRef } from 'react';
import { ConflictDialog } from '../../../ui/message/ConflictDialog.tsx';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { conflictKey, conflictWords } from '../draft/failure-conflict.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { focusKey } from './focus-target.ts';
import styles from './UpdateBar.module.css';

interface UpdateBarProps {
  editing: FailureEditing;
  onUnlock: () => void;
}

/** Always in sight at the bottom: unsaved changes and 'Update Database' (`spec §2`). */
export function UpdateBar({ editing, onUnlock }: UpdateBarProps) {
  const { enabled, saving, conflicts } = editing;
  const { count: changes, words } = editing.unsaved;
  const bar = useRef<HTMLElement>(null);
  const locked = editing.problem === 'grant-ended';
  if (!enabled && changes === 0) return null;

  const discard = () => {
    editing.discard();
    // the pressed button disappears
    bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };

  return (
    <SaveBar
      ref={bar}
      aria-label="Unsaved changes"
      kept={changes > 0}
      className={`${styles.bar} ${changes > 0 ? styles.changed : ''}`}
      status={unsavedCounts(editing)}
      problem={problemTextOf(editing)}
    >
      {changes > 0 && <NeedsConnection what="Updating" />}
      {changes > 0 && (
        <Button busy={saving} onClick={discard}>
          Discard
        </Button>
      )}
      {enabled && (
        <Button
          variant="primary"
          data-focus={focusKey('update')}
          busy={saving}
          // not `disabled`, which would lose the keyboard focus after a save
          {...(changes === 0 && { 'aria-disabled': true, className: styles.idle })}
          onClick={() => {
            if (locked) onUnlock();
            else if (changes > 0) editing.save();
          }}
        >
          {saving ? 'Updating…' : !locked ? 'Update Database' : changes > 0 ? 'Unlock and update' : 'Unlock again'}
        </Button>
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          title="Somebody else changed the same counts"
          lead="Nothing is lost: choose which value to keep. What only one of you changed is kept and not listed here."
          conflicts={conflicts.map((conflict) => ({
            id: conflictKey(conflict),
            ...conflictWords(conflict),
          }))}
          back="Back to the page"
          save="Update with these values"
          missing="Choose one value for each."
          spoken={(conflict, whose) => `${whose === 'mine' ? 'Yours' : 'Theirs'}: ${conflict[whose]}`}
          onClose={editing.closeConflicts}
          onChosen={editing.resolve}
        />
      )}
      <LeaveGuard
        when={enabled && changes > 0}
        title="Leave without saving?"
        text={`Your changes to ${editing.site} are not saved${words && `: ${words}`}.`}
        keptText="They stay on this device until you log out."
      />
    </SaveBar>
  );
}

const problemTexts = {
  error: { title: 'Update failed.', text: 'Your changes are still here: try again.' },
  'grant-ended': {
    title: 'Update failed. Admin access has ended.',
    text: 'Your changes are still here: unlock again to save them.',
  },
};

function problemTextOf({ problem, unsaved }: FailureEditing) {
  if (problem !== 'grant-ended' || unsaved.count > 0) return problem && problemTexts[problem];
  return { ...problemTexts['grant-ended'], text: 'Nothing was changed: unlock again, and repeat it.' };
}

function unsavedCounts({ enabled, unsaved, restored }: FailureEditing): string {
  const { count: changes, words } = unsaved;
  const count = `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}${words && ` (${words})`}`;
  if (!enabled) return `${count} waiting on this device. Unlock admin access to continue with them.`;
  if (restored) return `${count}. Your unsaved changes were restored.`;
  return changes > 0 ? count : 'Everything is saved.';
}
