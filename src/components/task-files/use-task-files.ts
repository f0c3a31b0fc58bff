import { useState } from 'react';
import { taskLimits } from '../../records/task/stored-task.ts';
import type { FileKind } from '../../records/upload/prepare-file.ts';
import type { Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import type { WaitsFor } from '../../records/upload/upload-summary.ts';
import { photosOf, useQueuedFiles } from './use-queued-files.ts';
import { useUploadNews } from './use-upload-news.ts';

/** What is said beside a field; with `undo` it is a removal that can be taken back, else something that was not done. */
export interface FieldNote {
  text: string;
  undo: (() => void) | null;
}

const noNotes: Record<FileKind, FieldNote | null> = { photo: null, pdf: null };

export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const queued = useQueuedFiles(queue, siteId);
  const { uploads, offline, photos, pdf, summary } = queued;
  const [notes, setNotes] = useState(noNotes);
  const waitsFor: WaitsFor = siteId === null ? 'site' : offline ? 'network' : null;
  const arrived = useUploadNews(queue, siteId !== null, summary);

  const say = (kind: FileKind, note: FieldNote | null) => setNotes((others) => ({ ...others, [kind]: note }));
  const sayNothingGiven = (kind: FileKind) => say(kind, { text: 'No file provided', undo: null });

  /** Photos and a PDF report, told apart by what they are. */
  const add = (files: readonly File[]) => {
    if (files.length === 0) return sayNothingGiven('photo');
    const reports = files.filter((file) => file.type === 'application/pdf' || /\.pdf$/iu.test(file.name));
    const pictures = files.filter((file) => !reports.includes(file));
    const room = Math.max(0, taskLimits.photos - photosOf(queue.uploads.get()).length);
    const left = pictures.length - room;
    const tooMany = { text: `A task takes ${taskLimits.photos} photos: ${left} left out.`, undo: null };
    const reportsLeft = { text: `A task takes one PDF report: ${reports.length - 1} left out.`, undo: null };
    if (pictures.length > 0) say('photo', left > 0 ? tooMany : null);
    if (reports.length > 0) say('pdf', reports.length > 1 ? reportsLeft : null);
    queue.add(pictures.slice(0, room), 'photo');
    return queue.add(reports.slice(0, 1), 'pdf');
  };
  /** Whatever was chosen as the PDF report; the check says so if it is none. */
  const addPdf = ([file]: readonly File[]) => {
    if (!file) return sayNothingGiven('pdf');
    say('pdf', null);
    return queue.add([file], 'pdf');
  };
  /** Makes it the photo at that place, from 1. */
  const move = (id: string, place: number) => {
    const ids = photosOf(queue.uploads.get()).map((one) => one.id);
    const sorted = ids.filter((one) => one !== id).toSpliced(place - 1, 0, id);
    const others = queue.uploads.get().flatMap((one) => (ids.includes(one.id) ? [] : [one.id]));
    queue.reorder([...sorted, ...others]);
  };
  const remove = ({ id, name, kind }: Upload) => {
    const undo = queue.remove(id);
    say(kind, {
      text: `${name} removed.`,
      undo: () => {
        undo();
        say(kind, null);
      },
    });
  };
  const field = (kind: FileKind) => ({
    refused: uploads.filter((one) => one.kind === kind && one.state === 'refused'),
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
    photoField: { ...field('photo'), photos, onFiles: add, onMove: move },
    pdfField: { ...field('pdf'), pdf, onFiles: addPdf },
    add,
    retryAll: () => queue.retry(),
  };
}
