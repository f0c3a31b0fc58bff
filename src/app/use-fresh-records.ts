import { focusManager, type Query } from '@tanstack/react-query';
import { useState } from 'react';
import { useNewDay } from '../components/use-today.ts';
import { savesData } from '../lib/offline/offline-shell.ts';
import { queryClient } from '../lib/query-client.ts';
import { onReturn } from '../lib/screen/on-return.ts';
import { useLater } from '../lib/screen/timing.ts';

/** How often a page that is seen asks again for what it shows (`decisions §12`). */
export const askEveryMs = 5 * 60_000;

// by itself the library does not notice a window that was seen all the time, or a computer that wakes up
focusManager.setEventListener((returned) => onReturn(() => returned()));

const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({
  ...defaults,
  queries: { ...defaults.queries, refetchOnWindowFocus: mayAskAgain },
});

/**
 * Asks again for the records on the screen, so that an open page follows the server (`decisions §12`): every five minutes while it is
 * seen and at the change of the day, but never where data is saved. The library asks when somebody returns to the page.
 *
 * A request is no use of a session: the server counts only `whoami`, which the page calls while somebody uses it, and for an hour at
 * most while something has no answer. So a session that nobody uses ends after its idle time. The next request is refused, and the login is shown.
 */
export function useFreshRecords(): void {
  const [round, setRound] = useState(0);
  useLater(
    askEveryMs,
    () => {
      askAgain();
      setRound(round + 1);
    },
    round,
  );
  useNewDay(askAgain);
}

/** Whether what is shown may be asked again: a list of several pages costs too much, and would move under the reader. */
function mayAskAgain({ state: { data } }: Pick<Query, 'state'>): boolean {
  const pages: unknown = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return !Array.isArray(pages) || pages.length <= 1;
}

function askAgain(): void {
  if (document.hidden || savesData()) return;
  void queryClient.refetchQueries(
    {
      type: 'active',
      // what did not come at all has its own way to be asked again
      predicate: (query) => query.state.data !== undefined && !query.meta?.still && mayAskAgain(query),
    },
    // requests that are already running are not restarted
    { cancelRefetch: false },
  );
}
