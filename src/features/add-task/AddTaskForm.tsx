import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AskedAnswers } from '../../components/call-out/AnswerFields.tsx';
import { LeaveGuard } from '../../components/LeaveGuard.tsx';
import { SiteChoice } from '../../components/SiteChoice.tsx';
import { PdfField, PhotoField } from '../../components/task-files/FileFields.tsx';
import { KindBadge } from '../../components/task/KindBadge.tsx';
import { TaskTexts } from '../../components/task/TaskMarks.tsx';
import { TaskFields } from '../../components/TaskFields.tsx';
import { useNewDay } from '../../components/use-today.ts';
import { recentNames } from '../../lib/device/recent-texts.ts';
import { getSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { onReturn } from '../../lib/screen/on-return.ts';
import { bringIntoView } from '../../lib/screen/viewport.ts';
import { languageOf } from '../../records/task/task.ts';
import { readTask, storedValues, visitText, periodText, type TypedTask } from '../../records/task/typed-task.ts';
import { visitTime, type VisitTime } from '../../records/task/visit.ts';
import { firstTaken } from '../../records/upload/prepare-file.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useIncomingFiles } from '../../ui/file/FilePick.tsx';
import { commonTitles, isEmpty, saveRefusalText, type TaskForm } from './task-form.ts';
import { TaskActionBar } from './TaskActionBar.tsx';
import { SameSiteNote, TaskDraftNote } from './TaskDraftNote.tsx';
import { siteIdText, useVisitForm, useVisitSite } from './use-visit-form.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

interface AddTaskFormProps {
  /** The name of the task's draft. */
  name: string;
  queue: UploadQueue;
  /** The form as it was opened. */
  opened: TaskForm;
  /** When the restored draft was stored, in milliseconds since 1970; its files are in the queue. */
  restoredAt: number | null;
  /** The name of the site in a link or a finished report form, which is chosen when the sites are loaded; null for none. */
  siteName: string | null;
  /** The faults that the visit answers according to the link. */
  requestedFaults?: AskedAnswers | undefined;
  onDiscarded: () => void;
  /** Called when the finished visit waits on this device and the queue will save it. */
  onSetAside: () => void;
}

/** The buttons that were pressed. Fields that a pressed button needs are marked if they are missing. */
interface PressedButtons {
  /** When 'Add Task' was pressed. */
  add: Date | null;
  update: boolean;
}

/** The form of Add New Task (`spec §2`, `spec §4`): its fields and files, then 'Add Task', then 'Update'. */
export function AddTaskForm({
  name,
  queue,
  opened,
  restoredAt,
  siteName,
  requestedFaults,
  onDiscarded,
  onSetAside,
}: AddTaskFormProps) {
  const visit = useVisitForm({ name, queue, opened, onSetAside });
  const { form, dispatch, files, queued, draft, phase, change, edit } = visit;
  const { uploads, summary } = files;
  const { isStored } = draft;
  const site = useVisitSite(visit, siteName);
  const [pressed, setPressed] = useState<PressedButtons>({ add: null, update: false });
  const element = useRef<HTMLFormElement>(null);
  const saving = phase === 'saving';
  // a visit that waits for the service is locked, unless it was opened from the queue and not changed
  const locked = saving || (phase === 'no service' && !queued.isUntouched);
  const dragging = useIncomingFiles((incoming) => !locked && files.add(incoming));

  const focus = (fieldName: string) => {
    const field = element.current?.elements.namedItem(fieldName);
    if (field instanceof HTMLElement) field.focus();
  };
  const add = () => {
    const now = new Date();
    setPressed({ ...pressed, add: now });
    const { values, problems } = readTask(form, now);
    if (problems === null) {
      recentNames.remember(getSession(), values.by);
      return dispatch({ do: 'add', stays: queued.isUntouched });
    }
    focus(problems.first);
    return notify.alert(problems.text);
  };
  const pressUpdate = () => {
    setPressed({ ...pressed, update: true });
    if (!site.needsSite) return dispatch({ do: 'update', update: 'waiting' });
    focus('site');
    return notify.alert(t('Please select a name.'));
  };
  const discard = () => {
    const deletion = draft.deleteDraft();
    queue.discard();
    void deletion.then(onDiscarded);
  };

  const hasContent = !isEmpty(form) || uploads.length > 0;
  useCurrentVisitTime(form, !hasContent, (values) => dispatch({ do: 'change', values }));
  return (
    <form ref={element} className={layout.gap5} noValidate onSubmit={(event) => event.preventDefault()}>
      <TaskLeaveGuard
        isUploading={summary.running.length > 0 && form.update !== 'waiting'}
        isUnstored={hasContent && !isStored}
      />
      <TaskDraftNote
        restoredAt={restoredAt}
        lost={form.lost}
        isStored={isStored}
        unstoredFiles={draft.unstoredFiles}
        discardable={hasContent}
        locked={saving}
        onDiscard={discard}
      />
      <SameSiteNote name={name} siteId={form.siteId} />
      <fieldset className={styles.parts} disabled={locked} aria-label={t('New task')}>
        <VisitPart visit={visit} site={site} pressed={pressed} requestedFaults={requestedFaults} />
        <AttachedFiles files={files} dragging={dragging} visit={form} onUse={change} />
      </fieldset>
      <TaskActionBar
        added={form.added}
        phase={phase}
        refusalText={saveRefusalText(form)}
        isStored={isStored}
        summary={summary}
        waitsFor={files.waitsFor}
        arrived={files.arrived}
        onRetryAll={files.retryAll}
        onAdd={add}
        onUpdate={pressUpdate}
        onKeepEditing={edit}
      />
    </form>
  );
}

interface VisitPartProps extends Pick<AddTaskFormProps, 'requestedFaults'> {
  visit: Pick<ReturnType<typeof useVisitForm>, 'form' | 'change' | 'edit'>;
  site: ReturnType<typeof useVisitSite>;
  pressed: PressedButtons;
}

/** The site of the visit, and its fields or, after 'Add Task', its preview. */
function VisitPart({ visit: { form, change, edit }, site, pressed, requestedFaults }: VisitPartProps) {
  return (
    <div className={layout.gap5}>
      <SiteChoice
        label={t('Site')}
        name="site"
        required
        valueBy={siteIdText}
        value={String(form.siteId)}
        onChange={site.chooseSite}
        error={pressed.update && site.needsSite ? t('Choose the site that the visit is for.') : null}
      />
      {form.added ? (
        <TaskPreview typed={form} site={form.siteId} onEdit={edit} />
      ) : (
        <TaskFields
          typed={form}
          onChange={change}
          problems={(pressed.add && readTask(form, pressed.add).problems?.byField) ?? {}}
          site={site.chosen}
          siteId={form.siteId}
          visit={null}
          {...(requestedFaults && { asked: requestedFaults })}
          offers={form.failed}
          titles={commonTitles()}
        />
      )}
    </div>
  );
}

interface AttachedFilesProps extends Omit<PhotoTimeOfferProps, 'taken'> {
  files: Pick<ReturnType<typeof useVisitForm>['files'], 'pdfField' | 'photoField'>;
  dragging: boolean;
}

/** The fields for the files of the visit, which are beside the other fields on a wide screen. */
function AttachedFiles({ files, dragging, visit, onUse }: AttachedFilesProps) {
  return (
    <div className={`${layout.gap5} ${styles.attached}`}>
      <PdfField {...files.pdfField} />
      <PhotoField
        {...files.photoField}
        dragging={dragging}
        offer={<PhotoTimeOffer taken={firstTaken(files.photoField.photos)} visit={visit} onUse={onUse} />}
      />
    </div>
  );
}

/** Asks before the page is left, if input would be lost or uploads would stop. */
function TaskLeaveGuard({ isUploading, isUnstored }: { isUploading: boolean; isUnstored: boolean }) {
  return (
    <LeaveGuard
      when={isUploading || isUnstored}
      hasDraft={!isUnstored}
      title={isUnstored ? t('Leave without saving?') : t('Leave while files are uploading?')}
      text={
        isUnstored
          ? t('What you typed and the files you chose are lost.')
          : t('The draft stays on this device. Unfinished uploads continue when you come back.')
      }
    />
  );
}

/**
 * Sets the time of an untouched form to the current time when the person returns to the tab and when the day changes. A time that the person has
 * changed stays.
 */
function useCurrentVisitTime(time: VisitTime, isUntouched: boolean, onNow: (now: VisitTime) => void): void {
  const lastFilledIn = useRef(time);
  const refresh = () => {
    if (document.hidden || !isUntouched || !isSameTime(time, lastFilledIn.current)) return;
    lastFilledIn.current = visitTime(new Date());
    onNow(lastFilledIn.current);
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

/** Offers to set the visit's date and time to those of its photos (`decisions §8`). */
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
            // the pressed button disappears, so the paragraph gets the focus
            paragraph.current?.focus();
          }}
        >
          {t('Taken on {moment}: use it', { moment: visitText(taken) })}
        </Button>
      )}
    </p>
  );
}

/** The preview of the task, as the dashboard will show it (`spec §4`). */
function TaskPreview({ typed, site, onEdit }: { typed: TypedTask; site: number | null; onEdit: () => void }) {
  return (
    // the preview replaces the fields, which may be far above the pressed button, so it is scrolled into view
    <article
      ref={bringIntoView}
      className={`${layout.gap3} ${texts.breaks} ${styles.preview}`}
      aria-label={t('New visit, not saved yet')}
    >
      <div className={`${layout.row} ${styles.head}`}>
        <h2 lang={languageOf(typed.title)}>{typed.title.trim()}</h2>
        <Badge tone="warn" icon="info">
          {t('Not saved yet')}
        </Badge>
        <KindBadge kind={typed.kind || undefined} />
      </div>
      <TaskTexts task={storedValues(typed)} site={site ?? undefined} />
      {typed.closes.length > 0 && (
        <p className={texts.hint}>
          {t(
            '{count, plural, one {# recommendation is done with this visit.} other {# recommendations are done with this visit.}}',
            { count: typed.closes.length },
          )}
        </p>
      )}
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
