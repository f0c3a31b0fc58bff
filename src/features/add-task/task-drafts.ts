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

// The drafts of new tasks on this device (`decisions §8`): at most one unfinished draft for each site, and finished visits that wait to be saved.

const prefix = draftNamePrefixes.newTask;

/** A name for the draft of a new task. */
export function newTaskName(): string {
  return `${prefix}${crypto.randomUUID()}`;
}

/** The name of a task draft. @param id the id of the draft in a URL */
export function taskName(id: string): string {
  return prefix + id;
}

/** The id of a task draft in a URL. @param name the name of the draft */
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
  /** How many files this device had no room for; 0 after the person has decided to save the visit without them. */
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

/** The form of a stored draft. If a field is invalid, for example a date that is no longer allowed, the draft is unfinished again. */
export function draftForm(draft: v.InferOutput<typeof taskDraftSchema>): TaskForm {
  const { files: _, ...form } = draft;
  const isValid = form.added && readTask(form, new Date()).problems === null;
  return { ...form, added: isValid, update: isValid ? form.update : 'none' };
}

/** The task drafts of this device: first the finished visits in the order of finishing, then the unfinished tasks, the last changed first. */
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

/** Whether 'Update' was pressed, so that the visit is saved or waits. */
export function isFinished({ form }: DraftTask): boolean {
  return form.update !== 'none';
}

export function useTaskDrafts(): DraftTask[] {
  useStore(draftsVersion);
  return listTaskDrafts();
}

/** The name of the draft whose finished visit this tab is sending; null if it is sending none. */
export const visitBeingSaved = createStore<string | null>(null);

/** The name of the draft in the form of this tab; null while the form shows none. */
export const visitInForm = createStore<string | null>(null);

interface SummarizedVisit extends VisitTime {
  title: string;
  /** The numbers of the faults that the visit answers. */
  answers: readonly number[];
}

/** Such as `Selasih Park, 17 March 2026 at 10:05, Repair, 2 photos`. The title and photos tell visits of the same minute apart. */
export function visitSummary(site: string | null, visit: SummarizedVisit, photos: number): string {
  const { length: count } = visit.answers;
  const summary = summaryWithoutFaults(site, visit, photos);
  return count === 0
    ? summary
    : t('{summary}, {count, plural, one {answers # fault} other {answers # faults}}', { summary, count });
}

function summaryWithoutFaults(site: string | null, visit: SummarizedVisit, photos: number): string {
  const title = visit.title.trim();
  const words = { site: site ?? t('No site chosen'), moment: visitText(visit), photos };
  return title
    ? t('{site}, {moment}, {title}, {photos, plural, =0 {no photos} one {# photo} other {# photos}}', {
        ...words,
        title,
      })
    : t('{site}, {moment}, no title, {photos, plural, =0 {no photos} one {# photo} other {# photos}}', words);
}

/** The title of a draft that an ended key left; for a finished visit it is a summary. @param siteName returns the name of a site on the server */
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

// Messages for visits that were saved from the queue. A message stays until somebody closes it (`decisions §8`), because nobody may look at
// the phone when the visit is saved.

const savedPrefix = 'saved-visit/';
/** The path and query of the visit in the portal. A text that starts with `//` or `/\` is refused, because it is a URL of another host. */
const pathSchema = v.pipe(v.string(), v.regex(/^\/(?![/\\])/u));
/** The facts for the message, whose text is made in the reader's language. */
const savedVisitSchema = v.object({
  site: v.string(),
  visit: v.object({ date: v.string(), clock: v.string(), title: v.string(), answers: v.array(v.number()) }),
  photos: v.number(),
  to: pathSchema,
});
type SavedVisit = v.InferOutput<typeof savedVisitSchema>;
/** The form of an earlier release, which stored the text of the message in the language of that moment. */
const saidVisitSchema = v.object({ text: v.string(), to: pathSchema });

const savedText = (saved: SavedVisit | v.InferOutput<typeof saidVisitSchema>) =>
  'text' in saved ? saved.text : t('{visit}: saved.', { visit: visitSummary(saved.site, saved.visit, saved.photos) });

/** Stores the facts for the message that a visit was saved. */
export function noteSavedVisit(id: string, saved: SavedVisit): void {
  storeDraft(savedPrefix + id, null, saved);
}

const savedVisits: ToastGroup = {
  title: (count) => t('{count, plural, one {# visit} other {# visits}} saved', { count }),
};

/** Shows a message for each visit that was saved from the queue, until somebody closes it in this tab or another. */
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
      // a message with the same text is shown already; in another language it is replaced
      if (toasts.some((toast) => toast.about === name && toast.text === text)) continue;
      notify.success(
        text,
        { label: message('See it'), to, run: () => void navigate(to) },
        { about: name, group: savedVisits, onClose: () => void removeDraft(name) },
      );
    }
  });
}
