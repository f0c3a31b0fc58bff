import { useEffect, useReducer, useState } from 'react';
import { useQueuedFiles } from '../../components/task-files/use-task-files.ts';
import { connection } from '../../lib/connection.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { awaitTaskDraft, useStoredTaskDraft, type OpenedDraft } from './open-task-draft.ts';
import { taskIdOf, noteSavedVisit } from './task-drafts.ts';
import { taskFormReducer } from './task-form.ts';
import { useTaskSaving, type SavePhase } from './use-task-saving.ts';

interface TaskFinisherProps {
  /** The name of a finished visit's draft. */
  name: string;
  onPhase: (phase: SavePhase) => void;
}

/** Saves a finished visit from the queue, in the same way as its form does. Renders nothing. */
export function TaskFinisher({ name, onPhase }: TaskFinisherProps) {
  const [openedDraft, setOpenedDraft] = useState<OpenedDraft | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    let release = () => {};
    void (async () => {
      // without a connection the draft is not locked, so that a form in any tab can open it
      if (await connection.isLost()) await connection.waitUntilBack(controller.signal);
      if (controller.signal.aborted) return;
      release = awaitTaskDraft(name, setOpenedDraft);
    })();
    return () => {
      controller.abort();
      release();
    };
  }, [name]);
  if (openedDraft?.draft?.form.update !== 'waiting') return null;
  return <OpenedVisit openedDraft={openedDraft} onPhase={onPhase} />;
}

/** Saves a visit whose draft is open. */
function OpenedVisit({ openedDraft, onPhase }: Pick<TaskFinisherProps, 'onPhase'> & { openedDraft: OpenedDraft }) {
  const { name, draft, queue } = openedDraft;
  if (!draft) throw new Error('A visit without a draft cannot be finished');
  // a visit whose files were lost is saved only after the person has decided that
  const [form, dispatch] = useReducer(
    taskFormReducer,
    draft.form.lost > 0 ? { ...draft.form, update: 'incomplete' as const } : draft.form,
  );
  const files = useQueuedFiles(queue, form.siteId);
  const { deleteDraft, storeNow } = useStoredTaskDraft(name, form, files.uploads, queue);
  const { phase } = useTaskSaving({
    form,
    files,
    dispatch,
    storeNow,
    onSaved: async (id, { site, task: { year, month, urls } }) => {
      await deleteDraft();
      const to = linkTo(paths.maintenance, { site, year, month, task: id });
      const { date, clock, title, answers } = form;
      const visit = { date, clock, title, answers: [...answers] };
      noteSavedVisit(taskIdOf(name), { site, visit, photos: urls.length, to });
    },
  });
  useWhen(phase, onPhase);
  return null;
}
