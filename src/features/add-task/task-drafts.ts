import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { draftNamePrefixes } from '../../lib/device/draft-names.ts';
import { draftsVersion, listDrafts, storeDraft, removeDraft, type OtherDraft } from '../../lib/device/drafts.ts';
import { message, t } from '../../lib/language/translate.ts';
import { getMessages, notify, withdrawToasts, type ToastGroup } from '../../lib/notify.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { newTaskSchema } from '../../records/task/task.ts';
import { readTask, typedTaskSchema, visitText } from '../../records/task/typed-task.ts';
import type { VisitTime } from '../../records/task/visit.ts';
import { listedFileSchema } from '../../records/upload/files-draft.ts';
import { refusals, updateStates, type TaskForm } from './task-form.ts';

// The drafts of new tasks on this device (`decisions §8`): an unfinished one per site, and finished visits, which wait to be saved.

const prefix = draftNamePrefixes.newTask;

/** A name for the draft of a new task. */
export function newTaskName(): string {
  return `${prefix}${crypto.randomUUID()}`;
}

/** The name of the draft of a task. @param id as in a URL */
export function taskName(id: string): string {
  return prefix + id;
}

/** The id of a task draft, as in a URL. @param name of the draft */
export function taskIdOf(name: string): string {
  return name.slice(prefix.length);
}

export const taskDraftSchema = v.looseObject({
  siteId: v.nullable(v.number()),
  siteName: v.nullable(v.string()),
  ...typedTaskSchema.entries,
  kindChosen: v.boolean(),
  added: v.boolean(),
  update: v.picklist(updateStates),
  refusal: v.optional(v.picklist(refusals)),
  finishedAt: v.nullable(v.number()),
  /** How many files this device had no room for; 0 when the person has decided to go without them. */
  lost: v.number(),
  attempt: v.nullable(v.object({ id: v.string(), siteId: v.number(), sent: v.array(newTaskSchema) })),
  begun: v.optional(v.object({ about: v.string(), text: v.string() })),
  failed: v.optional(v.array(v.object({ check: v.string(), text: v.string() }))),
  files: v.array(listedFileSchema),
});

export interface DraftTask {
  name: string;
  /** Milliseconds since 1970. */
  savedAt: number;
  form: TaskForm;
  photos: number;
  hasPdf: boolean;
}

/** The form of a stored draft. Its fields are open again where it is not complete, as with a date that is wrong by now. */
export function draftForm(draft: v.InferOutput<typeof taskDraftSchema>): TaskForm {
  const { files: _, ...form } = draft;
  const isWhole = form.added && readTask(form, new Date()).problems === null;
  return { ...form, added: isWhole, update: isWhole ? form.update : 'none' };
}

/** Finished visits first, in the order of finishing; then unfinished tasks, the last one typed first. */
export function listTaskDrafts(): DraftTask[] {
  const tasks = listDrafts(prefix, taskDraftSchema).map(({ name, savedAt, value }) => ({
    name,
    savedAt,
    form: draftForm(value),
    photos: value.files.filter(({ kind }) => kind === 'photo').length,
    hasPdf: value.files.some(({ kind }) => kind === 'pdf'),
  }));
  const finished = tasks.filter(isFinished).toSorted((a, b) => (a.form.finishedAt ?? 0) - (b.form.finishedAt ?? 0));
  const unfinished = tasks.filter((task) => !isFinished(task)).toSorted((a, b) => b.savedAt - a.savedAt);
  return [...finished, ...unfinished];
}

export function isFinished({ form }: DraftTask): boolean {
  return form.update !== 'none';
}

export function useTaskDrafts(): DraftTask[] {
  useStore(draftsVersion);
  return listTaskDrafts();
}

/** The draft of the finished visit that this tab is sending; null when it sends none. */
export const visitBeingSaved = createStore<string | null>(null);

/** The draft that the form of this tab shows; null while it shows none. */
export const visitInForm = createStore<string | null>(null);

