import { useEffect, useRef, useState } from 'react';
import type { Upload, UploadQueue } from './upload-queue.ts';
import { DraftFiles } from './draft-files.ts';
import { removeTaskDraft, saveTaskDraft } from './task-draft.ts';
import { isEmpty, type TaskForm } from './task-form.ts';

/** Milliseconds from a key press until it is kept. */
const pause = 300;

/**
 * Keeps the form and its files on this device as they change. Where another tab owns the draft nothing is kept.
 * `end` forgets the draft for good: the task is saved, or thrown away.
 */
export function useDraftKeeping(form: TaskForm, uploads: readonly Upload[], queue: UploadQueue, owned: boolean) {
  const [wordsKept, setWordsKept] = useState(true);
  const [filesKept, setFilesKept] = useState(true);
  const [files] = useState(() => new DraftFiles());
  const ended = useRef(!owned);
  const keepNow = useRef(() => {});

  useEffect(() => {
    const keep = () => {
      if (!ended.current) void files.keep(queue.stored()).then(setFilesKept);
    };
    keep();
    return queue.subscribe(keep);
  }, [files, queue]);

  const ids = uploads.flatMap(({ id, state }) => (state === 'refused' ? [] : [id])).join(' ');
  useEffect(() => {
    let written = false;
    keepNow.current = () => {
      if (ended.current || written) return;
      written = true;
      if (isEmpty(form) && ids === '') void removeTaskDraft([]);
      else void saveTaskDraft(form, ids === '' ? [] : ids.split(' ')).then(setWordsKept);
    };
    const timer = setTimeout(() => keepNow.current(), pause);
    return () => clearTimeout(timer);
  }, [form, ids]);

  // what was typed in the last moment before the page goes
  useEffect(() => {
    const flush = () => keepNow.current();
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    kept: wordsKept && filesKept,
    end: () => {
      ended.current = true;
      return removeTaskDraft(queue.stored().map(({ id }) => id));
    },
  };
}
