import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { toVisit } from '../../records/portal-links.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';
import { visitFileName, visitTitle } from '../../records/task/visit.ts';
import { momentText, longDate } from '../../records/time.ts';
import { PdfDialog } from '../pdf/PdfDialog.tsx';
import { PhotoDialog } from '../photo/PhotoDialog.tsx';

interface TaskDialogsProps {
  /** The name of the site. */
  site: string;
  tasks: readonly Task[];
  opened: OpenedFile | null;
  showPhoto: (index: number) => void;
  onClose: () => void;
}

/** The dialog of the open photo or PDF. Not rendered if the task does not have it. */
export function TaskDialogs({ site, tasks, opened, showPhoto, onClose }: TaskDialogsProps) {
  const task = opened && tasks.find(({ id }) => id === opened.task);
  if (!task) return null;
  if (opened.kind === 'pdf')
    return hasPdf(task) ? (
      <PdfDialog
        url={task.pdf}
        title={visitTitle(task)}
        date={longDate(task.time)}
        fileName={visitFileName(site, task, 'pdf', 'Report')}
        link={toVisit(task.id, site, { pdf: true })}
        onClose={onClose}
      />
    ) : null;
  if (opened.index >= task.urls.length) return null;
  return (
    <PhotoDialog
      photos={task.urls}
      title={visitTitle(task)}
      date={momentText(task.time)}
      fileNameOf={(photo, extension) => visitFileName(site, task, extension, `Photo-${photo + 1}`)}
      linkOf={(photo) => toVisit(task.id, site, { photo })}
      index={opened.index}
      onIndexChange={showPhoto}
      onClose={onClose}
    />
  );
}

/** The photo or PDF that is open, and the id of its task. `index` counts from 0. */
export type OpenedFile = { kind: 'photo'; task: number; index: number } | { kind: 'pdf'; task: number };

const fileParams = ['task', 'photo', 'pdf'];
// the state of history entries that the portal itself added, and of those for a file that was opened from within a task
const pushed = { pushedByPortal: true };
const pushedOverTask = { ...pushed, overTask: true };

/** The open task, photo or PDF. It is in the URL (`?task=17&photo=3`), so that it can be shared and Back closes it. */
export function useOpenedFile() {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const currentParams = new URLSearchParams(search);
  const opened = openedFileIn(currentParams);
  /** The id of the task that the URL names, if no file of it is open. */
  const linked = opened ? null : wholeNumber(currentParams.get('task'));
  const task = opened?.task ?? 0;

  const go = useCallback(
    (next: Record<string, string>, options: { replace?: boolean; state?: unknown }) => {
      // not the `search` of the last render: a list reuses this handler while its filters change the URL
      const params = new URLSearchParams(globalThis.location.search);
      for (const key of fileParams) params.delete(key);
      for (const [key, value] of Object.entries(next)) params.set(key, value);
      void navigate({ search: params.toString() }, { preventScrollReset: true, ...options });
    },
    [navigate],
  );

  const openTask = useCallback((id: number) => go({ task: `${id}` }, { state: pushed }), [go]);
  const openPhoto = useCallback(
    (id: number, index: number) => go({ task: `${id}`, photo: `${index + 1}` }, { state: pushedFrom(id) }),
    [go],
  );
  const openPdf = useCallback((id: number) => go({ task: `${id}`, pdf: '1' }, { state: pushedFrom(id) }), [go]);
  const showTask = useCallback((id: number) => go({ task: `${id}` }, { replace: true, state }), [go, state]);
  const showPhoto = useCallback(
    (index: number) => go({ task: `${task}`, photo: `${index + 1}` }, { replace: true, state }),
    [go, task, state],
  );
  const close = useCallback(() => {
    if (hasMark(state, 'pushedByPortal')) void navigate(-1);
    else go({}, { replace: true });
  }, [go, navigate, state]);

  /** The id of the task that is shown again when the open photo or PDF is closed; null if there is none. */
  const taskBelow = opened && hasMark(state, 'overTask') ? opened.task : null;
  return { opened, linked, taskBelow, openTask, showTask, openPhoto, openPdf, showPhoto, close };
}

function hasMark(state: unknown, mark: keyof typeof pushedOverTask): boolean {
  return typeof state === 'object' && state !== null && mark in state;
}

/** The history state for a file of a task that is opened now. */
function pushedFrom(task: number): typeof pushed {
  const params = new URLSearchParams(globalThis.location.search);
  return !openedFileIn(params) && wholeNumber(params.get('task')) === task ? pushedOverTask : pushed;
}

/** The photo or PDF that the parameters of a URL open; null if they open none. */
function openedFileIn(params: URLSearchParams): OpenedFile | null {
  const task = wholeNumber(params.get('task'));
  const photo = wholeNumber(params.get('photo'));
  if (task === null) return null;
  if (photo !== null) return { kind: 'photo', task, index: photo - 1 };
  return params.get('pdf') === '1' ? { kind: 'pdf', task } : null;
}

/** A positive whole number of at most nine digits; null for anything else. */
function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;
}
