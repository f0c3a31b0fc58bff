import * as v from 'valibot';
import { message, said, t, type Message } from '../../lib/language/translate.ts';
import type { Change, ChangedGroup, KeyLabel, SiteName, ChangedValue } from '../../records/change-log/change-log.ts';
import { listedWords, plainList } from '../../records/counted.ts';
import { answeredNumbers, statedAnswers } from '../../records/fault/answers.ts';
import { statedCloses, statedFollow } from '../../records/task/follow-ups.ts';
import {
  byTextMember,
  byTimeMember,
  listMemberNames,
  memberFacts,
  textMemberNames,
  timeMemberNames,
  statedText,
} from '../../records/task/optional-members.ts';
import { storedTaskSchema, type StoredTask } from '../../records/task/task.ts';
import { visitKindLabel } from '../../records/task/visit.ts';
import { momentText, monthOfYear } from '../../records/time.ts';
import { contactSentence, contactValues, noteSentence, noteValues } from './change-log-contacts.ts';
import { documentSentences, documentValues } from './change-log-documents.ts';
import { faultSentence, faultValues, stickerSentence } from './change-log-faults.ts';
import { pdfWords, photosInWords, photoWords, type WordsChange } from './change-log-files.ts';
import { carriedOutText, followUpText, officeFollowUpSentence } from './change-log-follow-ups.ts';
import { linkSentence, linkValues } from './change-log-links.ts';
import { postGroups, postSentences } from './change-log-posts.ts';
import { siteSentences, siteValues, inSentence, numberRuns } from './change-log-site.ts';
import { changedValues, momentOf, textOf } from './changed-values.ts';

/** How many sentences may follow the first one, with the one that says how many more there are. */
const maxFollowing = 4;

/** One to five sentences that say what a change did, without full stops. If there were more than five, the fifth says how many are left out. */
export function changeSentences(change: Change, labelOf: KeyLabel): [string, ...string[]] {
  const [first = t('Changed'), ...others] = allSentences(change, labelOf);
  if (others.length <= maxFollowing) return [first, ...others];
  return [
    first,
    ...others.slice(0, maxFollowing - 1),
    t('and {count, plural, one {# more change} other {# more changes}}', { count: others.length - maxFollowing + 1 }),
  ];
}

/** The values before and after a change, in groups, and a text about what was left out, such as `99 more visits`; null if nothing was. */
export function changeGroups(
  change: Change,
  siteName: SiteName = () => undefined,
): { groups: ChangedGroup[]; more: string | null } {
  const values = recordValues(change, siteName);
  const isOfPosts = change.table_name === 'carpost';
  const { groups, more } = isOfPosts ? postGroups(change) : taskGroups(change);
  return {
    groups: [{ title: null, values }, ...groups].filter((group) => group.values.length > 0),
    more: more > 0 ? moreText(more, isOfPosts) : null,
  };
}

/** The values of a change, apart from those of tasks and car posts, which `taskGroups` and `postGroups` give. */
function recordValues(change: Change, siteName: SiteName): ChangedValue[] {
  if (change.table_name === 'main') return keyValues(change, siteName);
  if (change.table_name === 'share_links') return linkValues(change);
  if (change.table_name === 'site_documents') return documentValues(change);
  if (change.table_name === 'site_contacts') return contactValues(change);
  if (change.table_name === 'site_notes') return noteValues(change);
  return change.table_name === 'faults' || change.table_name === 'stickers'
    ? faultValues(change, siteName)
    : siteValues(change);
}

function moreText(count: number, isOfPosts: boolean): string {
  return isOfPosts
    ? t('{count, plural, one {# more count} other {# more counts}}', { count })
    : t('{count, plural, one {# more visit} other {# more visits}}', { count });
}

