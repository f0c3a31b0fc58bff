import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { useQueuedFiles } from '../../components/task-files/use-task-files.ts';
import { isUnanswered } from '../../lib/device/query-copies.ts';
import { getSession } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useReconnect } from '../../lib/screen/use-reconnect.ts';
import { tooLarge } from '../../lib/service-answer.ts';
import { sitesQuery, type EditedSite } from '../../records/site/site-queries.ts';
import { isSameTask } from '../../records/task/task-changes.ts';
import { saveNewTask, SiteMissing } from '../../records/task/task-queries.ts';
import type { NewTask } from '../../records/task/task.ts';
import { newTask, readTask } from '../../records/task/typed-task.ts';
import { uploadProblem } from '../../records/upload/upload.ts';
import type { SaveRefusal, TaskAttempt, TaskForm, TaskFormAction, UpdateState } from './task-form.ts';

/**
 * How far a save is. `files`: it waits for uploads. `offline`: it waits for the server. `site`: it waits for the person to choose a site.
 * `saving`: it is sent, or saved. `failed`: the server has refused it. `idle`: 'Update' was not pressed.
 */
export type SavePhase = 'idle' | 'files' | 'offline' | 'site' | 'saving' | 'failed';

/*
 * The saving of a new visit (`spec §4`). It promises that a finished visit is saved once: as soon as its files are uploaded, its site is
 * known and the server answers. The attempt is stored on this device before each request, so that a request without an answer is
 * repeated as the same attempt, also after a reload. One save runs at a time in this tab, and `saveEnded` tells when it has ended. Where
 * the service does not answer, the visit waits and goes on by itself. A file that cannot be uploaded stops the visit (`stopped`), and
 * the server may refuse it (`refused`): then it waits for the person.
 */

interface TaskToSave {
  site: string;
  task: NewTask;
  attempt: TaskAttempt;
}

interface SendTaskOptions {
  form: TaskForm;
  dispatch: (action: TaskFormAction) => void;
  /** Stores the form's draft, so that the attempt is on this device before it is sent. */
  storeNow: (form: TaskForm) => Promise<boolean>;
  /** Called once the server has saved the task; the save lasts until the returned promise resolves. */
  onSaved: (id: number, toSave: TaskToSave) => Promise<void>;
  /** Reads the sites again. */
  readSites: () => Promise<readonly EditedSite[] | undefined>;
  /** Called after each request, with an answer or without. */
  onSettled: () => void;
}

interface TaskSaving extends Omit<SendTaskOptions, 'readSites' | 'onSettled'> {
  files: Pick<ReturnType<typeof useQueuedFiles>, 'uploads' | 'summary' | 'stored' | 'offline'>;
  /** Called when a file could not be uploaded, or proved to be unusable. */
  onStopped?: () => void;
  /** Shows the saved task. Not called once the person has left the screen, so that they stay where they went. */
  showSaved?: (id: number, toSave: TaskToSave) => void;
}

let currentSave: Promise<unknown> = Promise.resolve();

/** Resolves when the running save has ended: until then, nobody else may take the draft. */
export function saveEnded(): Promise<unknown> {
  return currentSave;
}

/** Saves a task once 'Update' was pressed, in its form or from the queue. */
export function useTaskSaving({ form, files, dispatch, storeNow, onStopped, onSaved, showSaved }: TaskSaving) {
  const { running, failed } = files.summary;
  const sites = useQuery(sitesQuery);
  const site = sites.data?.find(({ id }) => id === form.siteId)?.name;
  const isBusy = useRef(false);
  const sending = useSendTask({
    form,
    dispatch,
    storeNow,
    onSaved,
    readSites: async () => (await sites.refetch()).data,
    onSettled: () => {
      isBusy.current = false;
    },
  });

  const onUpdate = (update: UpdateState, refusal?: SaveRefusal) => {
    dispatch({ do: 'update', update, refusal });
    if (update === 'stopped') onStopped?.();
  };
  const refusedFiles = files.uploads.filter(({ state }) => state === 'refused');
  const refusedAtUpdate = useRef(0);
  const save = () => {
    const { siteId } = form;
    if (isBusy.current || site === undefined || siteId === null) return;
    // a file may prove to be unusable after 'Update', when the person no longer looks at it
    const newlyRefused = refusedFiles[refusedAtUpdate.current];
    if (newlyRefused) {
      notify.alert(uploadProblem(newlyRefused));
      return onUpdate('stopped');
    }
    const { values } = readTask(form, new Date());
    if (values === null) return onUpdate('refused');
    isBusy.current = true;
    const task = newTask(values, files.stored);
    const toSave = { site, task, attempt: attemptFor(siteId, form.attempt) };
    const saved = sending.mutateAsync(toSave, {
      onSuccess: ({ id, to }) => showSaved?.(id, { ...toSave, site: to }),
    });
    currentSave = saved.catch(() => undefined);
    return undefined;
  };

  const isWaiting = form.update === 'waiting';
  const isUploaded = running.length === 0;
  const isSiteKnown = site !== undefined;
  useWhen(isWaiting || null, () => {
    refusedAtUpdate.current = refusedFiles.length;
  });
  useWhen((isWaiting && isUploaded && isSiteKnown && failed.length === 0) || null, save);

  const hasFailedFiles = isWaiting && isUploaded && failed.length > 0;
  const isUnlisted = form.siteId !== null && sites.data !== undefined && !isSiteKnown;
  const isListOutdated = isUnlisted && isListCopy();
  const isSiteGone = isWaiting && isUnlisted && !isListOutdated;
  // the end of a session stops the uploads too: then the visit goes on waiting
  useWhen<UpdateState>(
    hasFailedFiles ? 'stopped' : isSiteGone ? 'refused' : null,
    (state) => getSession() && onUpdate(state, isSiteGone ? 'site' : undefined),
  );

  const saveFailure = isNoService(sending.error) ? sending.error : null;
  const listFailure = sites.data === undefined && isNoService(sites.error) ? sites.error : null;
  const failure = isWaiting ? (saveFailure ?? listFailure) : null;
  useReconnect(failure, () => (isSiteKnown ? save() : void sites.refetch()));

  const phase = savePhase({
    isBusy: sending.isPending || sending.isSuccess,
    isRefused: form.update === 'refused',
    isReady: isUploaded && isSiteKnown,
    isWaiting,
    isOffline: failure !== null || isListOutdated || (files.offline && !isUploaded),
    needsSite: form.siteId === null && sites.data !== undefined,
  });
  return { phase };
}

