import {
  checkIssueType,
  checkPostName,
  type CarPosts,
  type FailureEntry,
} from '../../../src/records/failure/failure-record.ts';
import { quoted, type Report } from '../../../src/records/import/import-plan.ts';
import { readLine, readWhole, unwrapped } from '../../../src/records/import/read-visit.ts';

/** The database's limits. */
const maxFailures = 999_999;
const years = { first: 2020, last: 2030 };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The car posts of a site (`spec §3` *Car post record*), or null; unusable entries are reported and left out. */
export function readPosts(json: unknown, report: Report): CarPosts | null {
  const stored = unwrapped(json);
  if (stored === null) return null;
  if (!isRecord(stored)) {
    report('Its failure counts are not an object of car posts.', 'Left out.');
    return null;
  }
  const posts = new Map<string, FailureEntry[]>();
  for (const [written, list] of Object.entries(stored)) {
    const name = readLine(written, `The name of post ${quoted(written)}`, report);
    const wrong = checkPostName(name, posts.keys());
    const of = `post ${quoted(name)}`;
    if (wrong !== null) report(`The name of ${of} cannot be kept. ${wrong}`, 'The post is left out.');
    else if (!Array.isArray(list)) report(`The ${of} is not a list of failures.`, 'The post is left out.');
    else
      posts.set(
        name,
        list.flatMap((entry, index) => readFailureEntry(entry, `${of}, entry ${index + 1}`, report)),
      );
  }
  return posts;
}

function readFailureEntry(entry: unknown, of: string, report: Report): FailureEntry[] {
  const refuse = (why: string) => {
    report(`In ${of}, ${why}.`, 'The entry is left out.');
    return [];
  };
  if (!isRecord(entry)) return refuse('there is no entry');
  const type = readLine(entry['type'], `The failure type of ${of}`, report);
  if (checkIssueType(type) !== null) return refuse('the failure type cannot be kept');
  const year = readWhole(entry['year']);
  if (year === null || year < years.first || year > years.last)
    return refuse(`the year ${quoted(entry['year'])} is not from ${years.first} to ${years.last}`);
  const entrance = importedCount(entry['entrance']);
  const exit = importedCount(entry['exit']);
  if (entrance === null || exit === null)
    return refuse(`the count ${quoted(entrance === null ? entry['entrance'] : entry['exit'])} is not a whole number`);
  return [{ type, entrance, exit, year }];
}

/** The count in an export: an empty one is 0 (`spec §5`); null when it is no count. */
function importedCount(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return 0;
  const count = readWhole(value);
  return count !== null && count <= maxFailures ? count : null;
}
