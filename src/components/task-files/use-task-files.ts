import { useEffect, useState } from 'react';
import { connection } from '../../lib/connection.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { taskLimits, type TaskFiles } from '../../records/task/task.ts';
import type { FileKind } from '../../records/upload/prepare-file.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import {
  summarise,
  uploadState,
  type Upload,
  type UploadSummary,
  type WaitsFor,
  notUploadedText,
} from '../../records/upload/upload.ts';

/** A message beside a field. With `undo` it is about a removal that can be undone; without, about something that was not done. */
export interface FieldNote {
  text: string;
  undo: (() => void) | null;
}

const noNotes: Record<FileKind, FieldNote | null> = { photo: null, pdf: null };

/** The files of a task, and the handlers of its form. Notes beside the fields say which files were left out or removed. */
export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const queued = useQueuedFiles(queue, siteId);
  const { uploads, offline, photos, pdf, summary } = queued;
  const [notes, setNotes] = useState(noNotes);
  const waitsFor: WaitsFor = siteId === null ? 'site' : offline ? 'network' : null;
  const arrived = useUploadOutcome(queue, siteId !== null, summary);
  useEffect(
    () =>
      queue.listen(({ kind, id }) => {
        // a photo could not be turned
        const reason = kind === 'unturned' && queue.uploads.get().find((upload) => upload.id === id)?.reason;
        if (reason) setNotes((previous) => ({ ...previous, photo: { text: reason(), undo: null } }));
      }),
    [queue],
  );

  const setNote = (kind: FileKind, note: FieldNote | null) => setNotes((previous) => ({ ...previous, [kind]: note }));
  const noteNoFile = (kind: FileKind) => setNote(kind, { text: t('No file provided'), undo: null });

  /** Adds photos and a PDF report. PDFs are recognised by their media type or by the file name extension `.pdf`. */
  const add = (files: readonly File[]) => {
    if (files.length === 0) return noteNoFile('photo');
    const reports = files.filter((file) => file.type === 'application/pdf' || /\.pdf$/iu.test(file.name));
    const pictures = files.filter((file) => !reports.includes(file));
    const room = Math.max(0, taskLimits.photos - photosOf(queue.uploads.get()).length);
    const excess = pictures.length - room;
    const tooManyPhotos = {
      text: t('A visit takes at most {most} photos: {left} left out.', { most: taskLimits.photos, left: excess }),
      undo: null,
    };
    const tooManyPdfs = {
      text: t('A visit takes only one PDF report: {left} left out.', { left: reports.length - 1 }),
      undo: null,
    };
    if (pictures.length > 0) setNote('photo', excess > 0 ? tooManyPhotos : null);
    if (reports.length > 0) setNote('pdf', reports.length > 1 ? tooManyPdfs : null);
    queue.add(pictures.slice(0, room), 'photo');
    return queue.add(reports.slice(0, 1), 'pdf');
  };
  /** Adds a file as the PDF report. The upload queue checks its content and refuses what is no PDF. */
  const addPdf = ([file]: readonly File[]) => {
    if (!file) return noteNoFile('pdf');
    setNote('pdf', null);
    return queue.add([file], 'pdf');
  };
  /** @param position the new position among the photos, from 1 */
  const move = (id: string, position: number) => {
    const photoIds = photosOf(queue.uploads.get()).map((upload) => upload.id);
    const sortedPhotoIds = photoIds.filter((other) => other !== id).toSpliced(position - 1, 0, id);
    const otherIds = queue.uploads.get().flatMap((upload) => (photoIds.includes(upload.id) ? [] : [upload.id]));
    queue.reorder([...sortedPhotoIds, ...otherIds]);
  };
  const remove = ({ id, name, kind }: Upload) => {
    const undo = queue.remove(id);
    setNote(kind, {
      text: t('{name} removed.', { name }),
      undo: () => {
        undo();
        setNote(kind, null);
      },
    });
  };
  const fieldProps = (kind: FileKind) => ({
    refused: uploads.filter((upload) => upload.kind === kind && upload.state === 'refused'),
    note: notes[kind],
    waitsFor,
    onRemove: remove,
    onRetry: (id: string) => queue.retry(id),
    onDismiss: (id: string) => void queue.remove(id),
    onDismissNote: () => setNote(kind, null),
  });

  return {
    ...queued,
    waitsFor,
    arrived,
    photoField: { ...fieldProps('photo'), photos, onFiles: add, onMove: move, onTurn: (id: string) => queue.turn(id) },
    pdfField: { ...fieldProps('pdf'), pdf, onFiles: addPdf },
    add,
    retryAll: () => queue.retry(),
  };
}