/** The attempt that is not answered yet, if it is for the same site; otherwise a new one. */
function attemptFor(siteId: number, current: TaskAttempt | null): TaskAttempt {
  return current?.siteId === siteId ? current : { id: crypto.randomUUID(), siteId, sent: [] };
}

/** Sends a task to the server. The task is in the attempt on this device before it is sent. */
function useSendTask({ form, dispatch, storeNow, onSaved, readSites, onSettled }: SendTaskOptions) {
  return useMutation({
    mutationFn: async ({ site, task, attempt }: TaskToSave) => {
      const isRepeat = attempt.sent.some((sentTask) => isSameTask(sentTask, task));
      const sending = isRepeat ? attempt : { ...attempt, sent: [...attempt.sent, task] };
      dispatch({ do: 'send', attempt: sending });
      await storeNow({ ...form, attempt: sending });
      return saveAtSite({ site, task, attempt }, readSites);
    },
    onSuccess: async ({ id, to }, toSave) => {
      await onSaved(id, { ...toSave, site: to });
      notify.success(t('Data updated successfully!'));
    },
    onError: (error) => {
      // these continue by themselves, when the service answers again or after the next login
      if (isNoService(error) || getSession() === null) return;
      if (!(error instanceof SiteMissing)) console.error('The visit could not be saved', error);
      dispatch({ do: 'update', update: 'refused', refusal: saveRefusalOf(error) });
      void readSites();
    },
    onSettled,
  });
}

/** Saves a task, under the new name of its site where that was renamed since the list was read. @throws SiteMissing */
async function saveAtSite(
  { site, task, attempt }: TaskToSave,
  readSites: () => Promise<readonly EditedSite[] | undefined>,
): Promise<{ to: string; id: number }> {
  const saveTo = async (to: string) => ({ to, id: await saveNewTask(to, task, attempt.id, attempt.sent) });
  try {
    return await saveTo(site);
  } catch (error) {
    if (!(error instanceof SiteMissing)) throw error;
    const renamed = (await readSites())?.find(({ id }) => id === attempt.siteId)?.name;
    if (isListCopy()) throw new RequestError('No list of sites', 0, 'network', error);
    if (renamed === undefined || renamed === site) throw error;
    return saveTo(renamed);
  }
}

interface SaveConditions {
  isBusy: boolean;
  isRefused: boolean;
  /** Whether the site is known and every file is uploaded. */
  isReady: boolean;
  isWaiting: boolean;
  isOffline: boolean;
  needsSite: boolean;
}

function savePhase({ isBusy, isRefused, isReady, isWaiting, isOffline, needsSite }: SaveConditions): SavePhase {
  if (isBusy) return 'saving';
  if (!isWaiting) return isRefused ? 'failed' : 'idle';
  if (isOffline) return 'offline';
  if (needsSite) return 'site';
  return isReady ? 'saving' : 'files';
}

/** Whether the service has not answered the list of sites, which then may lack a site that exists. */
function isListCopy(): boolean {
  const list = queryClient.getQueryCache().find({ queryKey: sitesQuery.queryKey });
  return list !== undefined && isUnanswered(list);
}

/** What the server has refused of a save, by its error. */
function saveRefusalOf(error: unknown): SaveRefusal {
  if (error instanceof SiteMissing) return 'site';
  const status = error instanceof RequestError ? error.status : 0;
  if (status === tooLarge) return 'size';
  return status === 401 || status === 403 ? 'right' : 'content';
}
