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

/** A message beside a field; with `undo` a removal that can be undone, else something that was not done. */
export interface FieldNote {
  text: string;
  undo: (() => void) | null;
}

const noNotes: Record<FileKind, FieldNote | null> = { photo: null, pdf: null };

/** The files of a task and what its form does with them; says beside a field what was left out or removed. */
export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const queued = useQueuedFiles(queue, siteId);
  const { uploads, offline, photos, pdf, summary } = queued;
  const [notes, setNotes] = useState(noNotes);
  const waitsFor: WaitsFor = siteId === null ? 'site' : offline ? 'network' : null;
  const arrived = useUploadNews(queue, siteId !== null, summary);
  useEffect(
    () =>
      queue.listen(({ kind, id }) => {
        const reason = kind === 'unturned' && queue.uploads.get().find((upload) => upload.id === id)?.reason;
        if (reason) setNotes((others) => ({ ...others, photo: { text: reason(), undo: null } }));
      }),
    [queue],
  );

  const say = (kind: FileKind, note: FieldNote | null) => setNotes((others) => ({ ...others, [kind]: note }));
  const noteNoFile = (kind: FileKind) => say(kind, { text: t('No file provided'), undo: null });

  /** Takes photos and a PDF report, distinguished by content. */
  const add = (files: readonly File[]) => {
    if (files.length === 0) return noteNoFile('photo');
    const reports = files.filter((file) => file.type === 'application/pdf' || /\.pdf$/iu.test(file.name));
    const pictures = files.filter((file) => !reports.includes(file));
    const room = Math.max(0, taskLimits.photos - photosOf(queue.uploads.get()).length);
    const excess = pictures.length - room;
    const tooMany = {
      text: t('A visit takes at most {most} photos: {left} left out.', { most: taskLimits.photos, left: excess }),
      undo: null,
    };
    const tooManyPdfs = {
      text: t('A visit takes only one PDF report: {left} left out.', { left: reports.length - 1 }),
      undo: null,
    };
    if (pictures.length > 0) say('photo', excess > 0 ? tooMany : null);
    if (reports.length > 0) say('pdf', reports.length > 1 ? tooManyPdfs : null);
    queue.add(pictures.slice(0, room), 'photo');
    return queue.add(reports.slice(0, 1), 'pdf');
  };
  /** Takes any file as the PDF report; the check refuses others. */
  const addPdf = ([file]: readonly File[]) => {
    if (!file) return noteNoFile('pdf');
    say('pdf', null);
    return queue.add([file], 'pdf');
  };
  /** @param position from 1. */
  const move = (id: string, position: number) => {
    const ids = photosOf(queue.uploads.get()).map((upload) => upload.id);
    const sorted = ids.filter((other) => other !== id).toSpliced(position - 1, 0, id);
    const others = queue.uploads.get().flatMap((upload) => (ids.includes(upload.id) ? [] : [upload.id]));
    queue.reorder([...sorted, ...others]);
  };
  const remove = ({ id, name, kind }: Upload) => {
    const undo = queue.remove(id);
    say(kind, {
      text: t('{name} removed.', { name }),
      undo: () => {
        undo();
        say(kind, null);
      },
    });
  };
  const field = (kind: FileKind) => ({
    refused: uploads.filter((upload) => upload.kind === kind && upload.state === 'refused'),
    note: notes[kind],
    waitsFor,
    onRemove: remove,
    onRetry: (id: string) => queue.retry(id),
    onDismiss: (id: string) => void queue.remove(id),
    onDismissNote: () => say(kind, null),
  });

  return {
    ...queued,
    waitsFor,
    arrived,
    photoField: { ...field('photo'), photos, onFiles: add, onMove: move, onTurn: (id: string) => queue.turn(id) },
    pdfField: { ...field('pdf'), pdf, onFiles: addPdf },
    add,
    retryAll: () => queue.retry(),
  };
}

function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The files of the task as they are now, and what a task stores of them. */
export function useQueuedFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useStore(queue.uploads);
  const isAway = useStore(connection.lost);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  const photos = photosOf(uploads);
  const pdfs = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused');
  const pdf = pdfs.at(-1) ?? null;
  const summary = summarise(uploads, siteId !== null);

  // the old report stays until the new one is uploaded; an unfinished upload stays only until the new file proves to be
  // a PDF
  const replaced = pdfs
    .slice(0, -1)
    .flatMap(({ id, url }) => (pdf?.url || (!url && pdf?.state !== 'checking') ? [id] : []))
    .join(' ');
  useWhen(replaced || null, (ids) => {
    for (const id of ids.split(' ')) queue.remove(id);
  });

  return {
    uploads,
    /** The service does not answer: at all, or one of the files. */
    offline: isAway || uploads.some(({ state }) => state === 'paused'),
    photos,
    pdf,
    summary,
    stored: {
      photos: photos.flatMap(({ url }) => (url ? [url] : [])),
      pdf: pdfs.findLast(({ url }) => url)?.url ?? '',
    } satisfies TaskFiles,
  };
}

/** True once all uploads have arrived. Until then, the tab's title shows the progress and a phone stays awake. */
function useUploadNews(queue: UploadQueue, siteKnown: boolean, { total, done, running }: UploadSummary): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    /** Outcomes that were not announced yet, by id. */
    const outcomes = new Map<string, Upload['state']>();
    return queue.listen(({ kind, id }) => {
      const uploads = queue.uploads.get();
      const upload = uploads.find((candidate) => candidate.id === id);
      if (upload && (kind === 'done' || kind === 'failed')) outcomes.set(id, uploadState(upload));
      else outcomes.delete(id);
      if (summarise(uploads, true).running.length > 0) return setArrived(false);
      const news = [...outcomes.values()];
      outcomes.clear();
      return setArrived(news.length > 0 && news.every((state) => state === 'done'));
    });
  }, [queue]);

  const uploading = running.length > 0 && siteKnown;
  useEffect(() => {
    if (!uploading) return undefined;
    const before = document.title;
    document.title = t('({done}/{total}) Uploading', { done, total });
    return () => {
      document.title = before;
    };
  }, [uploading, done, total]);

  useEffect(() => (uploading ? stayAwake() : undefined), [uploading]);
  return arrived;
}

/**
 * Keeps a phone's screen on, because many phones stop the network with it. Returns a function that releases the lock.
 */
function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((sentinel) => sentinel?.release());
}

/** Calls `next` once all files are uploaded, at once or after the last. Failed files have to be dealt with first. */
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
  // the last file arrived, or failed
  useWhen((waiting && running.length === 0) || null, begin);
  return { waiting, begin, stop: () => setWaiting(false) };
}
