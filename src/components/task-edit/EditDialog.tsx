import { useId, useRef, type FormEvent } from 'react';
import { firstProblem, problemText, misfiledText, periodText, type TypedTask } from '../../records/task/typed-task.ts';
import { tooLate } from '../../records/task/my-visits.ts';
import { draftMoment, longDate } from '../../records/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useIncomingFiles } from '../../ui/file/use-incoming-files.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { isMisfiled, periodOf, visitStamp } from '../../records/task/visit-time.ts';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { PdfField } from '../task-files/PdfField.tsx';
import { PhotoField } from '../task-files/PhotoField.tsx';
import { UploadStatus } from '../task-files/UploadStatus.tsx';
import { useAfterUploads } from '../task-files/use-after-uploads.ts';
import type { useTaskFiles } from '../task-files/use-task-files.ts';
import { TaskFields } from '../TaskFields.tsx';
import styles from './EditDialog.module.css';
import type { SaveState, useTaskEdit } from './use-task-edit.ts';

interface EditDialogProps {
  edit: ReturnType<typeof useTaskEdit>;
  files: ReturnType<typeof useTaskFiles>;
  /** When the restored draft was kept, in milliseconds. */
  restoredAt: number | null;
  filesLost: boolean;
  onClose: () => void;
}

const saveProblems: Record<SaveState, string | null> = {
  idle: null,
  saving: null,
  failed: 'Error updating data.',
  deleted: 'Somebody else has deleted this task in the meantime. Your changes are not saved yet.',
  late: tooLate,
  missing: 'This task no longer exists. Your changes cannot be saved.',
};

/** What was typed stays until it is saved or discarded. */
export function EditDialog({ edit, files, restoredAt, filesLost, onClose }: EditDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { state, base, typed, problems } = edit;
  const { summary, waitsFor, arrived } = files;
  const { waiting, begin } = useAfterUploads(summary, () => edit.save(state === 'deleted'));
  const dragging = useIncomingFiles((incoming) => state !== 'saving' && files.add(incoming));
  const problem = problemText(typed, problems) ?? saveProblems[state];
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name='${name}']`)?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const first = firstProblem(edit.check());
    if (first !== null) focus(first);
    if (state !== 'saving') begin();
  };

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="Need Correction?"
      footer={
        <>
          {problem ? (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          ) : (
            summary.total > 0 && (
              <div className={styles.files}>
                <UploadStatus
                  summary={summary}
                  waitsFor={waitsFor}
                  arrived={arrived}
                  saves={waiting}
                  otherwise=""
                  onRetryAll={files.retryAll}
                />
              </div>
            )
          )}
          <NeedsConnection what="Saving" />
          <Button onClick={onClose}>Cancel</Button>
          {state !== 'missing' && state !== 'late' && (
            <Button type="submit" form={formId} variant="primary" busy={state === 'saving' || waiting}>
              {state === 'saving' ? 'Saving…' : state === 'deleted' ? 'Restore and save' : 'Save'}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={formId} className={layout.stack} noValidate onSubmit={submit}>
        <p className={texts.muted}>
          {`Visit of ${longDate(base.time)}.`}
          {restoredAt !== null && ` Draft from ${draftMoment(restoredAt)} restored.`}
          {filesLost && ' Not all of its files were kept: check the photos and the PDF report before you save.'}
        </p>
        <CorrectPeriod
          typed={typed}
          onCorrect={(values) => {
            edit.type(values);
            // the button disappears; the field it changed shows the result
            focus(values.date === undefined ? 'date' : 'year');
          }}
        />
        <TaskFields typed={typed} problems={problems} onChange={edit.type} inDialog />
        <PdfField {...files.pdfField} />
        <PhotoField {...files.photoField} dragging={dragging} />
      </form>
    </Dialog>
  );
}

interface CorrectPeriodProps {
  typed: TypedTask;
  /** Called with the side that is right; the other follows it. */
  onCorrect: (values: Partial<TypedTask>) => void;
}

/** Reconciles month and date of entries older than the visit date (`decisions §8`); empty where they agree. */
function CorrectPeriod({ typed, onCorrect }: CorrectPeriodProps) {
  const time = visitStamp(typed);
  const { date, year, month } = typed;
  if (time === null || year === '' || month === '' || !isMisfiled({ year, month, time })) return null;
  const dated = periodOf(date);
  return (
    <section className={styles.correct} aria-label="Date and month">
      <p>{`${misfiledText({ year, month, time })}.`}</p>
      <div className={layout.row}>
        {dated && dated.year !== '' && (
          <Button onClick={() => onCorrect({ date })}>{`File under ${periodText(dated)}`}</Button>
        )}
        <Button onClick={() => onCorrect({ year, month })}>{`Date it in ${periodText({ year, month })}`}</Button>
      </div>
    </section>
  );
}
