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
  /** Called when the finished visit waits on this device and the queue will save it. */
  onSetAside: () => void;
}

type VisitForm = ReturnType<typeof useVisitForm>;

/**
 * The state of the form of a new visit: its fields and files, its draft on this device, and its saving after 'Update' was pressed. A finished
 * visit that cannot be saved at the moment is set aside: it waits on this device, and the form can be used for another visit.
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
    // a visit that this device cannot store completely stays in the form, which saves it
    if ((await storeNow(form)) && !signal.aborted) onSetAside();
  });
  const canBeSetAside = phase === 'no service' && form.siteId !== null && !queued.isUntouched;
  // `isStored` is part of the value so that the effect runs again when the device has stored the whole visit
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

/** The site of a new visit. When the sites are loaded, it chooses the site `siteName`, or the only site if there is just one. */
export function useVisitSite({ form, dispatch, queued }: VisitForm, siteName: string | null) {
  const sites = useQuery(sitesQuery);
  const onlySite = useOnlySite();
  const siteToChoose = siteName ?? (form.siteId === null ? onlySite : null);
  const listedSite = sites.data?.find((site) => site.name === siteToChoose);
  useWhen(listedSite?.id ?? null, (siteId) => dispatch({ do: 'choose site', siteId, siteName: siteToChoose ?? '' }));
  return {
    /** The name of the chosen site; null for none. */
    chosen: form.siteId === null ? null : (sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName),
    /** Whether the person has to choose a site. False until the sites are loaded, because the site may be chosen by itself then. */
    needsSite: sites.data !== undefined && !sites.data.some(({ id }) => id === form.siteId),
    chooseSite: (idText: string) => {
      const site = sites.data?.find((candidate) => siteIdText(candidate) === idText);
      if (form.siteId !== null) queued.takeOut();
      dispatch({ do: 'choose site', siteId: Number(idText), siteName: site?.name ?? '' });
    },
  };
}

/** The value of a site in the form. It is the id, because a site may be renamed before the visit is saved. */
export const siteIdText = ({ id }: { id: number }) => String(id);
