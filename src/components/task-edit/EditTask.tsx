import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useId, useRef, type FormEvent } from 'react';
import { storedMessage } from '../../lib/language/stored-message.ts';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import { useSingleMutation } from '../../lib/screen/single-mutation.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { sentences } from '../../records/sentences.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { movedMeanwhile, type VisitElsewhere } from '../../records/task/moved-visits.ts';
import { dayOverText } from '../../records/task/task-queries.ts';
import type { StoredTask } from '../../records/task/task.ts';
import { periodText, typedTask, type TypedTask } from '../../records/task/typed-task.ts';
import { visitTitle, isMisfiled, periodOf, visitStamp } from '../../records/task/visit.ts';
import { draftMoment, longDate } from '../../records/time.ts';
import { unreadableDraft } from '../../records/upload/files-draft.ts';
import type { UploadSummary } from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useIncomingFiles } from '../../ui/file/FilePick.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { PdfField, PhotoField } from '../task-files/FileFields.tsx';
import { UnstoredFilesNote, UploadStatus } from '../task-files/UploadStatus.tsx';
import { useFilesDraft } from '../task-files/use-files-draft.ts';
import { useTaskFiles, useAfterUploads } from '../task-files/use-task-files.ts';
import { TaskFields } from '../TaskFields.tsx';
import { useToday } from '../use-today.ts';
import { EditConflictDialog } from './EditConflict.tsx';
import type { FiledVisit } from './MoveVisit.tsx';
import { useOpenedCorrection, type OpenedCorrection } from './use-opened-correction.ts';
import { useTaskEdit, type SaveState } from './use-task-edit.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskEdit.module.css';

interface EditTaskProps {
  site: string;
  task: StoredTask;
  /** Called with the task as the server saved it, or with undefined when there was nothing to save. */
  onDone: (saved: StoredTask | undefined) => void;
  /** Called instead of `onDone` when the visit was moved to another site meanwhile, with its site and id there. */
  onMoved: (to: FiledVisit) => void;
  onCancel: () => void;
}

/**
 * Corrects a saved task in a dialog, once its draft on this device is read. When somebody else moves the task
 * meanwhile, the correction continues at its new site.
 */
export function EditTask(props: EditTaskProps) {
  const { opened, continueAt } = useOpenedCorrection(props.site, props.task);
  return opened && <EditForm key={opened.draftName} {...props} correction={opened} onContinueAt={continueAt} />;
}

interface EditFormProps extends EditTaskProps {
  correction: OpenedCorrection;
  onContinueAt: ReturnType<typeof useOpenedCorrection>['continueAt'];
}

function EditForm({ site: openedAt, correction, onContinueAt, onDone, onMoved, onCancel }: EditFormProps) {
  const { queue, site } = correction;
  const sites = useQuery(sitesQuery);
  const files = useTaskFiles(queue, sites.data?.find(({ name }) => name === site)?.id ?? null);
  const [done, setDone] = useState<{ saved: StoredTask | undefined } | null>(null);
  const edit = useTaskEdit(
    site,
    correction,
    {
      taskFiles: files.taskFiles,
      onSaving: () => queue.retainFiles(),
      onResolved: (merged) => queue.showSavedFiles(merged),
    },
    (saved) => setDone({ saved }),
  );
  const { base, typed, conflict } = edit;
  const changed = edit.changed || files.summary.total > 0;
  const draft = useFilesDraft({
    name: correction.draftName,
    title: storedMessage('Correction of {title}', { title: visitTitle(base) }),
    form: useMemo(() => ({ base, typed }), [base, typed]),
    isEmpty: !changed,
    uploads: files.uploads,
    queue,
    owned: correction.owned,
  });
  useWhen(done, ({ saved }) => {
    void draft.deleteDraft().then(() => (site === openedAt ? onDone(saved) : onMoved({ site, id: base.id })));
  });
  const saving = useSavePress(correction, edit, files.summary, async (there) =>
    onContinueAt(there, { base, typed, files: files.taskFiles }, draft.deleteDraft),
  );
  const isBusy = saving.isBusy || done !== null;
  const hasDraft = correction.owned && draft.isStored;
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const close = () => {
    if (isBusy) return;
    saving.stop();
    if (changed) setAskingToDiscard(true);
    else onCancel();
  };
  const discard = () => {
    const deleting = draft.deleteDraft();
    queue.discard();
    void deleting.then(onCancel);
  };

  return (
    <>
      <LeaveGuard
        when={changed}
        hasDraft={hasDraft}
        title={t('Leave without saving?')}
        text={
          hasDraft
            ? t('Your changes to this visit are not saved. They stay on this device, for the next time you edit it.')
            : t('Your changes to this visit are not saved.')
        }
      />
      {conflict ? (
        <EditConflictDialog edit={edit} conflict={conflict} mine={files.taskFiles} />
      ) : isAskingToDiscard ? (
        <ConfirmDialog
          title={t('Discard your changes?')}
          action={t('Discard')}
          variant="secondary"
          cancel={t('Keep editing')}
          onConfirm={discard}
          onClose={() => setAskingToDiscard(false)}
        >
          <p>{t('Your changes to this visit are not saved.')}</p>
        </ConfirmDialog>
      ) : (
        <EditDialog
          edit={edit}
          files={files}
          correction={correction}
          movedTo={site === openedAt ? null : site}
          saving={{ ...saving, isBusy }}
          unstoredFiles={!changed || !correction.owned || draft.isStored ? null : draft.unstoredFiles}
          onClose={close}
        />
      )}
    </>
  );
}

