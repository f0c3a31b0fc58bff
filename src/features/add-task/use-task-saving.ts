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
 * The phase of a save. `idle`: 'Update' was not pressed. `files`: it waits for uploads. `no service`: it waits for the server. `site`: it waits
 * until the person chooses a site. `saving`: it is being sent, or is saved. `failed`: it is refused.
 */
export type SavePhase = 'idle' | 'files' | 'no service' | 'site' | 'saving' | 'failed';

/*
 * Saves a new visit (`spec §4`). A finished visit is saved exactly once: as soon as its files are uploaded, its site is known and the server
 * answers. The attempt is stored on this device before each request, so that a request without an answer is repeated as the same attempt, also
 * after a reload. In this tab one save runs at a time, and `saveEnded` tells when it has ended. If the service does not answer, the visit waits
 * and is sent again by itself. It waits for the person if a file cannot be uploaded (`stopped`), or if the server or the form's own check
 * refuses the visit, or its site is gone (`refused`).
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
  /** Called when the server has saved the task; the save ends when the returned promise resolves. */
  onSaved: (id: number, toSave: TaskToSave) => Promise<void>;
  /** Reads the sites again. */
  readSites: () => Promise<readonly EditedSite[] | undefined>;
  /** Called after each request, with an answer or without. */
  onSettled: () => void;
}

interface TaskSaving extends Omit<SendTaskOptions, 'readSites' | 'onSettled'> {
  files: Pick<ReturnType<typeof useQueuedFiles>, 'uploads' | 'summary' | 'taskFiles' | 'offline'>;
  /** Called when a file could not be uploaded, or proved to be unusable. */
  onStopped?: () => void;
  /** Shows the saved task. It is not called after the person has left the screen. */
  showSaved?: (id: number, toSave: TaskToSave) => void;
}

let currentSave: Promise<unknown> = Promise.resolve();

/** Resolves when the running save has ended. Until then, no other form or queue of this tab may open the draft. */
export function saveEnded(): Promise<unknown> {
  return currentSave;
}

/** Saves a task after 'Update' was pressed, in its form or from the queue, and returns the phase of the save. */
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

  const setUpdate = (update: UpdateState, refusal?: SaveRefusal) => {
    dispatch({ do: 'update', update, refusal });
    if (update === 'stopped') onStopped?.();
  };
  const refusedFiles = files.uploads.filter(({ state }) => state === 'refused');
  const refusedCountAtUpdate = useRef(0);
  const save = () => {
    const { siteId } = form;
    if (isBusy.current || site === undefined || siteId === null) return;
    // if a file proves to be unusable after 'Update', the person does not know it, so the visit is not saved without it
    const newlyRefused = refusedFiles[refusedCountAtUpdate.current];
    if (newlyRefused) {
      notify.alert(uploadProblem(newlyRefused));
      return setUpdate('stopped');
    }
    const { values } = readTask(form, new Date());
    // nothing is sent, and the visit waits for the person as after a refusal
    if (values === null) return setUpdate('refused');
    isBusy.current = true;
    const task = newTask(values, files.taskFiles);
    const toSave = { site, task, attempt: attemptFor(siteId, form.attempt) };
    const saveResult = sending.mutateAsync(toSave, {
      onSuccess: ({ id, savedSite }) => showSaved?.(id, { ...toSave, site: savedSite }),
    });
    currentSave = saveResult.catch(() => undefined);
    return undefined;
  };

  const isWaiting = form.update === 'waiting';
  const isUploaded = running.length === 0;
  const isSiteKnown = site !== undefined;
  useWhen(isWaiting || null, () => {
    refusedCountAtUpdate.current = refusedFiles.length;
  });
  useWhen((isWaiting && isUploaded && isSiteKnown && failed.length === 0) || null, save);

  const hasFailedFiles = isWaiting && isUploaded && failed.length > 0;
  const isUnlisted = form.siteId !== null && sites.data !== undefined && !isSiteKnown;
  const isListOutdated = isUnlisted && isListCopy();
  const isSiteGone = isWaiting && isUnlisted && !isListOutdated;
  // if the uploads stopped because the session has ended, the visit goes on waiting
  useWhen<UpdateState>(
    hasFailedFiles ? 'stopped' : isSiteGone ? 'refused' : null,
    (state) => getSession() && setUpdate(state, isSiteGone ? 'site' : undefined),
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
    hasNoService: failure !== null || isListOutdated || (files.offline && !isUploaded),
    needsSite: form.siteId === null && sites.data !== undefined,
  });
  return { phase };
}

