import { SameSiteNote, TaskDraftNote } from './TaskDraftNote.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { afterSaving, LeaveGuard } from '../../components/LeaveGuard.tsx';
import { PdfField, PhotoField } from '../../components/task-files/FileFields.tsx';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { useTaskFiles } from '../../components/task-files/use-task-files.ts';
import { TaskFields } from '../../components/TaskFields.tsx';
import { useNewDay } from '../../components/use-today.ts';
import { useOnlySite } from '../../components/SitePicker.tsx';
import { notify } from '../../lib/notify.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { readTask, visitText, periodText, type TypedTask } from '../../records/task/typed-task.ts';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import { useIncomingFiles } from '../../ui/file/FilePick.tsx';
import layout from '../../ui/layout.module.css';
import { firstTaken } from '../../records/upload/prepare-file.ts';
import { notUploadedText, type UploadSummary, type WaitsFor } from '../../records/upload/upload.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { onReturn } from '../../lib/screen/on-return.ts';
import { visitTime, type VisitTime } from '../../records/task/visit.ts';
import { Button } from '../../ui/Button.tsx';
import texts from '../../ui/text.module.css';
import { KindBadge, TaskTexts } from '../../components/task/TaskMarks.tsx';
import { bringIntoView } from '../../lib/screen/viewport.ts';
import { languageOf } from '../../records/task/task.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './AddTaskRoute.module.css';
import { useDraftKeeping, useQueuedVisit } from './task-draft.ts';
import { commonTitles, isEmpty, saveRefusalText, taskFormReducer, type TaskForm } from './task-form.ts';
import { useTaskSaving, type SavePhase } from './use-task-saving.ts';
import { richSentences } from '../../components/rich-sentences.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { UploadStatus } from '../../components/task-files/UploadStatus.tsx';
import { message, said, t } from '../../lib/language/translate.ts';

interface AddTaskFormProps {
  /** The name of the task's draft. */
  name: string;
  queue: UploadQueue;
  begun: TaskForm;
  /** When the restored draft was kept, in milliseconds since 1970; its files are in the queue. */
  restoredAt: number | null;
  /** Named by a link or a finished report form; chosen once the sites are loaded. */
  siteName: string | null;
  onDiscarded: () => void;
  /** The visit is finished, waits on this device, and is saved from there. */
  onSetAside: () => void;
}