function allSentences(change: Change, labelOf: KeyLabel): string[] {
  if (change.table_name === 'main') return [keySentence(change, labelOf)];
  if (change.table_name === 'carpost') return postSentences(change);
  if (change.table_name === 'faults') return [faultSentence(change)];
  if (change.table_name === 'stickers') return [stickerSentence(change)];
  if (change.table_name === 'share_links') return [linkSentence(change)];
  if (change.table_name === 'site_documents') return documentSentences(change);
  if (change.table_name === 'site_contacts') return [contactSentence(change)];
  if (change.table_name === 'site_notes') return [noteSentence(change)];
  const tasks = change.operation === 'UPDATE' ? taskSentences(change) : [];
  return [...siteSentences(change), ...tasks];
}

// Changes of keys

/** A sentence that says what happened to a key, such as `Key “Front desk” revoked`. */
function keySentence(change: Change, labelOf: KeyLabel): string {
  const { before, after } = change;
  const label = textOf(after?.['label']) ?? labelOf(change.row_id);
  const key = label ? t('Key “{label}”', { label: inSentence(label) }) : t('Key {id}', { id: change.row_id });
  if (change.operation === 'INSERT') return withReplaced(issuedSentence(key, change), change, labelOf);
  if (textOf(after?.['revoked_at'])) return t('{key} revoked', { key });
  const end = endSentence(key, change);
  if (end !== null) return end;
  if (after && 'site_ids' in after)
    return t('{key} now opens {sites}', { key, sites: keySitesText(after['site_ids']) });
  const oldLabel = textOf(before?.['label']);
  return label && oldLabel
    ? t('{key} was labelled “{label}” before', { key, label: inSentence(oldLabel) })
    : t('{key} changed', { key });
}

/**
 * A sentence about the end of a key, which an admin has set or a rotation has changed. Null if the end and its reason are unchanged.
 * `end_reason` says why a key ends if no admin said so: `rotated` after its time of grace; `inherited` because an earlier release gave it
 * the end of the key that it replaced. `end_set_at` changes only when an admin changes the end.
 */
function endSentence(key: string, { before, after, access_id: changerId, at }: Change): string | null {
  if (!after || !('expires_at' in after || 'end_reason' in after)) return null;
  const isEndChanged = 'expires_at' in after;
  const end = textOf(after['expires_at']);
  if (before?.['end_reason'] === 'inherited' && after['end_reason'] === null) {
    if (!isEndChanged) return t('{key}: an admin confirmed its end, that of the key that it replaced', { key });
    return end
      ? t('{key} now ends on {time}, not with the key that it replaced', { key, time: momentText(end) })
      : t('{key} has no end any more: it had that of the key that it replaced', { key });
  }
  if (!isEndChanged) return t('{key} rotated: the old one ends when it would have', { key });
  // a change without an access key was made in SQL, by the product's owner
  if (changerId === null || 'end_set_at' in after)
    return end
      ? t('{key} now ends on {time}', { key, time: momentText(end) })
      : t('{key} no longer has an end date', { key });
  return end && Date.parse(end) > Date.parse(at)
    ? t('{key} rotated: the old one works until {time}', { key, time: momentText(end) })
    : t('{key} rotated: the old one ended at once', { key });
}

/** The values of a key before and after. The log never contains the key itself. */
function keyValues(change: Change, siteName: SiteName): ChangedValue[] {
  const { before, after } = change;
  const isTechnician = after?.['role'] === 'technician' || 'site_ids' in { ...before };
  return changedValues(change, {
    label: [t('Label'), textOf],
    role: [t('Opens'), roleWords],
    site_id: [t('Site'), (id) => (typeof id === 'number' ? siteWords(id, change) : null)],
    ...(isTechnician && { site_ids: [t('Sites'), (ids) => siteNames(ids, siteName)] }),
    created_at: [t('Issued'), momentOf],
    expires_at: [t('Ends'), momentOf],
    revoked_at: [t('Revoked'), momentOf],
  });
}

