import { useRef } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { counted, listedWords } from '../../../records/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConflictDialog } from '../../../ui/message/ConfirmDialog.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { conflictKey, conflictWords } from '../draft/failure-draft.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import texts from '../../../ui/text.module.css';
import styles from '../FailureAnalyticsRoute.module.css';
import { focusKey } from './PostNameButton.tsx';
import { t } from '../../../lib/language/translate.ts';

interface UpdateBarProps {
  editing: FailureEditing;
  year: number;
  /** The year of today in Singapore. */
  thisYear: number;
  onUnlock: () => void;
}

/** Always in sight: the year that is entered, unsaved changes and 'Update Database' (`spec §2`). */
export function UpdateBar({ editing, year, thisYear, onUnlock }: UpdateBarProps) {
  const { enabled, saving, conflicts } = editing;
  const { count: changes, words } = editing.unsaved;
  const bar = useRef<HTMLElement>(null);
  const locked = editing.problem === 'grant-ended';
  const isStarted = editing.started.length > 0;
  if (!enabled && changes === 0) return null;

  const discard = () => {
    editing.discard();
    // the pressed button disappears
    bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };

  return (
    <SaveBar
      ref={bar}
      aria-label={t('Unsaved changes')}
      kept={changes > 0}
      className={`${styles.bar} ${changes > 0 ? styles.changed : ''}`}
      lead={
        enabled && (
          <p className={`${texts.medium} ${year === thisYear ? '' : texts.warning}`}>
            {year === thisYear ? `Entering ${year}` : `Entering ${year}, not ${thisYear}`}
          </p>
        )
      }
      status={unsavedCountText(editing, year)}
      problem={problemTextOf(editing)}
    >
      {changes > 0 && <NeedsConnection what={t('Updating')} />}
      {(changes > 0 || isStarted) && (
        <Button busy={saving} onClick={discard}>
          {t('Discard')}
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
          {updateLabel(editing)}
        </Button>
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          title={t('Somebody else changed the same counts')}
          lead={t(
            'Nothing is lost: choose which value to keep. What only one of you changed is kept and not listed here.',
          )}
          conflicts={conflicts.map((conflict) => ({ id: conflictKey(conflict), ...conflictWords(conflict) }))}
          back={t('Back to the page')}
          save={t('Update with these values')}
          missing={t('Choose one value for each.')}
          spoken={(conflict, whose) => `${whose === 'mine' ? 'Yours' : 'Theirs'}: ${conflict[whose]}`}
          onClose={editing.closeConflicts}
          onChosen={editing.resolve}
        />
      )}
      <LeaveGuard
        when={enabled && changes > 0}
        title={t('Leave without saving?')}
        text={`Your changes to ${editing.site} are not saved${words && `: ${words}`}.`}
        keptText={t('They stay on this device until you log out.')}
      />
    </SaveBar>
  );
}

function updateLabel({ saving, problem, unsaved }: FailureEditing): string {
  if (saving) return 'Updating…';
  if (problem !== 'grant-ended') return 'Update Database';
  return unsaved.count > 0 ? 'Unlock and update' : 'Unlock again';
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

function unsavedCountText({ enabled, unsaved, started, restored }: FailureEditing, year: number): string {
  const { count: changes, words, years } = unsaved;
  const others = years.some((one) => one !== year) ? ` of ${listedWords(years.map((one) => `${one}`))}` : '';
  const count = `${counted(changes, 'unsaved change')}${others}${words && ` (${words})`}`;
  if (!enabled) return `${count} waiting on this device. Unlock admin access to continue with them.`;
  if (changes > 0) return restored ? `${count}. Your unsaved changes were restored.` : count;
  const [start] = started;
  return start ? `${start.year} is started. What stays empty is not stored.` : 'Everything is saved.';
}
