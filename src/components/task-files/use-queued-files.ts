import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import type { TaskFiles } from '../../records/task/stored-task.ts';
import type { Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { summarise } from '../../records/upload/upload-summary.ts';

export function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The files of the task as they are now, and what a task stores of them. */
export function useQueuedFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useStore(queue.uploads);
  const offline = useStore(queue.offline);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  const photos = photosOf(uploads);
  const pdfs = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused');
  const pdf = pdfs.at(-1) ?? null;
  const summary = summarise(uploads, siteId !== null);

  // the old report stays until the new one is up; one that was on its way only until the new one turned out to be a PDF
  const replaced = pdfs
    .slice(0, -1)
    .flatMap(({ id, url }) => (pdf?.url || (!url && pdf?.state !== 'checking') ? [id] : []))
    .join(' ');
  useEffect(() => {
    if (replaced !== '') for (const id of replaced.split(' ')) queue.remove(id);
  }, [queue, replaced]);

  return {
    uploads,
    offline,
    photos,
    pdf,
    summary,
    stored: {
      photos: photos.flatMap(({ url }) => (url ? [url] : [])),
      pdf: pdfs.findLast(({ url }) => url)?.url ?? '',
    } satisfies TaskFiles,
  };
}