interface SummedVisit extends VisitTime {
  title: string;
  answers: readonly number[];
}

/** `Selasih Park, 17 March 2026 at 10:05, Repair, 2 photos`: two visits of one minute differ by their titles or photos. */
export function visitSummary(site: string | null, visit: SummedVisit, photos: number): string {
  const { length: count } = visit.answers;
  const summary = summaryWithoutFaults(site, visit, photos);
  return count === 0
    ? summary
    : t('{summary}, {count, plural, one {answers # fault} other {answers # faults}}', { summary, count });
}

function summaryWithoutFaults(site: string | null, visit: SummedVisit, photos: number): string {
  const title = visit.title.trim();
  const words = { site: site ?? t('No site chosen'), moment: visitText(visit), photos };
  return title
    ? t('{site}, {moment}, {title}, {photos, plural, =0 {no photos} one {# photo} other {# photos}}', {
        ...words,
        title,
      })
    : t('{site}, {moment}, no title, {photos, plural, =0 {no photos} one {# photo} other {# photos}}', words);
}

/** The title of an ended key's draft: of a finished visit, the summary of that visit. @param siteName by id, as the server has it */
export function endedKeyDraftTitle(
  { name, title, value }: OtherDraft,
  siteName: (id: number | null) => string | undefined,
): string {
  const draft = name.startsWith(prefix) ? v.safeParse(taskDraftSchema, value) : null;
  if (!draft?.success) return title;
  const form = draftForm(draft.output);
  if (form.update === 'none') return title;
  return visitSummary(
    siteName(form.siteId) ?? form.siteName,
    form,
    draft.output.files.filter(({ kind }) => kind === 'photo').length,
  );
}

// Visits that were saved without a press. Each is named until somebody closes its message (`decisions §8`), because the phone may
// have been in a pocket.

const savedPrefix = 'saved-visit/';
/** Path and query of the visit in the portal: what starts with `//` would be a URL of another host. */
const pathSchema = v.pipe(v.string(), v.regex(/^\/(?![/\\])/u));
/** What its message says, in the language in which it is read. */
const savedVisitSchema = v.object({
  site: v.string(),
  visit: v.object({ date: v.string(), clock: v.string(), title: v.string(), answers: v.array(v.number()) }),
  photos: v.number(),
  to: pathSchema,
});
type SavedVisit = v.InferOutput<typeof savedVisitSchema>;
/** As an earlier release stored it, in the language of the moment. */
const saidVisitSchema = v.object({ text: v.string(), to: pathSchema });

const savedText = (saved: SavedVisit | v.InferOutput<typeof saidVisitSchema>) =>
  'text' in saved ? saved.text : t('{visit}: saved.', { visit: visitSummary(saved.site, saved.visit, saved.photos) });

/** Stores that a visit was saved, for its message. */
export function noteSavedVisit(id: string, saved: SavedVisit): void {
  storeDraft(savedPrefix + id, null, saved);
}

const savedVisits: ToastGroup = {
  title: (count) => t('{count, plural, one {# visit} other {# visits}} saved', { count }),
};

/** Shows a message for each saved visit, until somebody closes it, here or in another tab. */
export function useSavedVisitMessages(): void {
  const navigate = useNavigate();
  useStore(draftsVersion);
  const saved = listDrafts(savedPrefix, v.union([savedVisitSchema, saidVisitSchema]));
  const names = saved.map(({ name }) => name);
  useWhen(names.join(' '), () => {
    withdrawToasts((about) => about.startsWith(savedPrefix) && !names.includes(about));
    const { toasts } = getMessages();
    for (const { name, value } of saved) {
      const { to } = value;
      const text = savedText(value);
      // in another language it replaces the earlier one
      if (toasts.some((shown) => shown.about === name && shown.text === text)) continue;
      notify.success(
        text,
        { label: message('See it'), to, run: () => void navigate(to) },
        { about: name, group: savedVisits, onClose: () => void removeDraft(name) },
      );
    }
  });
}
