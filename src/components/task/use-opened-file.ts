import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What is opened over a list of tasks: a photo of a task (counted from 0), or its PDF. */
export type OpenedFile = { kind: 'photo'; task: number; index: number } | { kind: 'pdf'; task: number };

interface Opener {
  opened: OpenedFile | null;
  /** The task that a link leads to, with nothing opened over it. */
  linked: number | null;
  /** The task itself, where it has a place of its own. */
  openTask: (task: number) => void;
  openPhoto: (task: number, index: number) => void;
  openPdf: (task: number) => void;
  /** Another photo of the same task. */
  showPhoto: (index: number) => void;
  close: () => void;
}

const keys = ['task', 'photo', 'pdf'];
// tells an entry that we pushed from one that a link led to
const pushed = { pushedByPortal: true };

/** The opened file lives in the address (`?task=17&photo=3`), so that it can be sent on and Back closes it. */
export function useOpenedFile(): Opener {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const address = new URLSearchParams(search);
  const opened = read(address);
  const linked = opened ? null : whole(address.get('task'));
  const task = opened?.task ?? 0;

  const go = useCallback(
    (next: Record<string, string>, options: { replace?: boolean; state?: unknown }) => {
      // the address of this moment: a list keeps its handlers while the filters change
      const params = new URLSearchParams(globalThis.location.search);
      for (const key of keys) params.delete(key);
      for (const [key, value] of Object.entries(next)) params.set(key, value);
      void navigate({ search: params.toString() }, { preventScrollReset: true, ...options });
    },
    [navigate],
  );

  const openTask = useCallback((id: number) => go({ task: `${id}` }, { state: pushed }), [go]);
  const openPhoto = useCallback(
    (id: number, index: number) => go({ task: `${id}`, photo: `${index + 1}` }, { state: pushed }),
    [go],
  );
  const openPdf = useCallback((id: number) => go({ task: `${id}`, pdf: '1' }, { state: pushed }), [go]);
  const showPhoto = useCallback(
    (index: number) => go({ task: `${task}`, photo: `${index + 1}` }, { replace: true, state }),
    [go, task, state],
  );
  const close = useCallback(() => {
    if (typeof state === 'object' && state !== null && 'pushedByPortal' in state) void navigate(-1);
    else go({}, { replace: true });
  }, [go, navigate, state]);

  return { opened, linked, openTask, openPhoto, openPdf, showPhoto, close };
}

function read(params: URLSearchParams): OpenedFile | null {
  const task = whole(params.get('task'));
  const photo = whole(params.get('photo'));
  if (task === null) return null;
  if (photo !== null) return { kind: 'photo', task, index: photo - 1 };
  return params.get('pdf') === '1' ? { kind: 'pdf', task } : null;
}

function whole(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/u.test(text) ? Number(text) : null;
}
