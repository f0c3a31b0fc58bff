import { keySentence, keyValues } from './change-log-keys.ts';
import { postGroups, postSentences } from './change-log-posts.ts';
import { siteSentences, siteValues } from './change-log-site.ts';
import { taskGroups, taskSentences } from './change-log-tasks.ts';
import type { Change, ChangedGroup, KeyLabel, SiteName } from '../../records/change-log/change-log.ts';
import { counted } from '../../records/counted.ts';

const maxSentences = 4;

/** One to five sentences, without full stops. */
export function changeSentences(change: Change, labelOf: KeyLabel): [string, ...string[]] {
  const [first = 'Changed', ...others] = allSentences(change, labelOf);
  if (others.length < maxSentences) return [first, ...others];
  return [
    first,
    ...others.slice(0, maxSentences - 1),
    `and ${counted(others.length - maxSentences + 1, 'more change')}`,
  ];
}

/** Grouped values before and after, and what was left out, such as `99 more tasks`. */
export function changeGroups(
  change: Change,
  siteName: SiteName = () => undefined,
): { groups: ChangedGroup[]; more: string | null } {
  const ofRecord = change.table_name === 'main' ? keyValues(change, siteName) : siteValues(change);
  const posts = change.table_name === 'carpost';
  const { groups, more } = posts ? postGroups(change) : taskGroups(change);
  return {
    groups: [{ title: null, values: ofRecord }, ...groups].filter(({ values }) => values.length > 0),
    more: more > 0 ? counted(more, posts ? 'more count' : 'more task') : null,
  };
}

function allSentences(change: Change, labelOf: KeyLabel): string[] {
  if (change.table_name === 'main') return [keySentence(change, labelOf)];
  if (change.table_name === 'carpost') return postSentences(change);
  const tasks = change.operation === 'UPDATE' ? taskSentences(change) : [];
  return [...siteSentences(change), ...tasks];
}