function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The files of the queue by kind, and in `taskFiles` the URLs that are saved with a task. */
export function useQueuedFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useStore(queue.uploads);
  const isServiceLost = useStore(connection.lost);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  const photos = photosOf(uploads);
  const pdfs = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused');
  const pdf = pdfs.at(-1) ?? null;
  const summary = summarise(uploads, siteId !== null);

  // an uploaded report stays until the new report is uploaded; a report that is still uploading stays only until the new
  // file is known to be a PDF
  const replacedIds = pdfs
    .slice(0, -1)
    .flatMap(({ id, url }) => (pdf?.url || (!url && pdf?.state !== 'preparing') ? [id] : []))
    .join(' ');
  useWhen(replacedIds || null, (ids) => {
    for (const id of ids.split(' ')) queue.remove(id);
  });

  return {
    uploads,
    /** Whether the service does not answer at all, or did not answer the upload of a file. */
    offline: isServiceLost || uploads.some(({ state }) => state === 'paused'),
    photos,
    pdf,
    summary,
    taskFiles: {
      photos: photos.flatMap(({ url }) => (url ? [url] : [])),
      pdf: pdfs.findLast(({ url }) => url)?.url ?? '',
    } satisfies TaskFiles,
  };
}

/**
 * Whether the last uploads all succeeded. While files upload, the title of the browser tab shows the progress and the screen of
 * a phone stays on.
 */
function useUploadOutcome(queue: UploadQueue, siteKnown: boolean, { total, done, running }: UploadSummary): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    /** The outcomes since all uploads last ended, by file id. */
    const outcomes = new Map<string, Upload['state']>();
    return queue.listen(({ kind, id }) => {
      const uploads = queue.uploads.get();
      const upload = uploads.find((candidate) => candidate.id === id);
      if (upload && (kind === 'done' || kind === 'failed')) outcomes.set(id, uploadState(upload));
      else outcomes.delete(id);
      if (summarise(uploads, true).running.length > 0) return setArrived(false);
      const states = [...outcomes.values()];
      outcomes.clear();
      return setArrived(states.length > 0 && states.every((state) => state === 'done'));
    });
  }, [queue]);

  const uploading = running.length > 0 && siteKnown;
  useEffect(() => {
    if (!uploading) return undefined;
    const previousTitle = document.title;
    document.title = t('({done}/{total}) Uploading', { done, total });
    return () => {
      document.title = previousTitle;
    };
  }, [uploading, done, total]);

  useEffect(() => (uploading ? stayAwake() : undefined), [uploading]);
  return arrived;
}

/**
 * Prevents a phone from turning its screen off, because many phones then stop the network too. Returns a function that
 * ends this.
 */
function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((sentinel) => sentinel?.release());
}

/**
 * `begin` calls `next` once all files are uploaded, which may be at once. If a file has failed, a message asks to retry or remove
 * it, and `next` is not called.
 */
export function useAfterUploads({ running, failed }: UploadSummary, next: () => void) {
  const [waiting, setWaiting] = useState(false);
  const begin = () => {
    if (failed.length > 0) {
      setWaiting(false);
      notify.alert(notUploadedText(failed));
    } else if (running.length > 0) setWaiting(true);
    else {
      setWaiting(false);
      next();
    }
  };
  // called again when no upload is running any more: the last file was uploaded or has failed
  useWhen((waiting && running.length === 0) || null, begin);
  return { waiting, begin, stop: () => setWaiting(false) };
}
