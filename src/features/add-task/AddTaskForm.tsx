import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { TaskFields } from '../../components/TaskFields.tsx';
import { notify } from '../../lib/notify.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { missingFields, newTask, type TypedTask } from '../../records/task/stored-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { isMonth, longDate, monthLabel, siteTime } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useIncomingFiles } from '../../ui/file/use-incoming-files.ts';
import { ActionBar, useSaveTask } from './ActionBar.tsx';
import styles from './AddTaskForm.module.css';
import { PdfField } from './PdfField.tsx';
import { PhotoField } from './PhotoField.tsx';
import { useTaskFiles } from './task-files.ts';
import { emptyForm, isEmpty, taskFormReducer, TaskDraftNote, useDraftKeeping, type TaskDraft } from './TaskDraft.tsx';
import type { UploadQueue } from './upload-queue.ts';

const commonTitles = ['Monthly preventive maintenance', 'Emergency call', 'Quarterly test', 'Repair', 'Reader check'];

interface AddTaskFormProps {
  queue: UploadQueue;
  /** Begun earlier; its files are in the queue. */
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
  const { uploads, photos, pdf, summary, ...files } = useTaskFiles(queue, form.siteId);
  const refused = uploads.filter(({ state }) => state === 'refused');
  const fileIds = uploads.filter((upload) => !refused.includes(upload)).map(({ id }) => id);
  const { kept, end } = useDraftKeeping(form, fileIds, queue, owned);
  const siteKnown = form.siteId !== null;
  const { phase, update, stop } = useSaveTask({
    summary,
    ready: () => {
      const site = sites.data?.find(({ id }) => id === form.siteId)?.name;
      const task = form.addedAt === null ? null : newTask(form, form.addedAt, files.stored);
      return site !== undefined && task ? { site, task } : null;
    },
    onSaved: end,
    onError: () => void sites.refetch(),
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
        isKept={!unkept}
        title={unkept ? 'Leave without saving?' : 'Leave while files are uploading?'}
        text={
          unkept
            ? 'What you typed and the files you chose are lost.'
            : 'The draft stays on this device. The files that are not up yet go on when you come back.'
        }
      />
      <TaskDraftNote
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
          pdf={pdf}
          siteKnown={siteKnown}
          onFiles={files.addPdf}
          onRemove={files.remove}
          onRetry={files.retry}
        />
        <PhotoField
          photos={photos}
          refused={refused}
          siteKnown={siteKnown}
          dragging={dragging}
          onFiles={files.add}
          onMove={files.move}
          onRemove={files.remove}
          onRetry={files.retry}
          onDismiss={files.dismiss}
        />
      </fieldset>
      <ActionBar added={form.addedAt !== null} phase={phase} summary={summary} onAdd={add} onUpdate={pressUpdate} />
    </form>
  );
}

interface SiteFieldProps {
  /** Number of the chosen site. */
  value: number | null;
  onChange: (siteId: number | null) => void;
  error: string | null;
}

function SiteField({ value, onChange, error }: SiteFieldProps) {
  const sites = useQuery(sitesQuery);
  if (sites.isError && !sites.data)
    return <LoadFailed message="Failed to load names." onRetry={() => void sites.refetch()} />;
  return (
    <SelectField
      label="Site"
      name="site"
      required
      value={sites.data && value !== null ? String(value) : ''}
      onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
      disabled={sites.isPending}
      error={error}
      options={[
        { value: '', label: sites.isPending ? 'Loading sites…' : 'Select a site' },
        ...(sites.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

interface TaskPreviewProps {
  typed: TypedTask;
  addedAt: string;
  onEdit: () => void;
}

/** The task of the local list, as it will read on the dashboard (`spec §4`). */
function TaskPreview({ typed, addedAt, onEdit }: TaskPreviewProps) {
  const preview = useRef<HTMLElement>(null);
  // it takes the place of fields that may be far above the button
  useEffect(() => {
    // not its answer: some browsers return a promise, which is no cleanup
    preview.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const period = isMonth(typed.month) ? `${monthLabel(typed.month)} ${typed.year}` : typed.year;
  return (
    <article ref={preview} className={styles.preview} aria-label="New task, not saved yet">
      <div className={styles.head}>
        <h2 lang={languageOf(typed.title)}>{typed.title.trim()}</h2>
        <Badge tone="warn" icon="info">
          Not saved yet
        </Badge>
      </div>
      <p className={styles.when}>{`For ${period}. Dated ${longDate(addedAt)} at ${siteTime(addedAt).clock}.`}</p>
      <p className={styles.previewText} lang={languageOf(typed.text)}>
        {typed.text.trim()}
      </p>
      <div>
        <Button onClick={onEdit}>Edit</Button>
      </div>
    </article>
  );
}
