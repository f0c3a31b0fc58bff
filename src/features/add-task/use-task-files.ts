import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Upload, UploadQueue } from './upload-queue.ts';
import { taskLimits } from '../../records/task/new-task.ts';
import { notify } from '../../lib/notify.ts';
import { photosOf } from './upload-summary.ts';

/** The files of the task, and what can be done with them. Removing can be taken back for ten seconds. */
export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useSyncExternalStore(queue.subscribe, queue.getSnapshot);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  // the old report stays until the new one turned out to be a PDF
  useEffect(() => {
    const [latest, ...older] = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused').toReversed();
    if (latest && latest.state !== 'checking') for (const { id } of older) queue.remove(id);
  }, [queue, uploads]);

  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const putAt = (id: string, place: number) => {
    const others = queue.getSnapshot().filter((one) => one.id !== id);
    queue.reorder(others.map((one) => one.id).toSpliced(place, 0, id));
  };

  return {
    uploads,
    /** Photos and a PDF report, told apart by what they are. */
    add: (files: readonly File[]) => {
      if (files.length === 0) return notify.error('No file provided');
      const pdfs = files.filter((file) => file.type === 'application/pdf' || /\.pdf$/iu.test(file.name));
      const photos = files.filter((file) => !pdfs.includes(file));
      const room = taskLimits.photos - photosOf(queue.getSnapshot()).length;
      if (photos.length > room)
        notify.error(`A task takes ${taskLimits.photos} photos: ${photos.length - room} left out.`);
      if (pdfs.length > 1) notify.error(`A task takes one PDF report: ${pdfs.length - 1} left out.`);
      queue.add(photos.slice(0, Math.max(0, room)), 'photo');
      return queue.add(pdfs.slice(0, 1), 'pdf');
    },
    /** Whatever was chosen as the PDF report; the check says so if it is none. */
    addPdf: ([file]: readonly File[]) => (file ? queue.add([file], 'pdf') : notify.error('No file provided')),
    retry: (id: string) => queue.retry(id),
    /** Forgets a file that was refused. */
    dismiss: (id: string) => queue.remove(id),
    remove: ({ id, name, kind }: Upload) => {
      const place = queue.getSnapshot().findIndex((one) => one.id === id);
      const kept = queue.stored().find((one) => one.id === id);
      queue.remove(id);
      const content = kept?.original ?? kept?.prepared?.content;
      if (!content) return;
      notify.undo(`${name} removed.`, () => {
        if (left.current) return;
        queue.add([new File([content], name, { type: content.type })], kind);
        const added = queue.getSnapshot().at(-1);
        if (added) putAt(added.id, place);
      });
    },
    /** Makes it the photo at that place, from 1. */
    move: (id: string, place: number) => {
      const photos = photosOf(queue.getSnapshot()).map((one) => one.id);
      const sorted = photos.filter((one) => one !== id).toSpliced(place - 1, 0, id);
      const others = queue.getSnapshot().flatMap((one) => (photos.includes(one.id) ? [] : [one.id]));
      queue.reorder([...sorted, ...others]);
    },
  };
}
