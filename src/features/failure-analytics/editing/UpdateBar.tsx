import { useRef, useState } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { FailureConflictDialog } from './FailureConflictDialog.tsx';
import { UnlockDialog } from './UnlockDialog.tsx';
import styles from './UpdateBar.module.css';
import type { FailureEditing } from './use-failure-draft.ts';

/** Stays in sight at the foot of the page: what is not saved, and 'Update Database' (`spec §2`). Always on the page. */
export function UpdateBar({ editing }: { editing: FailureEditing }) {
  const { enabled, changes, saving, locked } = editing;
  const [asking, setAsking] = useState(false);
  const bar = useRef<HTMLElement>(null);
  if (!enabled && changes === 0) return null;

  const discard = () => {
    editing.discard();
    // the pressed button goes
    bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };

  return (
    // with nothing to save it would only be in the way
    <section ref={bar} aria-label="Unsaved changes" className={`${styles.bar} ${changes > 0 ? styles.kept : ''}`}>
      <div className={styles.words}>
        <Words editing={editing} />
      </div>
      {changes > 0 && (
        <Button busy={saving} onClick={discard}>
          Discard
        </Button>
      )}
      {enabled && (
        <Button
          variant="primary"
          busy={saving}
          // not `disabled`: after a save it would drop the keyboard focus
          {...(changes === 0 && { 'aria-disabled': true, className: styles.idle })}
          onClick={() => {
            if (locked) setAsking(true);
            else if (changes > 0) void editing.save();
          }}
        >
          {saving ? 'Updating…' : locked ? 'Unlock and update' : 'Update Database'}
        </Button>
      )}
      {asking && (
        <UnlockDialog
          site={editing.site}
          onClose={() => setAsking(false)}
          onUnlocked={() => {
            setAsking(false);
            void editing.save();
          }}
        />
      )}
      {editing.conflicts.length > 0 && <FailureConflictDialog editing={editing} />}
      <LeaveGuard
        when={enabled && changes > 0}
        title="Leave without saving?"
        text={`What you changed of ${editing.site} is not saved. It stays on this device until you log out.`}
      />
    </section>
  );
}

function Words({ editing: { enabled, changes, restored, problem, locked } }: { editing: FailureEditing }) {
  const count = `${changes} unsaved ${changes === 1 ? 'change' : 'changes'}`;
  if (problem !== null)
    return (
      <p role="alert" className={styles.failed}>
        <Icon name="warning" />
        <strong>{problem}</strong>
        <span>
          {locked
            ? 'Your changes are still here: unlock again to save them.'
            : 'Your changes are still here: try again.'}
        </span>
      </p>
    );
  if (!enabled) return <p role="status">{count} waiting on this device. Unlock admin access to go on with them.</p>;
  if (restored) return <p role="status">{count}. What you had changed and not saved is here again.</p>;
  return <p role="status">{changes > 0 ? count : 'All is saved.'}</p>;
}
