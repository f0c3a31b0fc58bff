import { focusManager, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { useNewDay } from '../components/use-today.ts';
import { savesData } from '../lib/offline/offline-shell.ts';
import { queryClient } from '../lib/query-client.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { useLater } from '../lib/screen/timing.ts';

/** How often (ms) a visible page refetches the records on its screen (`decisions §12`). */
export const askEveryMs = 5 * 60_000;

// by itself the library notices neither the return to a window that was always visible, nor a computer that wakes up
focusManager.setEventListener((returned) => onReturn(() => returned()));

const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  ...defaults,
  queries: { ...defaults.queries, refetchOnWindowFocus: mayRefetch },
});

/**
 * Refetches the records on the screen, so that an open page follows the changes on the server (`decisions §12`): every five minutes while
 * the page is visible, and when the day changes, but not with data saver on. When somebody returns to the page, the library refetches them.
 *
 * These requests do not prolong the session. The server counts nothing but `whoami` as a use of the session. The page calls it while
 * somebody uses the page, and, for an hour at most, while a request has no answer. So an unused session ends after its idle time: the next request is refused,
 * and the login is shown.
 */
export function useFreshRecords(): void {
  const [round, setRound] = useState(0);
  useLater(
    askEveryMs,
    () => {
      refetchShown();
      setRound(round + 1);
    },
    round,
  );
  useNewDay(refetchShown);
}

/** Whether a query may be refetched. A list of which several pages are loaded may not: it is large, and would move while it is read. */
function mayRefetch({ state: { data } }: Pick<Query, 'state'>): boolean {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= 1;
}

function refetchShown(): void {
  if (document.hidden || savesData()) return;
  void queryClient.refetchQueries(
    {
      type: 'active',
      // a query without any data is left out, because `SavedCopyNotice` or its own error message repeats it;
      // `still` marks a query whose data must not change while it is shown
      predicate: (query) => query.state.data !== undefined && !query.meta?.still && mayRefetch(query),
    },
    // requests that are already running are not restarted
    { cancelRefetch: false },
  );
}
