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
 * How far a save is. `files`: waits for uploads; `offline`: for the server; `site`: for a choice; `saving`: also once
 * saved; `failed`: needs the person.
 */
export type SavePhase = 'idle' | 'files' | 'offline' | 'site' | 'saving' | 'failed';

interface TaskToSave {
  site: string;
  task: NewTask;
  attempt: TaskAttempt;
}

interface TaskSaving {
  form: TaskForm;
  files: Pick<ReturnType<typeof useQueuedFiles>, 'uploads' | 'summary' | 'stored' | 'offline'>;
  dispatch: (action: TaskFormAction) => void;
  /** Stores the form's draft, so that the attempt is on this device before it is sent. */
  storeNow: (form: TaskForm) => Promise<boolean>;
  /** Called when a file could not be uploaded, or proved to be unusable. */
  onStopped?: () => void;
  onSaved: (id: number, toSave: TaskToSave) => Promise<void>;
  /** Not called once the user has left the screen, so that they stay where they went. */
  onStored?: (id: number, toSave: TaskToSave) => void;
}

let currentSave: Promise<unknown> = Promise.resolve();

/** Resolves when the running save has ended: until then, nobody else may take the draft. */
export function saveEnded(): Promise<unknown> {
  return currentSave;
}

/**
 * Saves a task once 'Update' was pressed (`spec §4`): when its files are uploaded, the site is known and the server
 * answers. A save without a response is retried as the same attempt.
 */
export function useTaskSaving({ form, files, dispatch, storeNow, onStopped, onSaved, onStored }: TaskSaving) {
  const { running, failed } = files.summary;
  const sites = useQuery(sitesQuery);
  const site = sites.data?.find(({ id }) => id === form.siteId)?.name;
  const busy = useRef(false);
  const onUpdate = (update: UpdateState, refusal?: SaveRefusal) => {
    dispatch({ do: 'update', update, refusal });
    if (update === 'stopped') onStopped?.();
  };
  const saving = useMutation({
    mutationFn: async ({ site: name, task, attempt }: TaskToSave) => {
      const isRepeat = attempt.sent.some((sentTask) => isSameTask(sentTask, task));
      const sending = isRepeat ? attempt : { ...attempt, sent: [...attempt.sent, task] };
      dispatch({ do: 'send', attempt: sending });
      await storeNow({ ...form, attempt: sending });
      return saveRenamed({ site: name, task, attempt }, async () => (await sites.refetch()).data);
    },
    onSuccess: async ({ id, to }, toSave) => {
      await onSaved(id, { ...toSave, site: to });
      notify.success(t('Data updated successfully!'));
    },
    onError: (error) => {
      // these continue by themselves, when the service answers again or after the next login
      if (isNoService(error) || getSession() === null) return;
      if (!(error instanceof SiteMissing)) console.error('The visit could not be saved', error);
      onUpdate('refused', saveRefusalOf(error));
      void sites.refetch();
    },
    onSettled: () => {
      busy.current = false;
    },
  });
  const refused = files.uploads.filter(({ state }) => state === 'refused');
  const refusedBefore = useRef(0);
  const save = () => {
    const { siteId } = form;
    if (busy.current || site === undefined || siteId === null) return;
    // a file may prove to be unusable after 'Update', out of sight
    const missing = refused[refusedBefore.current];
    if (missing) {
      notify.alert(uploadProblem(missing));
      return onUpdate('stopped');
    }
    const { values } = readTask(form, new Date());
    if (values === null) return onUpdate('refused');
    busy.current = true;
    const currentAttempt = form.attempt?.siteId === siteId ? form.attempt : null;
    const task = newTask(values, files.stored);
    const toSave = { site, task, attempt: currentAttempt ?? { id: crypto.randomUUID(), siteId, sent: [] } };
    const stored = saving.mutateAsync(toSave, {
      onSuccess: ({ id, to }) => onStored?.(id, { ...toSave, site: to }),
    });
    currentSave = stored.catch(() => undefined);
    return undefined;
  };

  const waiting = form.update === 'waiting';
  const isUploaded = running.length === 0;
  useWhen(waiting || null, () => {
    refusedBefore.current = refused.length;
  });
  const siteKnown = site !== undefined;
  useWhen((waiting && isUploaded && siteKnown && failed.length === 0) || null, save);

  const hasFailed = waiting && isUploaded && failed.length > 0;
  const isUnlisted = form.siteId !== null && sites.data !== undefined && !siteKnown;
  const isListOutdated = isUnlisted && isListCopy();
  const hasNoSite = waiting && isUnlisted && !isListOutdated;
  // the end of a session stops the uploads; the visit goes on waiting then
  useWhen<UpdateState>(
    hasFailed ? 'stopped' : hasNoSite ? 'refused' : null,
    (state) => getSession() && onUpdate(state, hasNoSite ? 'site' : undefined),
  );

  const unanswered = isNoService(saving.error) ? saving.error : null;
  const unlisted = sites.data === undefined && isNoService(sites.error) ? sites.error : null;
  const failure = waiting ? (unanswered ?? unlisted) : null;
  useReconnect(failure, () => (siteKnown ? save() : void sites.refetch()));

  const isOffline = failure !== null || isListOutdated || (files.offline && !isUploaded);
  const needsSite = form.siteId === null && sites.data !== undefined;
  const phase = savePhase({
    isBusy: saving.isPending || saving.isSuccess,
    isRefused: form.update === 'refused',
    isReady: isUploaded && siteKnown,
    isWaiting: waiting,
    isOffline,
    needsSite,
  });
  return { phase };
}

/** Saves a task. Its site may have another name since the list was read. @throws SiteMissing */
async function saveRenamed(
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

/** Whether the list of sites is not the service's latest: a site that is not in it may exist. */
function isListCopy(): boolean {
  const list = queryClient.getQueryCache().find({ queryKey: sitesQuery.queryKey });
  return list !== undefined && isUnanswered(list);
}

/** What the server has refused for good. */
function saveRefusalOf(error: unknown): SaveRefusal {
  if (error instanceof SiteMissing) return 'site';
  const status = error instanceof RequestError ? error.status : 0;
  if (status === tooLarge) return 'size';
  return status === 401 || status === 403 ? 'right' : 'content';
}
