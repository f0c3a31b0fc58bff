import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/language/translate.ts';
import { noteUnsaved } from '../../lib/unsaved.ts';
import type { Change, KeyLabel } from '../../records/change-log/change-log.ts';
import { sentences } from '../../records/sentences.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/message/Loaded.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { OutcomeButtons } from '../../ui/OutcomeButtons.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { changeSentences } from './change-log-text.ts';
import { batchQuery } from './changes-query.ts';
import { invalidateRecords } from './restoring.ts';
import { undoableChanges, undoBatch, type BatchUndone } from './undo-batch.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './ChangeLogRoute.module.css';

interface UndoStep {
  /** How many changes came before. */
  done: number;
  total: number;
  change: Change;
}

/** The state of undoing an action: it undoes changes, and can repeat those that remain. */
function useUndoing() {
  const [step, setStep] = useState<UndoStep | null>(null);
  const [outcome, setOutcome] = useState<BatchUndone | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  // unmounting stops the run: the screen or the session has changed
  useEffect(() => () => controllerRef.current?.abort(), []);

  /** @param previous the outcome of the run before; null for the first run */
  const run = async (changes: readonly Change[], previous: BatchUndone | null) => {
    const { signal } = (controllerRef.current = new AbortController());
    const removeNote = noteUnsaved(t('Changes are being undone.'));
    const onChange = (done: number, change: Change) => setStep({ done, total: changes.length, change });
    const undone = await undoBatch(changes, { signal, onChange });
    removeNote();
    invalidateRecords();
    setStep(null);
    setOutcome({
      ...undone,
      done: [...(previous?.done ?? []), ...undone.done],
      refused: [...(previous?.refused ?? []), ...undone.refused],
    });
  };
  return {
    /** The change that is being undone; null while nothing runs. */
    step,
    /** The outcome of all runs; null until the first run has ended. */
    outcome,
    undo: (changes: readonly Change[]) => void run(changes, null),
    repeat: () => outcome && void run(outcome.remaining, outcome),
    cancel: () => controllerRef.current?.abort(),
  };
}

interface UndoBatchDialogProps {
  batch: string;
  labelOf: KeyLabel;
  onClose: () => void;
}

/** Lists all changes of an action that can be undone, asks, and undoes them. What was changed again since stays. */
export function UndoBatchDialog({ batch, labelOf, onClose }: UndoBatchDialogProps) {
  const reading = useQuery(batchQuery(batch));
  // the first complete answer is retained, so that exactly the listed changes are undone
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  if (changes === null && reading.data && !reading.isFetching && !reading.isError) setChanges(reading.data);
  const { step, outcome, undo, repeat, cancel } = useUndoing();
  const undoable = changes && undoableChanges(changes);

  return (
    <Dialog
      open
      title={t('Undo all that this action changed?')}
      // while changes are being undone, Escape must not close the dialog
      onClose={() => step === null && onClose()}
      footer={
        step ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : outcome ? (
          <OutcomeButtons outcome={outcome} onClose={onClose} onRepeat={repeat} />
        ) : (
          <>
            <Button onClick={onClose} data-autofocus>
              {t('Cancel')}
            </Button>
            {undoable && undoable.length > 0 && (
              <Button variant="primary" onClick={() => undo(undoable)}>
                {t('{count, plural, one {Undo # change} other {Undo # changes}}', { count: undoable.length })}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={`${layout.gap3} ${texts.breaks}`}>
        {step ? (
          <>
            <p role="status">
              {t('Change {number} of {total}: {change}', {
                number: step.done + 1,
                total: step.total,
                change: changeText(step.change, labelOf),
              })}
            </p>
            <Progress label={t('Undoing changes')} value={step.done / step.total} />
          </>
        ) : outcome ? (
          <UndoneList outcome={outcome} labelOf={labelOf} />
        ) : (
          <Loaded
            query={{ ...reading, data: changes ?? undefined }}
            error={t('Error fetching data.')}
            skeleton={<p role="status">{t('Loading changes…')}</p>}
          >
            {(loadedChanges) => (
              <ToUndo all={loadedChanges} undoable={undoableChanges(loadedChanges)} labelOf={labelOf} />
            )}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

/** Such as `Selasih Park: Capacity changed`. */
function changeText(change: Change, labelOf: KeyLabel): string {
  const [first] = changeSentences(change, labelOf);
  return change.site_name === null ? first : t('{site}: {text}', { site: change.site_name, text: first });
}

/** How many changes are listed before they are undone; the others are counted. */
const maxNamed = 20;

interface ToUndoProps {
  all: readonly Change[];
  undoable: readonly Change[];
  labelOf: KeyLabel;
}

function ToUndo({ all, undoable, labelOf }: ToUndoProps) {
  const stayingCount = all.length - undoable.length;
  return (
    <>
      <p>
        {t(
          'What was changed goes back to what it was before, and a site that was added is archived. What somebody has changed again since stays as it is. The log keeps all lines.',
        )}
      </p>
      {stayingCount > 0 && (
        <p>
          {t(
            '{count, plural, one {# change cannot be undone: keys, links and counts that are new stay.} other {# changes cannot be undone: keys, links and counts that are new stay.}}',
            { count: stayingCount },
          )}
        </p>
      )}
      <ul className={`${layout.gap1} ${styles.change}`} aria-label={t('What will be undone')}>
        {undoable.slice(0, maxNamed).map((change) => (
          <li key={change.id}>{changeText(change, labelOf)}</li>
        ))}
        {undoable.length > maxNamed && (
          <li>
            {t('and {count, plural, one {# more change} other {# more changes}}', {
              count: undoable.length - maxNamed,
            })}
          </li>
        )}
      </ul>
    </>
  );
}

function UndoneList({ outcome, labelOf }: { outcome: BatchUndone; labelOf: KeyLabel }) {
  const { done, refused, remaining, cancelled } = outcome;
  return (
    <>
      <p role="status">
        {sentences(
          cancelled && t('Cancelled.'),
          t('{count, plural, one {# change is undone.} other {# changes are undone.}}', { count: done.length }),
        )}
      </p>
      {remaining.length > 0 && (
        <>
          {cancelled ? (
            <p>
              {t('{count, plural, one {# change not reached:} other {# changes not reached:}}', {
                count: remaining.length,
              })}
            </p>
          ) : (
            <ErrorNote>
              {t('{count, plural, one {# change could not be undone:} other {# changes could not be undone:}}', {
                count: remaining.length,
              })}
            </ErrorNote>
          )}
          <ul className={layout.gap1}>
            {remaining.map((change) => (
              <li key={change.id}>{changeText(change, labelOf)}</li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <>
          <ErrorNote>
            {t('{count, plural, one {# change stays as it is:} other {# changes stay as they are:}}', {
              count: refused.length,
            })}
          </ErrorNote>
          <ul className={layout.gap1}>
            {refused.map(({ change, text }) => (
              <li key={change.id}>
                {changeText(change, labelOf)}
                <br />
                <span className={texts.note}>{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