/**
 * What the button of the form does once the files are uploaded: it saves, or opens the form again at the site that the visit was moved to.
 * The state is held outside of the dialog, because a question replaces the dialog and would lose it.
 */
function useSavePress(
  { savesAtOnce }: OpenedCorrection,
  { state, there, save }: ReturnType<typeof useTaskEdit>,
  uploads: UploadSummary,
  continueAt: (there: VisitElsewhere) => Promise<void>,
) {
  const continuing = useSingleMutation({
    mutationFn: continueAt,
    onError: (error) => console.error('The visit could not be read at its new site', error),
  });
  const { waiting, begin, stop } = useAfterUploads(uploads, () =>
    there ? continuing.mutate(there) : save(state === 'deleted'),
  );
  useWhen(savesAtOnce || null, begin);
  return {
    begin,
    /** Stops waiting for uploads, so that nothing is saved after them. */
    stop,
    waitsForUploads: waiting,
    isBusy: state === 'saving' || continuing.isPending,
    /** Whether the visit could not be read at its new site. */
    isUnread: continuing.isError,
  };
}

interface EditDialogProps {
  edit: ReturnType<typeof useTaskEdit>;
  files: ReturnType<typeof useTaskFiles>;
  correction: OpenedCorrection;
  /** The site that the visit was moved to since the form was opened; null if it was not moved. */
  movedTo: string | null;
  saving: ReturnType<typeof useSavePress>;
  /**
   * How many files are in this tab only, and not in the draft. 0 means that not even the input can be stored. Null means that nothing is
   * missing from the draft, or that another tab owns it.
   */
  unstoredFiles: number | null;
  onClose: () => void;
}

const saveProblems: Record<SaveState, Message | null> = {
  idle: null,
  saving: null,
  waiting: message(
    'There is no connection. The correction is saved by itself as soon as there is one, while this window is open.',
  ),
  failed: message('Error updating data.'),
  deleted: message('Somebody else has deleted this visit in the meantime. Your changes are not saved yet.'),
  moved: null,
  late: dayOverText,
  missing: message('This visit no longer exists. Your changes cannot be saved.'),
};

