import { type StoredTask, languageOf, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { EditTask } from './EditTask.tsx';
import { longDate, siteDayNumber, siteDayStart } from '../../records/time.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskEdit.module.css';
import { Button } from '../../ui/Button.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import { useQuery, useMutationState } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { onReturn } from '../../lib/screen/when-idle.ts';
import { useRight } from '../use-right.ts';
import {
  hiddenVisit,
  myVisitsQuery,
  saveTasks,
  tasksQuery,
  tasksSaved,
  isTooLate,
  tooLate,
} from '../../records/task/task-queries.ts';
import * as v from 'valibot';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ShowingUnchanged, TaskMissing, withShowing } from '../../records/task/task-changes.ts';

interface OwnVisitDialogsProps {
  visits: OwnVisits;
  onCorrected?: (saved: StoredTask) => void;
  onWithdrawn: () => void;
}

/** The form of an own visit, the question before it is withdrawn, or why nothing can be corrected now. */
export function OwnVisitDialogs({ visits, onCorrected, onWithdrawn }: OwnVisitDialogsProps) {
  const { site, edited, toWithdraw, close, failed, retry } = visits;
  return (
    <>
      {failed && (
        <Notice
          role="alert"
          message="The list of visits you can still correct could not be loaded."
          action="Try again"
          onAction={retry}
        />
      )}
      {edited && (
        <EditTask
          key={edited.id}
          site={site}
          task={edited}
          onDone={(saved) => {
            close();
            if (saved) onCorrected?.(saved);
          }}
          onCancel={close}
        />
      )}
      {toWithdraw && (
        <HideDialog
          task={toWithdraw}
          title="Take this visit back?"
          action="Take back"
          after="The client will no longer see it. You can undo it for a few seconds; after that, only the office can restore it."
          onCancel={close}
          onHide={() => {
            close();
            onWithdrawn();
            changeShowing(site, toWithdraw.id, 'False', withdrawal);
          }}
        />
      )}
    </>
  );
}

interface HideDialogProps {
  task: StoredTask;
  title: string;
  action: string;
  after: string;
  onCancel: () => void;
  onHide: () => void;
}

export function HideDialog({ task, title, action, after, onCancel, onHide }: HideDialogProps) {
  return (
    <ConfirmDialog title={title} action={action} variant="danger" onConfirm={onHide} onClose={onCancel}>
      <p className={`${layout.dense} ${texts.breaks}`}>
        <strong lang={languageOf(task.title)}>{visitTitle(task)}</strong>
        <span>{longDate(task.time)}</span>
      </p>
      <p className={`${texts.muted} ${styles.after}`}>{after}</p>
    </ConfirmDialog>
  );
}

/** What a technician may still do with a visit added today (`decisions §10`). */
export function OwnVisitBar({ task, own, titleId }: { task: Task; own: OwnVisit; titleId: string }) {
  const busy = useIsChanging(own.site, task.id);
  return (
    <div className={`${layout.apart} ${texts.muted} ${styles.bar}`}>
      <p>{'You can correct this visit until tonight,\u00A023:59.'}</p>
      <NeedsConnection what="Changing it" />
      <div className={styles.buttons}>
        <Button onClick={() => own.onEdit(task)} busy={busy} aria-describedby={titleId}>
          Edit
        </Button>
        <Button onClick={() => own.onWithdraw(task)} busy={busy} aria-describedby={titleId}>
          Take back
        </Button>
      </div>
    </div>
  );
}

/** Actions on an own visit. The same object for all of a site, as cards are memoised. */
export interface OwnVisit {
  site: string;
  onEdit: (task: Task) => void;
  onWithdraw: (task: Task) => void;
}

/** The visits of a site that this key may still correct, and the open dialog. */
export function useOwnVisits(site: { id: number; name: string }) {
  const may = useRight('correctOwnVisits');
  const day = useSiteDay();
  const mine = useQuery({ ...myVisitsQuery(site.id, day), enabled: may });
  const [edited, setEdited] = useState<Task | null>(null);
  const [toWithdraw, setToWithdraw] = useState<Task | null>(null);
  const own = useMemo<OwnVisit>(() => ({ site: site.name, onEdit: setEdited, onWithdraw: setToWithdraw }), [site.name]);
  const ids = useMemo(() => new Set(mine.data), [mine.data]);
  return {
    site: site.name,
    ids,
    own,
    edited,
    toWithdraw,
    close: () => {
      setEdited(null);
      setToWithdraw(null);
    },
    failed: mine.isError && !mine.isFetching,
    retry: () => void mine.refetch(),
  };
}

