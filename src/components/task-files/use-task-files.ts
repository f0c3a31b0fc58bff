import { useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { taskLimits, type TaskFiles } from '../../records/task/stored-task.ts';
import type { FileKind } from '../../records/upload/prepare-file.ts';
import type { Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { summarise, type WaitsFor } from '../../records/upload/upload-summary.ts';
import { useUploadNews } from './use-upload-news.ts';

/** What is said beside a field; with `undo` it is a removal that can be taken back, else something that was not done. */
export interface FieldNote {
  text: string;
  undo: (() => void) | null;
}

const noNotes: Record<FileKind, FieldNote | null> = { photo: null, pdf: null };

function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The files of the task, and what can be done with them. */
export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useStore(queue.uploads);
  const offline = useStore(queue.offline);
  const [notes, setNotes] = useState(noNotes);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  const photos = photosOf(uploads);
  const pdfs = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused');
  /** The one chosen last. */
  const pdf = pdfs.at(-1) ?? null;
  const summary = summarise(uploads, siteId !== null);
  const waitsFor: WaitsFor = siteId === null ? 'site' : offline ? 'network' : null;
  const arrived = useUploadNews(queue, siteId !== null, summary);

  // the old report stays until the new one is up; one that was on its way only until the new one turned out to be a PDF
  const replaced = pdfs
    .slice(0, -1)
    .flatMap(({ id, url }) => (pdf?.url || (!url && pdf?.state !== 'checking') ? [id] : []))
    .join(' ');
  useEffect(() => {
    if (replaced !== '') for (const id of replaced.split(' ')) queue.remove(id);
  }, [queue, replaced]);

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
    uploads,
    summary,
    waitsFor,
    arrived,
    /** The properties of each field. */
    photoField: { ...field('photo'), photos, onFiles: add, onMove: move },
    pdfField: { ...field('pdf'), pdf, onFiles: addPdf },
    stored: {
      photos: photos.flatMap(({ url }) => (url ? [url] : [])),
      pdf: pdfs.findLast(({ url }) => url)?.url ?? '',
    } satisfies TaskFiles,
    add,
    retryAll: () => queue.retry(),
  };
}