/** The present attempt, if it is for the same site; otherwise a new one. */
function attemptFor(siteId: number, current: TaskAttempt | null): TaskAttempt {
  return current?.siteId === siteId ? current : { id: crypto.randomUUID(), siteId, sent: [] };
}

/** The mutation that sends a task to the server. Before that it stores the task as part of the attempt on this device. */
function useSendTask({ form, dispatch, storeNow, onSaved, readSites, onSettled }: SendTaskOptions) {
  return useMutation({
    mutationFn: async ({ site, task, attempt }: TaskToSave) => {
      const isRepeat = attempt.sent.some((sentTask) => isSameTask(sentTask, task));
      const storedAttempt = isRepeat ? attempt : { ...attempt, sent: [...attempt.sent, task] };
      dispatch({ do: 'send', attempt: storedAttempt });
      await storeNow({ ...form, attempt: storedAttempt });
      // with the attempt as it was before this request, because the task is compared with those of earlier requests only
      return saveAtSite({ site, task, attempt }, readSites);
    },
    onSuccess: async ({ id, savedSite }, toSave) => {
      await onSaved(id, { ...toSave, site: savedSite });
      notify.success(t('Data updated successfully!'));
    },
    onError: (error) => {
      // the save continues by itself when the service answers again, or after the next login
      if (isNoService(error) || getSession() === null) return;
      if (!(error instanceof SiteMissing)) console.error('The visit could not be saved', error);
      dispatch({ do: 'update', update: 'refused', refusal: saveRefusalOf(error) });
      void readSites();
    },
    onSettled,
  });
}

/** Saves a task. If the site was renamed since the list was read, it saves under the new name. @throws SiteMissing */
async function saveAtSite(
  { site, task, attempt }: TaskToSave,
  readSites: () => Promise<readonly EditedSite[] | undefined>,
): Promise<{ savedSite: string; id: number }> {
  const saveTo = async (savedSite: string) => ({
    savedSite,
    id: await saveNewTask(savedSite, task, attempt.id, attempt.sent),
  });
  try {
    return await saveTo(site);
  } catch (error) {
    if (!(error instanceof SiteMissing)) throw error;
    const currentName = (await readSites())?.find(({ id }) => id === attempt.siteId)?.name;
    if (isListCopy()) throw new RequestError('No list of sites', 0, 'network', error);
    if (currentName === undefined || currentName === site) throw error;
    return saveTo(currentName);
  }
}

interface SaveConditions {
  isBusy: boolean;
  isRefused: boolean;
  /** Whether the site is known and every file is uploaded. */
  isReady: boolean;
  isWaiting: boolean;
  hasNoService: boolean;
  needsSite: boolean;
}

/** The phase of a save under these conditions. */
function savePhase({ isBusy, isRefused, isReady, isWaiting, hasNoService, needsSite }: SaveConditions): SavePhase {
  if (isBusy) return 'saving';
  if (!isWaiting) return isRefused ? 'failed' : 'idle';
  if (hasNoService) return 'no service';
  if (needsSite) return 'site';
  return isReady ? 'saving' : 'files';
}

/** Whether the list of sites is a copy, because the service has not answered; then a site that exists may be missing in it. */
function isListCopy(): boolean {
  const list = queryClient.getQueryCache().find({ queryKey: sitesQuery.queryKey });
  return list !== undefined && isUnanswered(list);
}

/** Why the server has refused a save. */
function saveRefusalOf(error: unknown): SaveRefusal {
  if (error instanceof SiteMissing) return 'site';
  const status = error instanceof RequestError ? error.status : 0;
  if (status === tooLarge) return 'size';
  return status === 401 || status === 403 ? 'right' : 'content';
}