export type OwnVisits = ReturnType<typeof useOwnVisits>;

/** Day number in Singapore; changes at midnight, and when a device wakes up on another day. */
function useSiteDay(): number {
  const [day, setDay] = useState(() => siteDayNumber(new Date()));
  useEffect(() => {
    const look = () => setDay(siteDayNumber(new Date()));
    const timer = setTimeout(look, siteDayStart(day + 1) - Date.now());
    const leave = onReturn(look);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [day]);
  return day;
}

const change = v.object({ id: v.number(), showing: v.picklist(['True', 'False']) });
type ShowingChange = v.InferOutput<typeof change>;

interface ShowingWords {
  hidden: string;
  shown: string;
  notHidden: string;
  hiddenMeanwhile: string;
  shownMeanwhile: string;
}

const deletion: ShowingWords = {
  hidden: 'Visit removed.',
  shown: 'Visit restored.',
  notHidden: 'Failed to delete the task.',
  hiddenMeanwhile: 'This visit was deleted in the meantime. It is under Deleted.',
  shownMeanwhile: 'This visit was restored in the meantime. It is under Shown.',
};

const withdrawal: ShowingWords = {
  hidden: 'Visit taken back.',
  shown: 'The visit is back.',
  notHidden: 'The visit could not be taken back. Try again.',
  hiddenMeanwhile: 'This visit has already been taken back.',
  shownMeanwhile: 'This visit is already back.',
};

/** Deletes (hides) or restores a task. Reports the outcome itself, as the undo outlives the screen. */
export function changeShowing(site: string, id: number, showing: ShowingChange['showing'], words = deletion): void {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey: ['showing', site],
    // one change after the other, as two at once would only collide
    scope: { id: `tasks of ${site}` },
    mutationFn: (wanted: ShowingChange) =>
      saveTasks(site, wanted, (tasks) => withShowing(tasks, wanted.id, wanted.showing)),
    onSuccess: async (saved: StoredTask[]) => {
      await tasksSaved(site, saved);
      if (showing === 'False')
        notify.undo(words.hidden, () => changeShowing(site, id, 'True', words), hiddenVisit(site, id));
      else notify.success(words.shown);
    },
    onError: async (error) => {
      const problem = showingProblem(error, showing, words);
      notify.error(problem ?? (showing === 'False' ? words.notHidden : 'Error updating data.'));
      if (problem === null) console.error('The visit could not be hidden or shown', error);
      else await queryClient.invalidateQueries({ queryKey: tasksQuery(site).queryKey });
    },
  });
  // `onError` has already reported it
  mutation.execute({ id, showing }).catch(() => null);
}

/** What others did first, or why it is refused; null when the save itself failed. */
function showingProblem(error: unknown, wanted: ShowingChange['showing'], words: ShowingWords): string | null {
  if (error instanceof TaskMissing) return 'This visit no longer exists.';
  if (isTooLate(error)) return tooLate;
  if (!(error instanceof ShowingUnchanged)) return null;
  return wanted === 'False' ? words.hiddenMeanwhile : words.shownMeanwhile;
}

function useIsChanging(site: string, id: number): boolean {
  return useShowingChanges(site).some((one) => one.id === id);
}

function useShowingChanges(site: string): ShowingChange[] {
  return useMutationState({
    filters: { mutationKey: ['showing', site], status: 'pending' },
    select: ({ state }) => v.parse(change, state.variables),
  });
}

/** The tasks as they will be once all pending changes have been saved. */
export function useExpected(site: string, tasks: readonly StoredTask[]): readonly StoredTask[] {
  const changes = useShowingChanges(site);
  if (changes.length === 0) return tasks;
  const showing = new Map(changes.map((one) => [one.id, one.showing]));
  return tasks.map((one) => ({ ...one, showing: showing.get(one.id) ?? one.showing }));
}
