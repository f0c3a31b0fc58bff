import { useQuery } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { TaskFields } from '../../components/TaskFields.tsx';
import type { UploadQueue } from './upload-queue.ts';
import { useIncomingFiles } from '../../ui/file/use-incoming-files.ts';
import { commonTitles, missingFields, newTask } from '../../records/task/new-task.ts';
import { notify } from '../../lib/notify.ts';
import { ActionBar } from './ActionBar.tsx';
import styles from './AddTaskForm.module.css';
import { DraftNote } from './DraftNote.tsx';
import { PdfField } from './PdfField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { RefusedFiles } from './RefusedFiles.tsx';
import { SiteField } from './SiteField.tsx';
import { sitesQuery } from '../../records/site/site-queries.ts';
import type { TaskDraft } from './task-draft.ts';
import { emptyForm, isEmpty, taskFormReducer } from './task-form.ts';
import { TaskPreview } from './TaskPreview.tsx';
import { filesOf, pdfOf, photosOf, summarise } from './upload-summary.ts';
import { useDraftKeeping } from './use-draft-keeping.ts';
import { useSaveTask } from './use-save-task.ts';
import { useTaskFiles } from './use-task-files.ts';
import { useUploadNews } from './use-upload-news.ts';

interface AddTaskFormProps {
  queue: UploadQueue;
  /** The task that was begun earlier, its files are in the queue. */
  draft: TaskDraft | null;
  /** This tab keeps the draft. */
  owned: boolean;
  /** A new task begins in its month. */
  day: Date;
  onDiscarded: () => void;
}

/** Add New Task (`spec §2`, `spec §4`): fields and files, 'Add Task', then 'Update'. */
export function AddTaskForm({ queue, draft, owned, day, onDiscarded }: AddTaskFormProps) {
  const [form, dispatch] = useReducer(taskFormReducer, draft, (found) => found?.form ?? emptyForm(day));
  const [tried, setTried] = useState({ add: false, update: false });
  const element = useRef<HTMLFormElement>(null);
  const sites = useQuery(sitesQuery);
  const { uploads, ...files } = useTaskFiles(queue, form.siteId);
  const { kept, end } = useDraftKeeping(form, uploads, queue, owned);
  const siteKnown = form.siteId !== null;
  const summary = summarise(uploads, siteKnown);
  useUploadNews(uploads, siteKnown, summary);
  const { phase, update, stop } = useSaveTask({
    running: summary.running.length,
    failed: summary.failed.length,
    ready: () => {
      const site = sites.data?.find(({ id }) => id === form.siteId)?.name;
      const task = form.addedAt === null ? null : newTask(form, form.addedAt, filesOf(uploads));
      return site !== undefined && task ? { site, task } : null;
    },
    onSaved: end,
    onFailed: () => void sites.refetch(),
  });
  const saving = phase === 'saving';
  const dragging = useIncomingFiles((incoming) => !saving && files.add(incoming));

  const focus = (name: string) => {
    const field = element.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const missing = missingFields(form);
  const add = () => {
    setTried({ ...tried, add: true });
    const [first] = missing;
    if (first === undefined) return dispatch({ do: 'add', at: new Date() });
    focus(first);
    return notify.alert('Please fill in all fields.');
  };
  const siteMissing = !sites.data?.some(({ id }) => id === form.siteId);
  const pressUpdate = () => {
    setTried({ ...tried, update: true });
    if (!siteMissing) return update();
    focus('site');
    return notify.alert('Please select a name.');
  };
  const discard = () => {
    const ended = end();
    queue.discard();
    void ended.then(onDiscarded);
  };

  const something = !isEmpty(form) || uploads.length > 0;
  const unkept = something && (!owned || !kept);
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
      <LeaveGuard
        when={summary.running.length > 0 || unkept}
        title={unkept ? 'Leave without saving?' : 'Leave while files are uploading?'}
        text={
          unkept
            ? 'What you typed and the files you chose are lost.'
            : 'The draft stays on this device. The files that are not up yet go on when you come back.'
        }
      />
      <DraftNote
        restoredAt={draft?.savedAt ?? null}
        kept={owned ? (kept ? 'here' : 'nowhere') : 'elsewhere'}
        discardable={something}
        locked={saving}
        onDiscard={discard}
      />
      <fieldset className={styles.fields} disabled={saving} aria-label="New task">
        <SiteField
          value={form.siteId}
          onChange={(siteId) => dispatch({ do: 'choose site', siteId })}
          error={tried.update && siteMissing ? 'Choose the site that the task is for.' : null}
        />
        {form.addedAt === null ? (
          <TaskFields
            typed={form}
            onChange={(values) => dispatch({ do: 'change', values })}
            missing={tried.add ? missing : []}
            titles={commonTitles}
          />
        ) : (
          <TaskPreview
            typed={form}
            addedAt={form.addedAt}
            onEdit={() => {
              stop();
              dispatch({ do: 'edit' });
            }}
          />
        )}
        <PdfField
          pdf={pdfOf(uploads)}
          siteKnown={siteKnown}
          onFiles={files.addPdf}
          onRemove={files.remove}
          onRetry={files.retry}
        />
        <PhotoField
          photos={photosOf(uploads)}
          siteKnown={siteKnown}
          dragging={dragging}
          onFiles={files.add}
          onMove={files.move}
          onRemove={files.remove}
          onRetry={files.retry}
        >
          <RefusedFiles files={uploads.filter(({ state }) => state === 'refused')} onDismiss={files.dismiss} />
        </PhotoField>
      </fieldset>
      <ActionBar added={form.addedAt !== null} phase={phase} summary={summary} onAdd={add} onUpdate={pressUpdate} />
    </form>
  );
}
