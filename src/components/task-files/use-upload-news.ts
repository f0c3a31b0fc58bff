import { useEffect, useState } from 'react';
import type { Upload } from '../../records/upload/upload.ts';
import type { UploadQueue } from '../../records/upload/upload-queue.ts';
import { summarise, uploadState, type UploadSummary } from '../../records/upload/upload-summary.ts';

/**
 * True when the last group of files that went up has arrived whole, until something else happens to a file. While files
 * go up they are counted in the tab's title, and the screen of a phone stays on.
 */
export function useUploadNews(
  queue: UploadQueue,
  siteKnown: boolean,
  { total, done, running }: UploadSummary,
): boolean {
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    /** How those ended that nobody was told of yet, by id. */
    const ended = new Map<string, Upload['state']>();
    return queue.listen(({ kind, id }) => {
      const uploads = queue.uploads.get();
      const upload = uploads.find((one) => one.id === id);
      if (upload && (kind === 'done' || kind === 'failed')) ended.set(id, uploadState(upload));
      else ended.delete(id);
      if (summarise(uploads, true).running.length > 0) return setArrived(false);
      const news = [...ended.values()];
      ended.clear();
      return setArrived(news.length > 0 && news.every((state) => state === 'done'));
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
  return arrived;
}

/** Keeps the screen of a phone on: many stop the network with it. The answer lets it go. */
function stayAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => {};
  const lock = navigator.wakeLock.request('screen').catch(() => null);
  return () => void lock.then((held) => held?.release());
}