/** The form of a saved task. Its input stays until it is saved or discarded. */
function EditDialog({ edit, files, correction, movedTo, saving, unstoredFiles, onClose }: EditDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { state, base, typed, problems } = edit;
  const { summary, waitsFor, arrived } = files;
  const { there } = edit;
  const { begin, waitsForUploads, isBusy } = saving;
  const dragging = useIncomingFiles((incoming) => state !== 'saving' && files.add(incoming));
  // an access key without a right to the new site of the visit cannot save there
  const canBeSaved = state !== 'missing' && state !== 'late' && there !== null;
  const problem = problems?.text ?? saveProblemText(edit, saving.isUnread);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name='${name}']`)?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // the first problem gets the focus at once; `save` checks again later and then shows all problems
    const formProblems = edit.check();
    if (formProblems !== null) focus(formProblems.first);
    if (!isBusy) begin();
  };

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('Need Correction?')}
      footer={
        <>
          {problem ? (
            <p role="alert" className={`${texts.problem} ${styles.problem}`}>
              {problem}
            </p>
          ) : (
            summary.total > 0 && (
              <div className={`${layout.gap2} ${texts.note} ${styles.files}`}>
                <UploadStatus
                  summary={summary}
                  waitsFor={waitsFor}
                  arrived={arrived}
                  savesAfter={waitsForUploads}
                  otherwise=""
                  onRetryAll={files.retryAll}
                />
              </div>
            )
          )}
          <NeedsConnection text={t('Saving needs a connection.')} />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {canBeSaved && (
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isBusy || waitsForUploads}
              // after the first click the button may have another label and meaning, so the second of a double click is ignored
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {isBusy ? t('Saving…') : saveLabel(state, there)}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={formId} className={layout.gap4} noValidate onSubmit={submit}>
        <OpenedFacts
          correction={correction}
          visitTime={base.time}
          movedTo={movedTo}
          storesDrafts={unstoredFiles !== 0}
        />
        <UnstoredFilesNote files={unstoredFiles ?? 0} />
        <CorrectPeriod
          typed={typed}
          onCorrect={(values) => {
            edit.type(values);
            // the button disappears, so the focus goes to the field that it changed
            focus(values.date === undefined ? 'date' : 'year');
          }}
        />
        <TaskFields
          typed={typed}
          problems={problems?.byField ?? {}}
          savedTask={typedTask(base)}
          site={correction.site}
          visit={base.id}
          onChange={edit.type}
          inDialog
        />
        <PdfField {...files.pdfField} />
        <PhotoField {...files.photoField} dragging={dragging} />
      </form>
    </Dialog>
  );
}

/**
 * Why the correction is not saved; null if there is no problem. `there` is where the visit was moved to: null for a site that the
 * access key may not see, undefined for a visit that was not moved.
 */
function saveProblemText({ state, there }: EditDialogProps['edit'], isUnread: boolean): string | null {
  if (isUnread) return t('Failed to fetch tasks.');
  if (there !== undefined) return movedText(there);
  const problem = saveProblems[state];
  return problem && said(problem);
}

function saveLabel(state: SaveState, there: VisitElsewhere | null | undefined): string {
  if (there) return t('Save there');
  return state === 'deleted' ? t('Restore and save') : t('Save');
}

interface OpenedFactsProps extends Pick<EditDialogProps, 'correction' | 'movedTo'> {
  /** The date and time of the visit. */
  visitTime: string;
  /** Whether this device stores drafts. */
  storesDrafts: boolean;
}

/** Says which visit is corrected, and what became of its draft. */
function OpenedFacts({ correction, visitTime, movedTo, storesDrafts }: OpenedFactsProps) {
  const { restoredAt, filesLost, isUnreadable } = correction;
  const today = useToday();
  return (
    <p className={texts.muted}>
      {sentences(
        t('Visit of {date}.', { date: longDate(visitTime) }),
        movedTo !== null && t('It is at {site} now.', { site: movedTo }),
        restoredAt !== null && t('Draft from {moment} restored.', { moment: draftMoment(restoredAt, today) }),
        filesLost && t('Not all of its files were kept: check the photos and the PDF report before you save.'),
        isUnreadable && said(unreadableDraft),
        !storesDrafts && t('This browser keeps no drafts: what you type is lost when you leave the page.'),
      )}
    </p>
  );
}

/** The message about a visit that was moved while its form was open. */
function movedText(there: VisitElsewhere | null): string {
  if (there === null) return sentences(movedMeanwhile(there), t('Your changes cannot be saved: tell the office.'));
  return sentences(movedMeanwhile(there), t('Your changes are not saved yet: they can be saved there.'));
}

interface CorrectPeriodProps {
  typed: TypedTask;
  /** Called with the date, or with the year and month, whichever the person says is right. The caller adapts the other. */
  onCorrect: (values: Partial<TypedTask>) => void;
}

/** Offers to correct the month or the date where they disagree, as in old entries (`decisions §8`). */
function CorrectPeriod({ typed, onCorrect }: CorrectPeriodProps) {
  const time = visitStamp(typed);
  const { date, year, month } = typed;
  if (time === null || year === '' || month === '' || !isMisfiled({ year, month, time })) return null;
  const periodOfDate = periodOf(date);
  return (
    <section className={`${layout.gap3} ${styles.correct}`} aria-label={t('Date and month')}>
      <p>{t('Filed under {month}, dated {date}.', { month: periodText({ year, month }), date: longDate(time) })}</p>
      <div className={layout.row}>
        {periodOfDate && periodOfDate.year !== '' && (
          <Button onClick={() => onCorrect({ date })}>
            {t('File under {month}', { month: periodText(periodOfDate) })}
          </Button>
        )}
        <Button onClick={() => onCorrect({ year, month })}>
          {t('Date it in {month}', { month: periodText({ year, month }) })}
        </Button>
      </div>
    </section>
  );
}