/** Add New Task (`spec §2`, `spec §4`): fields and files, 'Add Task', then 'Update'. */
export function AddTaskForm({ name, queue, begun, restoredAt, siteName, onDiscarded, onSetAside }: AddTaskFormProps) {
  const [form, dispatch] = useReducer(taskFormReducer, begun);
  const [tried, setTried] = useState<{ add: Date | null; update: boolean }>({ add: null, update: false });
  const element = useRef<HTMLFormElement>(null);
  const sites = useQuery(sitesQuery);
  const navigate = useNavigate();
  const files = useTaskFiles(queue, form.siteId);
  const { uploads, summary, waitsFor, arrived } = files;
  const queued = useQueuedVisit(begun, form, uploads, () => dispatch({ do: 'update', update: 'none' }));
  const { kept, unkeptFiles, keepNow, deleteDraft } = useDraftKeeping(name, queued.stored, uploads, queue);
  const { phase } = useTaskSaving({
    form: queued.toSave,
    files,
    onUpdate: (update, refusal) => {
      dispatch({ do: 'update', update, refusal });
      if (update === 'stopped' && summary.failed.length > 0) notify.alert(notUploadedText(summary.failed));
    },
    onSending: async (attempt) => {
      dispatch({ do: 'send', attempt });
      await keepNow({ ...form, attempt });
    },
    onSaved: deleteDraft,
    onStored: (id, { site, task: { year, month } }) =>
      void navigate(linkTo(paths.maintenance, { site, year, month, task: id }), { state: afterSaving }),
  });
  const saving = phase === 'saving';
  const locked = saving || (phase === 'offline' && !queued.isLooked);
  const dragging = useIncomingFiles((incoming) => !locked && files.add(incoming));

  const onlySite = useOnlySite();
  const wantedName = siteName ?? (form.siteId === null ? onlySite : null);
  const wantedSite = sites.data?.find((site) => site.name === wantedName);
  useWhen(wantedSite?.id ?? null, (siteId) => dispatch({ do: 'choose site', siteId, siteName: wantedName ?? '' }));

  const setAside = useEffectEvent(async (left: AbortSignal) => {
    // a visit that is not kept whole stays open, and is saved from here
    if ((await keepNow(form)) && !left.aborted) onSetAside();
  });
  // tried again when the device keeps all of it after all
  const waitsKept = phase === 'offline' && form.siteId !== null && !queued.isLooked ? kept : null;
  useEffect(() => {
    if (waitsKept === null) return undefined;
    const left = new AbortController();
    void setAside(left.signal);
    return () => left.abort();
  }, [waitsKept]);

  const focus = (fieldName: string) => {
    const field = element.current?.elements.namedItem(fieldName);
    if (field instanceof HTMLElement) field.focus();
  };
  const add = () => {
    const now = new Date();
    setTried({ ...tried, add: now });
    const { problems } = readTask(form, now);
    if (problems === null) return dispatch({ do: 'add', stays: queued.isLooked });
    focus(problems.first);
    return notify.alert(problems.text);
  };
  // while the sites are not loaded, the site may be chosen later
  const needsSite = sites.data !== undefined && !sites.data.some(({ id }) => id === form.siteId);
  const chooseSite = (chosen: string) => {
    const site = sites.data?.find((one) => siteId(one) === chosen);
    if (form.siteId !== null) queued.takeOut();
    dispatch({ do: 'choose site', siteId: Number(chosen), siteName: site?.name ?? '' });
  };
  const change = (values: Partial<TypedTask>) => {
    queued.takeOut();
    dispatch({ do: 'change', values });
  };
  const edit = () => dispatch({ do: 'edit', stays: queued.isLooked });
  const pressUpdate = () => {
    setTried({ ...tried, update: true });
    if (!needsSite) return dispatch({ do: 'update', update: 'waiting' });
    focus('site');
    return notify.alert(t('Please select a name.'));
  };
  const discard = () => {
    const ended = deleteDraft();
    queue.discard();
    void ended.then(onDiscarded);
  };

  const isBegun = !isEmpty(form) || uploads.length > 0;
  const unkept = isBegun && !kept;
  useVisitOfNow(form, !isBegun, (values) => dispatch({ do: 'change', values }));
  return (
    <form ref={element} className={layout.loose} noValidate onSubmit={(event) => event.preventDefault()}>
      <LeaveGuard
        when={(summary.running.length > 0 && form.update !== 'waiting') || unkept}
        isKept={!unkept}
        title={unkept ? t('Leave without saving?') : t('Leave while files are uploading?')}
        text={
          unkept
            ? t('What you typed and the files you chose are lost.')
            : t('The draft stays on this device. Unfinished uploads continue when you come back.')
        }
      />
      <TaskDraftNote
        restoredAt={restoredAt}
        lost={form.lost}
        kept={kept}
        unkeptFiles={unkeptFiles}
        discardable={isBegun}
        locked={saving}
        onDiscard={discard}
      />
      <SameSiteNote name={name} siteId={form.siteId} />
      <fieldset className={layout.loose} disabled={locked} aria-label={t('New task')}>
        <SiteChoice
          label={t('Site')}
          name="site"
          required
          valueBy={siteId}
          value={String(form.siteId)}
          onChange={chooseSite}
          error={tried.update && needsSite ? t('Choose the site that the visit is for.') : null}
        />
        {form.added ? (
          <TaskPreview typed={form} onEdit={edit} />
        ) : (
          <TaskFields
            typed={form}
            onChange={change}
            problems={(tried.add && readTask(form, tried.add).problems?.byField) ?? {}}
            titles={commonTitles()}
          />
        )}
        <PdfField {...files.pdfField} />
        <PhotoField
          {...files.photoField}
          dragging={dragging}
          offer={<PhotoTimeOffer taken={firstTaken(files.photoField.photos)} visit={form} onUse={change} />}
        />
      </fieldset>
      <ActionBar
        added={form.added}
        phase={phase}
        refused={saveRefusalText(form)}
        keptWhole={kept}
        summary={summary}
        waitsFor={waitsFor}
        arrived={arrived}
        onRetryAll={files.retryAll}
        onAdd={add}
        onUpdate={pressUpdate}
        onGoOn={edit}
      />
    </form>
  );
}

/** Forms know sites by their number, as a site may be renamed before the visit is saved. */
const siteId = ({ id }: { id: number }) => String(id);

/** Keeps the time of an untouched form at now, when somebody returns to it and when the day changes. */
function useVisitOfNow(visit: VisitTime, untouched: boolean, onNow: (now: VisitTime) => void): void {
  const filledIn = useRef(visit);
  const refresh = () => {
    if (document.hidden || !untouched || !isSameTime(visit, filledIn.current)) return;
    filledIn.current = visitTime(new Date());
    onNow(filledIn.current);
  };
  const refreshNow = useEffectEvent(refresh);
  useEffect(() => onReturn(() => refreshNow()), []);
  useNewDay(refresh);
}

function isSameTime(a: VisitTime, b: VisitTime): boolean {
  return a.date === b.date && a.clock === b.clock;
}

interface PhotoTimeOfferProps {
  taken: VisitTime | null;
  visit: VisitTime;
  onUse: (taken: VisitTime) => void;
}

