import { useRef } from 'react';
import { LeaveGuard } from '../../../components/LeaveGuard.tsx';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { t } from '../../../lib/language/translate.ts';
import { listedWords } from '../../../records/counted.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { joinedStatements, sentences } from '../../../records/sentences.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConflictDialog } from '../../../ui/message/ConflictDialog.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { filedWords } from '../draft/apply-renames.ts';
import { conflictKey, conflictWords, countName } from '../draft/rebase-counts.ts';
import { maxCount } from '../draft/typed-count.ts';
import type { FailureEditing } from '../draft/use-failure-draft.ts';
import { focusKey } from './PostNameButton.tsx';
import texts from '../../../ui/text.module.css';
import styles from '../FailureAnalyticsRoute.module.css';

interface UpdateBarProps {
  editing: FailureEditing;
  year: number;
  /** The year of today in Singapore. */
  thisYear: number;
  onUnlock: () => void;
}

/** The bar with the year that is entered, the number of unsaved changes and *Update Database* (`spec §2`). */
export function UpdateBar({ editing, year, thisYear, onUnlock }: UpdateBarProps) {
  const { enabled, saving, conflicts } = editing;
  const { count: changes, words } = editing.unsaved;
  const bar = useRef<HTMLElement>(null);
  const isLocked = editing.problem === 'grant-ended';
  const isStarted = editing.started.length > 0;
  if (!enabled && changes === 0) return null;

  const discard = () => {
    editing.discard();
    // the pressed button disappears, so another button of the bar gets the focus
    bar.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  };

  return (
    <SaveBar
      ref={bar}
      aria-label={t('Unsaved changes')}
      sticky={changes > 0}
      className={`${styles.bar} ${changes > 0 ? styles.changed : ''}`}
      lead={
        enabled && (
          <p className={`${texts.medium} ${year === thisYear ? '' : texts.warning}`}>
            {year === thisYear
              ? t('Entering {year}', { year })
              : t('Entering {year}, not {thisYear}', { year, thisYear })}
          </p>
        )
      }
      status={unsavedCountText(editing, year)}
      problem={problemTextOf(editing)}
    >
      {changes > 0 && <NeedsConnection text={t('Updating needs a connection.')} />}
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
          // a disabled button would lose the keyboard focus after a save
          {...(changes === 0 && { 'aria-disabled': true, className: styles.idle })}
          onClick={() => {
            if (isLocked) onUnlock();
            else if (changes > 0) editing.save();
          }}
        >
          {updateLabel(editing)}
        </Button>
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          title={t('Somebody else changed the same counts')}
          lead={sentences(
            ...editing.filed.map(filedWords),
            t('Nothing is lost: choose which value to keep. What only one of you changed is kept and not listed here.'),
          )}
          conflicts={conflicts.map((conflict) => ({ id: conflictKey(conflict), ...conflictWords(conflict) }))}
          backLabel={t('Back to the page')}
          saveLabel={t('Update with these values')}
          missingText={t('Choose one value for each.')}
          ariaLabelOf={(conflict, whose) =>
            t('{whose, select, mine {Yours: {value}} other {Theirs: {value}}}', { whose, value: conflict[whose] })
          }
          onClose={editing.closeConflicts}
          onChosen={editing.resolve}
        />
      )}
      <LeaveGuard
        when={enabled && changes > 0}
        title={t('Leave without saving?')}
        text={
          words === ''
            ? t('Your changes to {site} are not saved.', { site: editing.site })
            : t('Your changes to {site} are not saved: {added}.', { site: editing.site, added: words })
        }
        draftText={t('They stay on this device until you log out.')}
      />
    </SaveBar>
  );
}

/** How many counts that are too large the message lists; the next save lists the others. */
const maxNamed = 3;

function updateLabel({ saving, problem, unsaved }: FailureEditing): string {
  if (saving) return t('Updating…');
  if (problem !== 'grant-ended') return t('Update Database');
  return unsaved.count > 0 ? t('Unlock and update') : t('Unlock again');
}

function problemTextOf({ problem, tooLarge, unsaved }: FailureEditing) {
  if (tooLarge.length > 0)
    return {
      title: t('Update failed.'),
      text: t('Types were added together meanwhile, and the maximum is {max}. Correct first: {counts}.', {
        max: countText(maxCount),
        counts: joinedStatements(tooLarge.slice(0, maxNamed).map(countName)),
      }),
    };
  if (problem === null) return null;
  if (problem === 'error') return { title: t('Update failed.'), text: t('Your changes are still here: try again.') };
  return {
    title: t('Update failed. Admin access has ended.'),
    text:
      unsaved.count > 0
        ? t('Your changes are still here: unlock again to save them.')
        : t('Nothing was changed: unlock again, and repeat it.'),
  };
}

function unsavedCountText({ enabled, unsaved, started, restored }: FailureEditing, year: number): string {
  const changes = unsavedChangesText(unsaved, year);
  if (!enabled) return t('{changes} waiting on this device. Unlock admin access to continue with them.', { changes });
  if (unsaved.count > 0) return restored ? t('{changes}. Your unsaved changes were restored.', { changes }) : changes;
  const [start] = started;
  return start
    ? t('{year} is started. What stays empty is not stored.', { year: start.year })
    : t('Everything is saved.');
}

/** Such as `3 unsaved changes of 2024 and 2026 (1 post added)`. The years are omitted if all changes are of the year shown. */
function unsavedChangesText(
  { count, words: added, years: changedYears }: FailureEditing['unsaved'],
  year: number,
): string {
  const years = listedWords(changedYears.map((changedYear) => `${changedYear}`));
  if (changedYears.some((changedYear) => changedYear !== year))
    return added === ''
      ? t('{count, plural, one {# unsaved change of {years}} other {# unsaved changes of {years}}}', { count, years })
      : t(
          '{count, plural, one {# unsaved change of {years} ({added})} other {# unsaved changes of {years} ({added})}}',
          { count, years, added },
        );
  return added === ''
    ? t('{count, plural, one {# unsaved change} other {# unsaved changes}}', { count })
    : t('{count, plural, one {# unsaved change ({added})} other {# unsaved changes ({added})}}', { count, added });
}
