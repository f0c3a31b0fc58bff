import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AskedAnswers } from '../../components/call-out/AnswerFields.tsx';
import { OwnSessions } from '../../components/sessions/SessionsDialog.tsx';
import { useRight } from '../../components/use-right.ts';
import { useToday } from '../../components/use-today.ts';
import { readDraft, removeDraft } from '../../lib/device/drafts.ts';
import { recentNames } from '../../lib/device/recent-texts.ts';
import { getSession } from '../../lib/device/session.ts';
import { said, t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { listedWords } from '../../records/counted.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sentences } from '../../records/sentences.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { takeReport, type HandedReport } from '../../records/task/handed-report.ts';
import { draftMoment } from '../../records/time.ts';
import { readDraftFiles, unreadableDraft } from '../../records/upload/files-draft.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import { EndedKeyDrafts } from './EndedKeyDrafts.tsx';
import { openTaskDraft, type OpenedDraft } from './open-task-draft.ts';
import {
  isFinished,
  listTaskDrafts,
  taskName,
  taskDraftSchema,
  taskIdOf,
  useTaskDrafts,
  visitInForm,
  visitSummary,
  visitBeingSaved,
  type DraftTask,
} from './task-drafts.ts';
import { emptyForm, saveRefusalText, withReportText, type TaskForm } from './task-form.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

interface OpenedForm extends OpenedDraft {
  form: TaskForm;
  restoredAt: number | null;
  /** Chosen once the sites are loaded. */
  siteName: string | null;
}

/**
 * Add New Task (`spec §2`). `?site=` preselects a site by name, `?visit=` opens a task draft of this device, `?answers=41,42` ticks open faults of the
 * site.
 */
export function AddTaskRoute({ title }: { title: string }) {
  const correctsAll = useRight('changeRecords');
  const [params, setParams] = useSearchParams();
  // the site of the link that opened this screen; the form may be of another site by now
  const [requestedSite] = useState(() => params.get('site'));
  const requestedVisit = params.get('visit');
  const [requestedAnswers, setRequestedAnswers] = useState(() => faultNumbers(params.get('answers')));
  /** How many tasks were opened on this screen before the one that is open. */
  const [ended, setEnded] = useState(0);

  const onRead = (ticked: readonly number[], gone: readonly number[]) => {
    const waiting = requestedAnswers.filter((id) => !ticked.includes(id) && !gone.includes(id));
    setRequestedAnswers(waiting);
    const { answers: _, ...others } = Object.fromEntries(params);
    setParams(waiting.length === 0 ? others : { ...others, answers: waiting.join(',') }, { replace: true });
    if (gone.length > 0) notify.alert(goneText(gone));
  };
  /** Opens an empty form; the address no longer names a visit. */
  const startAnew = () => {
    setEnded(ended + 1);
    if (requestedVisit !== null) setParams(requestedSite === null ? {} : { site: requestedSite }, { replace: true });
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  return (
    <div className={layout.page}>
      <div className={`${layout.gap4} ${styles.column}`}>
        <PageHeading title={title}>
          {correctsAll && (
            <Link className={texts.smaller} to={paths.dataDeleter}>
              {t('Need Correction? Enter Data Deleter')}
            </Link>
          )}
        </PageHeading>
        <OpenedTask
          key={`${ended} ${requestedVisit}`}
          requestedVisit={requestedVisit}
          requestedSite={requestedSite}
          asked={requestedAnswers.length === 0 ? undefined : { faults: requestedAnswers, onRead }}
          onEnded={startAnew}
          onRequestedAgain={() => setEnded(ended + 1)}
        />
      </div>
    </div>
  );
}

/** The numbers of faults in an address. */
function faultNumbers(text: string | null): number[] {
  return [...new Set(text?.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

const goneText = (gone: readonly number[]) =>
  t('{count, plural, one {Fault no. {numbers} is} other {Faults no. {numbers} are}} not open any more.', {
    count: gone.length,
    numbers: listedWords(gone.map(String)),
  });

interface OpenedTaskProps {
  /** Id of the task draft to open; null to go on with an unfinished task, or to start a new one. */
  requestedVisit: string | null;
  requestedSite: string | null;
  /** Faults that the URL says the task answers. */
  asked: AskedAnswers | undefined;
  /** Called when the task was discarded, or waits on this device. */
  onEnded: () => void;
  /** Called when the person asks again for the task of the URL, which could not be opened. */
  onRequestedAgain: () => void;
}

function OpenedTask({ requestedVisit, requestedSite, asked, onEnded, onRequestedAgain }: OpenedTaskProps) {
  const [openedForm, setOpenedForm] = useState<OpenedForm | null>(null);
  useEffect(() => {
    let report: HandedReport | null = null;
    const choose = () => {
      report = takeReport();
      return draftsFor(requestedVisit, report, requestedSite);
    };
    const release = openTaskDraft(choose, (opened) => {
      if (opened.unreadable) notify.alert(said(unreadableDraft));
      else if (requestedVisit !== null && opened.name !== taskName(requestedVisit))
        notify.alert(t('This visit is open in another tab, or gone.'));
      visitInForm.set(opened.name);
      setOpenedForm(startForm(opened, report, requestedSite));
    });
    return () => {
      visitInForm.set(null);
      release();
    };
  }, [requestedVisit, requestedSite]);

  return (
    <>
      <EndedKeyDrafts />
      <OutboxList
        open={openedForm?.name ?? null}
        onOpen={(name) => requestedVisit !== null && name === taskName(requestedVisit) && onRequestedAgain()}
      />
      {!openedForm && <div data-waiting />}
      {openedForm && (
        <AddTaskForm
          name={openedForm.name}
          queue={openedForm.queue}
          opened={openedForm.form}
          restoredAt={openedForm.restoredAt}
          siteName={openedForm.siteName}
          asked={asked}
          onDiscarded={onEnded}
          onSetAside={onEnded}
        />
      )}
      {openedForm && <OwnSessions />}
    </>
  );
}

/** Names of the drafts to go on with, the best first; none for a new task. A finished visit is among them only where the URL names it. */
function draftsFor(visit: string | null, report: HandedReport | null, site: string | null): string[] {
  if (visit !== null) return [taskName(visit)];
  const unfinished = listTaskDrafts().filter((task) => !isFinished(task));
  const forSite = (siteName: string | null) => unfinished.filter(({ form }) => form.siteName === siteName);
  let tasks = site === null ? unfinished : [...forSite(site), ...forSite(null)];
  // a report goes into the draft of its site, unless that draft has a PDF
  if (report) tasks = forSite(report.siteName).filter(({ hasPdf }) => !hasPdf);
  return tasks.map(({ name }) => name);
}

/** Who came last with a technician's key: most likely who comes now. The office files for many. */
function ownName(): string {
  const session = getSession();
  const [last = ''] = session?.role === 'technician' ? recentNames.read(session) : [];
  return last;
}

/** Makes the form of the opened draft, and adds the report to it: its PDF, and its text below what was typed there. */
function startForm(opened: OpenedDraft, report: HandedReport | null, site: string | null): OpenedForm {
  const { draft, queue } = opened;
  if (report) queue.add([report.file], 'pdf');
  const form = draft ? withReport(draft.form, report) : emptyForm(new Date(), report, ownName());
  if (report && draft) {
    notify.alert(
      form.text === draft.form.text
        ? t('The PDF was added to the visit you had started for this site. Check its visit date.')
        : t(
            'The PDF was added to the visit you had started for this site, and what the form says to its text. Check its visit date.',
          ),
    );
  }
  const hasSite = draft !== null && draft.form.siteId !== null;
  return {
    ...opened,
    form,
    restoredAt: draft?.savedAt ?? null,
    siteName: hasSite ? null : (report?.siteName ?? site),
  };
}

/**
 * Adds the text of a report to a draft, which then is not saved before somebody has looked at it. Without a report a
 * finished visit that is only opened stays in the queue (`decisions §12`), unless files of it are gone.
 */
function withReport(form: TaskForm, report: HandedReport | null): TaskForm {
  if (report)
    return { ...withReportText(form, report), by: form.by || report.by, failed: report.failed, update: 'none' };
  return form.update === 'waiting' && form.lost > 0 ? { ...form, update: 'incomplete' } : form;
}

/** Deletes a task draft, with the files that were uploaded for it; the bucket retains those of saved tasks. */
async function discard(name: string): Promise<void> {
  const draft = readDraft(name, taskDraftSchema);
  const { files } = await readDraftFiles(name, draft?.value.files ?? []);
  const queue = new UploadQueue(files);
  queue.discard();
  queue.dispose();
  await removeDraft(name);
}

interface OutboxListProps {
  /** The draft that the form shows. */
  open: string | null;
  onOpen: (name: string) => void;
}

/** Finished visits that wait on this device, and drafts for other sites (`decisions §8`). */
function OutboxList({ open, onOpen }: OutboxListProps) {
  const tasks = useTaskDrafts().filter(({ name }) => name !== open);
  const sites = useQuery({ ...sitesQuery, enabled: tasks.length > 0 });
  const visitBeingSavedName = useStore(visitBeingSaved);
  const today = useToday();
  if (tasks.length === 0) return null;
  const siteOf = ({ form }: DraftTask) => sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName;
  return (
    <section className={layout.gap3} aria-label={t('Visits on this device')}>
      <ul className={layout.gap2}>
        {tasks.map((task) => {
          const words = visitSummary(siteOf(task), task.form, task.photos);
          const busy = visitBeingSavedName === task.name;
          const { update } = task.form;
          return (
            <li key={task.name} className={`${layout.row} ${surface.box} ${styles.task}`}>
              <div className={`${texts.hint} ${styles.taskWords}`}>
                <p className={`${texts.medium} ${styles.visit}`}>{words}</p>
                <p className={update === 'none' || update === 'waiting' ? undefined : styles.stopped}>
                  {busy ? t('Being saved.') : stateTexts[update](task, today)}
                </p>
              </div>
              <div className={layout.row}>
                {!busy && (
                  <Link
                    to={linkTo(paths.addTask, { visit: taskIdOf(task.name) })}
                    aria-label={t('Open: {visit}', { visit: words })}
                    onClick={() => onOpen(task.name)}
                  >
                    {t('Open')}
                  </Link>
                )}
                <ConfirmButton
                  label={t('Discard')}
                  busy={busy}
                  title={t('Discard this visit?')}
                  action={t('Discard')}
                  variant="danger"
                  cancel={t('Keep')}
                  onConfirm={() => void discard(task.name)}
                >
                  <p>{t('{visit}. It is deleted from this device, and cannot be brought back.', { visit: words })}</p>
                </ConfirmButton>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const stateTexts: Record<TaskForm['update'], (task: DraftTask, today: Date) => string> = {
  none: ({ savedAt }, today) => t('Not finished, kept at {moment}.', { moment: draftMoment(savedAt, today) }),
  waiting: () => t('Waits for a connection.'),
  incomplete: ({ form }) =>
    t('{count, plural, one {# file} other {# files}} could not be kept on this device: open it and decide.', {
      count: form.lost,
    }),
  stopped: () => t('A file could not be uploaded: open it and decide.'),
  refused: ({ form }) => sentences(t('Could not be saved: open it and decide.'), saveRefusalText(form)),
};