/** Adds the key that a new key succeeds. A rotation does not need it, because the log has another line for the old key. */
function withReplaced(sentence: string, { after }: Change, labelOf: KeyLabel): string {
  const id = after?.['successor_of'];
  if (typeof id !== 'number') return sentence;
  const label = labelOf(id);
  return label
    ? t('{sentence}, as the successor of “{label}”', { sentence, label: inSentence(label) })
    : t('{sentence}, as the successor of key {id}', { sentence, id });
}

function issuedSentence(key: string, { after, site_name: site }: Change): string {
  if (after?.['role'] === 'technician')
    return t('{key} issued for a technician ({sites})', { key, sites: keySitesText(after['site_ids']) });
  if (after?.['role'] === 'admin') return t('{key} issued for an admin', { key });
  return site === null ? t('{key} issued for no site', { key }) : t('{key} issued for {site}', { key, site });
}

const roles: Partial<Record<string, Message>> = {
  admin: message('Everything (admin)'),
  technician: message('The sites of a technician'),
  user: message('One site'),
};

function roleWords(role: unknown): string | null {
  const words = typeof role === 'string' ? roles[role] : undefined;
  return words === undefined ? null : said(words);
}

/** The number of sites that a key opens; a key without a list of sites opens all. */
function keySitesText(ids: unknown): string {
  return Array.isArray(ids)
    ? t('{count, plural, one {# site} other {# sites}}', { count: ids.length })
    : t('all sites');
}

function siteNames(ids: unknown, siteName: SiteName): string | null {
  if (ids === undefined) return null;
  if (!Array.isArray(ids)) return t('All sites');
  return listedWords(ids.map((id) => siteName(Number(id)) ?? t('Site {id}', { id: String(id) })));
}

function siteWords(id: number, { site_id: siteId, site_name: name }: Change): string {
  return id === siteId && name !== null ? name : t('Site {id}', { id });
}

// Changes of tasks

const tasksSchema = v.fallback(v.nullable(v.array(storedTaskSchema)), null);

/** A task before and after the change; null if it did not exist. */
interface TaskChange {
  id: number;
  before: StoredTask | null;
  after: StoredTask | null;
}

/** Up to this number, each task that changed in the same way has its own sentence; more tasks share one sentence. */
const maxTaskSentences = 3;
/** How many tasks are shown with their values, because a new site may have thousands of tasks. */
const maxShownTasks = 20;

const taskChangeKinds = ['added', 'hidden', 'shown', 'removed', 'changed'] as const;
type TaskChangeKind = (typeof taskChangeKinds)[number];

/** Sentences that say what happened to the tasks, such as `Visit 17 hidden: Monthly preventive maintenance`. */
function taskSentences(change: Change): string[] {
  if (!touchesTasks(change)) return [];
  const changes = taskChanges(change);
  if (!changes) return [t('Visits changed')];
  return taskChangeKinds.flatMap((kind) => {
    const ofKind = changes.filter((task) => kindOf(task) === kind);
    if (ofKind.length <= maxTaskSentences)
      return ofKind.map((task) => movedSentence(change, task) ?? taskSentence(task, kind));
    const numbers = numberRuns(ofKind.map(({ id }) => id));
    return [
      t(
        '{count, plural, one {# visit} other {# visits}} {kind, select, added {added} hidden {hidden} shown {shown again} removed {removed} other {changed}}: {numbers}',
        { count: ofKind.length, kind, numbers },
      ),
    ];
  });
}

/** The changed tasks with their values, and how many were left out. */
function taskGroups(change: Change): { groups: ChangedGroup[]; more: number } {
  const changes = (touchesTasks(change) && taskChanges(change)) || [];
  return {
    groups: changes.slice(0, maxShownTasks).map((task) => ({
      title: titled(t('Visit {id}', { id: task.id }), task),
      values: taskParts(task).map(({ name: _name, noun: _noun, ...value }) => value),
    })),
    more: Math.max(0, changes.length - maxShownTasks),
  };
}

/** Whether the change has tasks (`tasks2024` is their column). */
function touchesTasks({ before, after }: Change): boolean {
  return 'tasks2024' in { ...before, ...after };
}

