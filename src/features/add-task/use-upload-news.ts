import { useEffect, useRef } from 'react';
import type { Upload } from './upload-queue.ts';
import { notify } from '../../lib/notify.ts';
import { stateOf, type UploadSummary } from './upload-summary.ts';

/** Tells how a group of uploads ended, once for all of them, and counts them in the tab's title while they run. */
export function useUploadNews(uploads: readonly Upload[], siteKnown: boolean, summary: UploadSummary): void {
  const { total, done, running } = summary;
  const isRunning = running.length > 0;
  // those that ended before this group began: a restored draft has some from the start
  const told = useRef<ReadonlyMap<string, string>>(new Map(uploads.map((one) => [one.id, stateOf(one)])));

  useEffect(() => {
    if (isRunning) return;
    const before = told.current;
    const news = uploads.filter((one) => before.get(one.id) !== stateOf(one)).map((one) => stateOf(one));
    told.current = new Map(uploads.map((one) => [one.id, stateOf(one)]));
    if (news.includes('done')) notify.success('File uploaded successfully!');
    if (news.includes('failed')) notify.error('File upload failed. Please try again.');
  }, [isRunning, uploads]);

  // a failed file that is tried again may fail again, which is news
  const runningIds = running.map(({ id }) => id).join();
  useEffect(() => {
    told.current = new Map([...told.current].filter(([id]) => !runningIds.includes(id)));
  }, [runningIds]);

  const uploading = isRunning && siteKnown;
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