/** Sets the visit's date and time to those of its photos (`decisions §8`). */
function PhotoTimeOffer({ taken, visit, onUse }: PhotoTimeOfferProps) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  if (!taken) return null;
  return (
    <p ref={paragraph} className={`${texts.note} ${styles.offer}`} role="status" tabIndex={-1}>
      {isSameTime(taken, visit) ? (
        t('Taken on {moment}, the same as the visit date.', { moment: visitText(taken) })
      ) : (
        <Button
          onClick={() => {
            onUse(taken);
            // the button disappears
            paragraph.current?.focus();
          }}
        >
          {t('Taken on {moment}: use it', { moment: visitText(taken) })}
        </Button>
      )}
    </p>
  );
}

/** The task in the local list, as the dashboard will show it (`spec §4`). */
function TaskPreview({ typed, onEdit }: { typed: TypedTask; onEdit: () => void }) {
  return (
    // the preview replaces fields that may be far above the button
    <article
      ref={bringIntoView}
      className={`${layout.tight} ${texts.breaks} ${styles.preview}`}
      aria-label={t('New visit, not saved yet')}
    >
      <div className={`${layout.row} ${styles.head}`}>
        <h2 lang={languageOf(typed.title)}>{typed.title.trim()}</h2>
        <Badge tone="warn" icon="info">
          {t('Not saved yet')}
        </Badge>
        <KindBadge kind={typed.kind || undefined} />
      </div>
      <TaskTexts task={typed} />
      <p className={texts.hint}>
        {t('Visit on {moment}, filed under {month}.', { moment: visitText(typed), month: periodText(typed) })}
      </p>
      <p className={`${texts.muted} ${styles.text}`} lang={languageOf(typed.text)}>
        {typed.text.trim()}
      </p>
      <div>
        <Button onClick={onEdit}>{t('Edit')}</Button>
      </div>
    </article>
  );
}

// The bar with the state of the task and its button

interface TaskStateProps {
  /** The task is in the local list, and 'Update' replaces 'Add Task' (`spec §4`). */
  added: boolean;
  phase: SavePhase;
  /** What the server refused, and what can be done. */
  refused: string;
  /** The task and all its files are stored on this device. */
  keptWhole: boolean;
  summary: UploadSummary;
  waitsFor: WaitsFor;
  arrived: boolean;
  onRetryAll: () => void;
}

interface ActionBarProps extends TaskStateProps {
  onAdd: () => void;
  onUpdate: () => void;
  onGoOn: () => void;
}

/** What the task waits for after 'Update' was pressed. */
const waitingTexts = {
  offline: message(
    'Waiting for a connection. This visit is saved by itself as soon as the portal can be reached; it stays on this device until then.',
  ),
  unkept: message(
    'Waiting for a connection. This device does not keep all of this visit: keep this page open until it is saved.',
  ),
  site: message('Choose the site: this visit is then saved.'),
} as const;

/** The state of the task and its button; on a phone it stays in sight. */
function ActionBar({ onAdd, onUpdate, onGoOn, ...state }: ActionBarProps) {
  const { added, phase } = state;
  return (
    <div className={`${layout.line} ${styles.bar}`}>
      <div className={`${texts.note} ${layout.close} ${layout.rest}`}>
        <TaskState {...state} />
      </div>
      {isWaiting(phase) ? (
        // ignores the second click of a double click on 'Update', whose place it takes
        <Button onClick={({ detail }) => detail <= 1 && onGoOn()}>{t('Keep editing')}</Button>
      ) : (
        <Button
          type="submit"
          variant="primary"
          busy={phase === 'files' || phase === 'saving'}
          onClick={({ detail }) => {
            if (!added) onAdd();
            // the second click of a double click on 'Add Task' would save what nobody has looked at
            else if (detail <= 1) onUpdate();
          }}
        >
          {buttonText(added, phase)}
        </Button>
      )}
    </div>
  );
}

function isWaiting(phase: SavePhase): phase is 'offline' | 'site' {
  return phase === 'offline' || phase === 'site';
}

function buttonText(added: boolean, phase: SavePhase): string {
  if (!added) return t('Add Task');
  return phase === 'saving' ? t('Saving…') : t('Update');
}

function TaskState({ added, phase, refused, keptWhole, ...uploads }: TaskStateProps) {
  if (phase === 'failed')
    return (
      <p role="alert" className={styles.failed}>
        <Icon name="warning" />
        <span>{richSentences(<strong>{t('Error updating data.')}</strong>, refused)}</span>
      </p>
    );
  if (phase === 'saving') return <p role="status">{t('Saving the visit.')}</p>;
  if (isWaiting(phase))
    return (
      <p role="status" className={`${texts.medium} ${styles.waits}`}>
        {said(waitingTexts[phase === 'offline' && !keptWhole ? 'unkept' : phase])}
      </p>
    );
  const notSaved =
    uploads.waitsFor === 'network'
      ? t('Not saved yet, and there is no connection: Update saves it as soon as there is one.')
      : t('Not saved yet: Update stores the visit.');
  return <UploadStatus {...uploads} saves={phase === 'files'} otherwise={added ? notSaved : ''} />;
}
