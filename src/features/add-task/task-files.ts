import { useEffect, useRef } from 'react';
import { notify } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { taskLimits, type TaskFiles } from '../../records/task/stored-task.ts';
import type { Upload, UploadQueue } from './upload-queue.ts';

/** How far the files of a task are. Refused files are no part of it. */
export interface UploadSummary {
  total: number;
  done: number;
  /** Those that are on their way by themselves; without a site they only wait. */
  running: readonly Upload[];
  waitingForSite: readonly Upload[];
  failed: readonly Upload[];
  /** Of all files, from 0 to 1. */
  share: number;
}

/** Up, but the server did not say where: nothing that a task could point at. */
const isLost = (upload: Upload) => upload.state === 'done' && !upload.url;

/** What becomes of a file; one that is up without a URL has failed. */
export function uploadState(upload: Upload): Upload['state'] {
  return isLost(upload) ? 'failed' : upload.state;
}

/** Why a file failed or was refused, in words (`spec §8`). */
export function uploadProblem(upload: Upload): string {
  if (isLost(upload)) return 'File upload was successful, but no URL was returned.';
  return upload.reason ?? 'File upload failed. Please try again.';
}

function summarise(uploads: readonly Upload[], siteKnown: boolean): UploadSummary {
  const files = uploads.filter((upload) => upload.state !== 'refused');
  const inState = (...states: Upload['state'][]) => files.filter((upload) => states.includes(uploadState(upload)));
  const onTheWay = inState('waiting', 'uploading');
  return {
    total: files.length,
    done: inState('done').length,
    running: siteKnown ? [...inState('checking'), ...onTheWay] : inState('checking'),
    waitingForSite: siteKnown ? [] : onTheWay,
    failed: inState('failed'),
    share: files.length === 0 ? 0 : files.reduce((sum, { progress }) => sum + progress, 0) / files.length,
  };
}

function photosOf(uploads: readonly Upload[]): Upload[] {
  return uploads.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
}

/** The files of the task, and what can be done with them. Removing can be taken back for ten seconds. */
export function useTaskFiles(queue: UploadQueue, siteId: number | null) {
  const uploads = useStore(queue.uploads);
  useEffect(() => queue.setSite(siteId), [queue, siteId]);

  const photos = photosOf(uploads);
  const pdfs = uploads.filter(({ kind, state }) => kind === 'pdf' && state !== 'refused');
  /** The one chosen last. */
  const pdf = pdfs.at(-1) ?? null;
  const summary = summarise(uploads, siteId !== null);
  useUploadNews(queue, siteId !== null, summary);

  // the old report stays until the new one turned out to be a PDF
  const replaced =
    pdf?.state === 'checking'
      ? ''
      : pdfs
          .slice(0, -1)
          .map(({ id }) => id)
          .join(' ');
  useEffect(() => {
    if (replaced !== '') for (const id of replaced.split(' ')) queue.remove(id);
  }, [queue, replaced]);

  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const putAt = (id: string, place: number) => {
    const others = queue.uploads.get().filter((one) => one.id !== id);
    queue.reorder(others.map((one) => one.id).toSpliced(place, 0, id));
  };

  return {
    uploads,
    photos,
    pdf,
    summary,
    stored: { photos: photos.flatMap(({ url }) => (url ? [url] : [])), pdf: pdf?.url ?? '' } satisfies TaskFiles,
    /** Photos and a PDF report, told apart by what they are. */
    add: (files: readonly File[]) => {
      if (files.length === 0) return notify.error('No file provided');
      const reports = files.filter((file) => file.type === 'application/pdf' || /\.pdf$/iu.test(file.name));
      const pictures = files.filter((file) => !reports.includes(file));
      const room = taskLimits.photos - photosOf(queue.uploads.get()).length;
      if (pictures.length > room)
        notify.error(`A task takes ${taskLimits.photos} photos: ${pictures.length - room} left out.`);
      if (reports.length > 1) notify.error(`A task takes one PDF report: ${reports.length - 1} left out.`);
      queue.add(pictures.slice(0, Math.max(0, room)), 'photo');
      return queue.add(reports.slice(0, 1), 'pdf');
    },
    /** Whatever was chosen as the PDF report; the check says so if it is none. */
    addPdf: ([file]: readonly File[]) => (file ? queue.add([file], 'pdf') : notify.error('No file provided')),
    retry: (id: string) => queue.retry(id),
    dismiss: (id: string) => queue.remove(id),
    remove: ({ id, name, kind }: Upload) => {
      const place = queue.uploads.get().findIndex((one) => one.id === id);
      const kept = queue.stored(id);
      queue.remove(id);
      const content = kept?.original ?? kept?.prepared?.content;
      if (!content) return;
      notify.undo(`${name} removed.`, () => {
        if (left.current) return;
        queue.add([new File([content], name, { type: content.type })], kind);
        const added = queue.uploads.get().at(-1);
        if (added) putAt(added.id, place);
      });
    },
    /** Makes it the photo at that place, from 1. */
    move: (id: string, place: number) => {
      const ids = photosOf(queue.uploads.get()).map((one) => one.id);
      const sorted = ids.filter((one) => one !== id).toSpliced(place - 1, 0, id);
      const others = queue.uploads.get().flatMap((one) => (ids.includes(one.id) ? [] : [one.id]));
      queue.reorder([...sorted, ...others]);
    },
  };
}

/** Tells how a group of uploads ended, once for all of them, and counts them in the tab's title while they run. */
function useUploadNews(queue: UploadQueue, siteKnown: boolean, { total, done, running }: UploadSummary): void {
  useEffect(() => {
    /** How those ended that nobody was told of yet, by id. */
    const ended = new Map<string, Upload['state']>();
    return queue.listen(({ kind, id }) => {
      const uploads = queue.uploads.get();
      const upload = uploads.find((one) => one.id === id);
      if (upload && (kind === 'done' || kind === 'failed')) ended.set(id, uploadState(upload));
      else ended.delete(id);
      if (summarise(uploads, true).running.length > 0) return;
      const news = [...ended.values()];
      ended.clear();
      if (news.includes('done')) notify.success('File uploaded successfully!');
      if (news.includes('failed')) notify.error('File upload failed. Please try again.');
    });
  }, [queue]);

  const uploading = running.length > 0 && siteKnown;
  useEffect(() => {
    if (!uploading) return undefined;
    const before = document.title;
    document.title = `(${done}/${total}) Uploading`;
    return () => {
      document.title = before;
    };
  }, [uploading, done, total]);

  useEffect(() => (uploading ? stayAwake() : undefined), [uploading]);
}

/** Keeps the screen of a phone on: many stop the network with it. The answer lets it go. */
function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((held) => held?.release());
}