/** The changed tasks in the order of their ids; null if the stored tasks cannot be read. */
function taskChanges({ before, after }: Change): TaskChange[] | null {
  const oldTasks = v.parse(tasksSchema, before?.['tasks2024'] ?? []);
  const newTasks = v.parse(tasksSchema, after?.['tasks2024'] ?? []);
  if (!oldTasks || !newTasks) return null;
  const changes = new Map<number, TaskChange>(
    oldTasks.map((task) => [task.id, { id: task.id, before: task, after: null }]),
  );
  for (const task of newTasks)
    changes.set(task.id, { id: task.id, before: changes.get(task.id)?.before ?? null, after: task });
  return [...changes.values()].toSorted((a, b) => a.id - b.id);
}

function kindOf({ before, after }: TaskChange): TaskChangeKind {
  if (!before) return 'added';
  if (!after) return 'removed';
  if (before.showing === after.showing) return 'changed';
  return after.showing === 'True' ? 'shown' : 'hidden';
}

/** The sentence for a visit that was moved to another site, in the log of either site; null for any other change. */
function movedSentence({ move }: Change, task: TaskChange): string | null {
  if (!move) return null;
  const { id } = task;
  return titled(
    task.after?.showing === 'False'
      ? t('Visit {id} moved to {site}', { id, site: move.to })
      : t('Visit {id} moved here from {site}', { id, site: move.from }),
    task,
  );
}

function taskSentence(change: TaskChange, kind: TaskChangeKind): string {
  const { id } = change;
  if (kind === 'added' || kind === 'removed')
    return titled(t('Visit {id} {kind, select, added {added} other {removed}}', { id, kind }), change);
  const parts = taskParts(change).filter(({ name }) => name !== 'showing');
  if (kind !== 'changed') {
    const values = listedWords(parts.map(({ noun }) => noun));
    const words =
      parts.length > 0
        ? t('Visit {id} {kind, select, hidden {hidden} other {shown again}} and changed ({values})', {
            id,
            kind,
            values,
          })
        : t('Visit {id} {kind, select, hidden {hidden} other {shown again}}', { id, kind });
    return titled(words, change);
  }
  const [first, ...others] = parts;
  // only members changed that a later release knows
  if (!first) return titled(t('Visit {id} changed', { id }), change);
  const title = inSentence((change.after ?? change.before)?.title ?? '');
  const visit = title ? t('Visit {id} “{title}”', { id, title }) : t('Visit {id}', { id });
  const date = parts.find(({ name }) => name === 'time');
  // a new date usually changes the filed month too, so that is not mentioned
  if (date && parts.every(({ name }) => name === 'time' || name === 'period'))
    return t('{visit}: date moved from {before} to {after}', {
      visit,
      before: `${date.before}`,
      after: `${date.after}`,
    });
  if (first.name === 'kind' && others.length === 0)
    return first.after === null
      ? t('{visit}: kind “{kind}” removed', { visit, kind: `${first.before}` })
      : t('{visit}: kind is now “{kind}”', { visit, kind: first.after });
  const isFact = [...textMemberNames, ...timeMemberNames].some((member) => member === first.name);
  if (isFact && others.length === 0)
    return first.after === null
      ? t('{visit}: {noun} “{value}” removed', { visit, noun: first.noun, value: `${first.before}` })
      : t('{visit}: {noun} is now “{value}”', { visit, noun: first.noun, value: first.after });
  const followUpSentence =
    first.name === 'follow' && others.length === 0 ? officeFollowUpSentence(visit, change) : null;
  if (followUpSentence !== null) return followUpSentence;
  if (others.length === 0 && first.before !== null && first.after !== null) {
    const { before, after } = first;
    if (first.name === 'period') return t('{visit} moved from {before} to {after}', { visit, before, after });
    if (first.name === 'title')
      return t('Visit {id}: title changed from “{before}” to “{after}”', {
        id,
        before: inSentence(before),
        after: inSentence(after),
      });
  }
  return t('{visit}: {changes}', { visit, changes: partsInWords(parts) });
}

