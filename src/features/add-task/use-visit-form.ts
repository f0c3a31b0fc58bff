import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { afterSaving } from '../../components/LeaveGuard.tsx';
import { useOnlySite } from '../../components/SitePicker.tsx';
import { useTaskFiles } from '../../components/task-files/use-task-files.ts';
import { notify } from '../../lib/notify.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import type { TypedTask } from '../../records/task/typed-task.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { notUploadedText } from '../../records/upload/upload.ts';
import { useStoredTaskDraft } from './open-task-draft.ts';
import { taskFormReducer, type TaskForm } from './task-form.ts';
import { useQueuedVisit } from './use-queued-visit.ts';
import { useTaskSaving } from './use-task-saving.ts';

interface VisitFormOptions {
  /** The name of the task's draft. */
  name: string;
  queue: UploadQueue;
  /** The form as it was opened. */
  opened: TaskForm;
  /** Called when the visit waits on this device, from where it is saved. */
  onSetAside: () => void;
}

type VisitForm = ReturnType<typeof useVisitForm>;

/**
 * What is typed and chosen of a new visit, its draft on this device, and its saving once 'Update' was pressed. A finished visit that cannot
 * be saved now is set aside: it waits on this device, and the form is free for another.
 */
export function useVisitForm({ name, queue, opened, onSetAside }: VisitFormOptions) {
  const [form, dispatch] = useReducer(taskFormReducer, opened);
  const navigate = useNavigate();
  const files = useTaskFiles(queue, form.siteId);
  const { uploads, summary } = files;
  const queued = useQueuedVisit(opened, form, uploads, () => dispatch({ do: 'update', update: 'none' }));
  const draft = useStoredTaskDraft(name, queued.stored, uploads, queue);
  const { isStored, storeNow, deleteDraft } = draft;
  const { phase } = useTaskSaving({
    form: queued.toSave,
    files,
    dispatch,
    storeNow,
    onStopped: () => {
      if (summary.failed.length > 0) notify.alert(notUploadedText(summary.failed));
    },
    onSaved: deleteDraft,
    showSaved: (id, { site, task: { year, month } }) =>
      void navigate(linkTo(paths.maintenance, { site, year, month, task: id }), { state: afterSaving }),
  });

  const setAside = useEffectEvent(async (signal: AbortSignal) => {
    // a visit that is not stored completely stays open, and is saved from here
    if ((await storeNow(form)) && !signal.aborted) onSetAside();
  });
  const canBeSetAside = phase === 'offline' && form.siteId !== null && !queued.isUntouched;
  // the effect runs again when the device has stored all of the visit after all
  const isStoredOffline = canBeSetAside ? isStored : null;
  useEffect(() => {
    if (isStoredOffline === null) return undefined;
    const controller = new AbortController();
    void setAside(controller.signal);
    return () => controller.abort();
  }, [isStoredOffline]);
  return {
    form,
    dispatch,
    files,
    queued,
    draft,
    phase,
    change: (values: Partial<TypedTask>) => {
      queued.takeOut();
      dispatch({ do: 'change', values });
    },
    /** Opens the fields again. */
    edit: () => dispatch({ do: 'edit', stays: queued.isUntouched }),
  };
}

/** The site of a new visit: the one that is named, or the only one, once the sites are loaded. */
export function useVisitSite({ form, dispatch, queued }: VisitForm, siteName: string | null) {
  const sites = useQuery(sitesQuery);
  const onlySite = useOnlySite();
  const siteToChoose = siteName ?? (form.siteId === null ? onlySite : null);
  const listedSite = sites.data?.find((site) => site.name === siteToChoose);
  useWhen(listedSite?.id ?? null, (siteId) => dispatch({ do: 'choose site', siteId, siteName: siteToChoose ?? '' }));
  return {
    /** The name of the chosen site; null for none. */
    chosen: form.siteId === null ? null : (sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName),
    /** Whether the person has to choose a site; not while the sites are not loaded, as the site may be chosen by itself then. */
    needsSite: sites.data !== undefined && !sites.data.some(({ id }) => id === form.siteId),
    chooseSite: (idText: string) => {
      const site = sites.data?.find((listed) => siteIdText(listed) === idText);
      if (form.siteId !== null) queued.takeOut();
      dispatch({ do: 'choose site', siteId: Number(idText), siteName: site?.name ?? '' });
    },
  };
}

/** Forms know sites by their number, as a site may be renamed before the visit is saved. */
export const siteIdText = ({ id }: { id: number }) => String(id);
