import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { OwnSessions } from '../../components/sessions/SessionsDialog.tsx';
import { useRight } from '../../components/use-right.ts';
import * as paths from '../../records/portal-paths.ts';
import { takeReport, type HandedReport } from '../../records/task/handed-report.ts';
import { notify } from '../../lib/notify.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { linkTo } from '../../records/portal-links.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { draftMoment } from '../../records/time.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { readDraftFiles } from '../../records/upload/files-draft.ts';
import { readDraft, removeDraft } from '../../lib/device/drafts.ts';
import { useStore } from '../../lib/store.ts';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import { AddTaskForm } from './AddTaskForm.tsx';
import { filesText } from './TaskDraftNote.tsx';
import {
  isFinished,
  keptTasks,
  taskName,
  keptTaskSchema,
  taskIdOf,
  useKeptTasks,
  visitSummary,
  visitUnderWay,
  type KeptTask,
} from './kept-tasks.ts';
import { openTaskDraft, type OpenedDraft } from './task-draft.ts';
import { emptyForm, type TaskForm } from './task-form.ts';
import styles from './AddTaskRoute.module.css';

interface Begun extends OpenedDraft {
  form: TaskForm;
  restoredAt: number | null;
  /** Chosen once the sites are loaded. */
  siteName: string | null;
}

/** Add New Task (`spec §2`). `?site=` preselects a site by name, `?visit=` opens a task that is kept on this device. */
export function AddTaskRoute({ title }: { title: string }) {
  const correctsAll = useRight('changeRecords');
  const [params, setParams] = useSearchParams();
  // the site that the link names; the form may be of another by now
  const [askedSite] = useState(() => params.get('site'));
  const asked = params.get('visit');
  /** Rises with every task that is begun after another on this screen. */
  const [turn, setTurn] = useState(0);

  /** An empty form; the address no longer names a visit. */
  const startAnew = () => {
    setTurn(turn + 1);
    if (asked !== null) setParams(askedSite === null ? {} : { site: askedSite }, { replace: true });
    document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };

  return (
    <div className={layout.page}>
      <div className={`${layout.stack} ${styles.column}`}>
        <PageHeading title={title}>
          {correctsAll && (
            <Link className={styles.correction} to={paths.dataDeleter}>
              Need Correction? Enter Data Deleter
            </Link>
          )}
        </PageHeading>
        <OpenedTask key={`${turn} ${asked}`} asked={asked} askedSite={askedSite} onEnded={startAnew} />
      </div>
    </div>
  );
}

interface OpenedTaskProps {
  /** Id of a kept task; null to go on with an unfinished task, or to begin a new one. */
  asked: string | null;
  askedSite: string | null;
  /** Called when the task was discarded, or waits on this device. */
  onEnded: () => void;
}

function OpenedTask({ asked, askedSite, onEnded }: OpenedTaskProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  useEffect(() => {
    let report: HandedReport | null = null;
    const choose = () => {
      report = takeReport();
      return draftsFor(asked, report, askedSite);
    };
    return openTaskDraft(choose, (opened) => {
      if (asked !== null && opened.name !== taskName(asked))
        notify.alert('This visit is open in another tab, or gone.');
      setBegun(beginning(opened, report, askedSite));
    });
  }, [asked, askedSite]);

  return (
    <>
      <OutboxList open={begun?.name ?? null} />
      {!begun && <div data-waiting />}
      {begun && (
        <AddTaskForm
          name={begun.name}
          queue={begun.queue}
          begun={begun.form}
          restoredAt={begun.restoredAt}
          siteName={begun.siteName}
          onDiscarded={onEnded}
          onSetAside={onEnded}
        />
      )}
      {begun && <OwnSessions />}
    </>
  );
}

/** Names of the drafts to go on with, the best first; none for a new task. Finished visits only where asked for. */
function draftsFor(visit: string | null, report: HandedReport | null, site: string | null): string[] {
  if (visit !== null) return [taskName(visit)];
  const unfinished = keptTasks().filter((task) => !isFinished(task));
  const isOf = (name: string | null) => unfinished.filter(({ form }) => form.siteName === name);
  const named = (tasks: typeof unfinished) => tasks.map(({ name }) => name);
  // a report goes into the task that was begun for its site, unless that task has a PDF
  if (report) return named(isOf(report.siteName).filter(({ hasPdf }) => !hasPdf));
  return named(site === null ? unfinished : [...isOf(site), ...isOf(null)]);
}

function beginning(opened: OpenedDraft, report: HandedReport | null, site: string | null): Begun {
  const { draft, queue } = opened;
  if (report) queue.add([report.file], 'pdf');
  if (report && draft)
    notify.alert('The PDF was added to the task you had started for this site. Check its visit date.');
  const hasSite = draft !== null && draft.form.siteId !== null;
  return {
    ...opened,
    // a finished visit that is opened here is saved when somebody has looked at it
    form: draft ? { ...draft.form, update: 'none' } : emptyForm(new Date(), report),
    restoredAt: draft?.savedAt ?? null,
    siteName: hasSite ? null : (report?.siteName ?? site),
  };
}

/** Deletes a kept task, with what was uploaded for it; files of a saved task stay in the bucket. */
async function discard(name: string): Promise<void> {
  const draft = readDraft(name, keptTaskSchema);
  const queue = new UploadQueue(await readDraftFiles(name, draft?.value.files ?? []));
  queue.discard();
  queue.dispose();
  await removeDraft(name);
}

interface OutboxListProps {
  /** The draft that the form shows. */
  open: string | null;
}

/** Finished visits that wait on this device, and tasks begun for other sites (`decisions §8`). */
function OutboxList({ open }: OutboxListProps) {
  const tasks = useKeptTasks().filter(({ name }) => name !== open);
  const sites = useQuery({ ...sitesQuery, enabled: tasks.length > 0 });
  const underWay = useStore(visitUnderWay);
  if (tasks.length === 0) return null;
  const siteOf = ({ form }: KeptTask) => sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName;
  return (
    <section className={layout.tight} aria-label="Tasks on this device">
      <ul className={styles.list}>
        {tasks.map((task) => {
          const words = visitSummary(siteOf(task), task.form, task.photos);
          const busy = underWay === task.name;
          return (
            <li key={task.name} className={styles.task}>
              <div className={styles.words}>
                <p className={styles.visit}>{words}</p>
                <p
                  className={task.form.update === 'none' || task.form.update === 'waiting' ? undefined : styles.stopped}
                >
                  {busy ? 'Being saved.' : stateTexts[task.form.update](task)}
                </p>
              </div>
              <div className={layout.row}>
                {!busy && (
                  <Link to={linkTo(paths.addTask, { visit: taskIdOf(task.name) })} aria-label={`Open: ${words}`}>
                    Open
                  </Link>
                )}
                <ConfirmButton
                  label="Discard"
                  busy={busy}
                  title={isFinished(task) ? 'Discard this visit?' : 'Discard this task?'}
                  action="Discard"
                  variant="danger"
                  cancel="Keep"
                  onConfirm={() => void discard(task.name)}
                >
                  <p>{`${words}. It is deleted from this device, and cannot be brought back.`}</p>
                </ConfirmButton>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const stateTexts: Record<TaskForm['update'], (task: KeptTask) => string> = {
  none: ({ savedAt }) => `Not finished, kept at ${draftMoment(savedAt)}.`,
  waiting: () => 'Waits for a connection.',
  incomplete: ({ form }) => `${filesText(form.lost)} could not be kept on this device: open it and decide.`,
  stopped: () => 'A file could not be uploaded: open it and decide.',
  refused: () => 'Could not be saved: open it and decide.',
};