/** The words, followed by the title of the task. */
function titled(words: string, { before, after }: TaskChange): string {
  const title = inSentence((after ?? before)?.title ?? '');
  return title ? t('{sentence}: {title}', { sentence: words, title }) : words;
}

const partLabels = {
  title: { label: message('Title'), noun: message('title') },
  text: { label: message('Text'), noun: message('text') },
  period: { label: message('Month'), noun: message('month') },
  time: { label: message('Visit date'), noun: message('date') },
  kind: { label: message('Kind'), noun: message('kind') },
  ...memberFacts,
  photos: { label: message('Photos'), noun: message('photos') },
  pdf: { label: message('PDF'), noun: message('PDF') },
  showing: { label: message('Shown'), noun: message('showing') },
} as const;

interface TaskPart extends ChangedValue {
  name: keyof typeof partLabels;
  noun: string;
}

type FilesChange = Pick<ChangedValue, 'photos' | 'pdf'>;

/** The changed parts of a task; for an added or removed task, all parts. */
function taskParts({ before, after }: TaskChange): TaskPart[] {
  const [oldTexts, newTexts] = [partTexts(before), partTexts(after)];
  const part = (name: TaskPart['name'], words: WordsChange, files: FilesChange = {}): TaskPart[] => {
    const { label, noun } = partLabels[name];
    return words.before === words.after ? [] : [{ name, label: said(label), noun: said(noun), ...words, ...files }];
  };
  const textPart = (name: keyof typeof oldTexts) => part(name, { before: oldTexts[name], after: newTexts[name] });
  const photos = { before: before?.urls ?? [], after: after?.urls ?? [] };
  const pdf = { before: before?.pdf ?? '', after: after?.pdf ?? '' };
  return [
    ...textPart('title'),
    ...textPart('text'),
    ...textPart('period'),
    ...textPart('time'),
    ...textPart('kind'),
    ...[...textMemberNames, ...timeMemberNames, ...listMemberNames].flatMap((member) => textPart(member)),
    ...part('photos', photoWords(photos), { photos }),
    ...part('pdf', pdfWords(pdf), { pdf }),
    ...textPart('showing'),
  ];
}

/** The texts of a task's parts; null for an empty part, and for a task that does not exist. */
function partTexts(task: StoredTask | null): Record<Exclude<TaskPart['name'], 'photos' | 'pdf'>, string | null> {
  return {
    title: task?.title.trim() || null,
    text: task?.tasks.trim() || null,
    period: task && monthOfYear(task.month, task.year),
    time: task && momentOf(task.time),
    kind: visitKindLabel(task?.kind),
    ...byTextMember((member) => statedText(task?.[member]) || null),
    ...byTimeMember((member) => momentOf(task?.[member])),
    follow: statedFollow(task?.follow).map(followUpText).join('\n') || null,
    closes: statedCloses(task?.closes).map(carriedOutText).join('\n') || null,
    answers: answeredNumbers(statedAnswers(task?.answers)) || null,
    showing: task && t(task.showing === 'True' ? 'Yes' : 'No, hidden'),
  };
}

/** The changed parts in words, such as `title and text changed, 2 photos added, PDF replaced`. */
function partsInWords(parts: readonly TaskPart[]): string {
  const words: string[] = [];
  const values = parts.filter(({ photos, pdf }) => !photos && !pdf).map(({ noun }) => noun);
  if (values.length > 0) words.push(t('{values} changed', { values: listedWords(values) }));
  for (const { photos, pdf } of parts) {
    if (photos) words.push(photosInWords(photos));
    if (pdf) words.push(t(pdf.before === '' ? 'PDF added' : pdf.after === '' ? 'PDF removed' : 'PDF replaced'));
  }
  return plainList(words);
}
