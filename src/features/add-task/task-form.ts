import { typedWith, type TypedTask } from '../../records/task/typed-task.ts';
import type { VisitKind } from '../../records/task/visit-kind.ts';
import type { UpdateState } from './waiting-visit.ts';
import { periodOf, visitTime } from '../../records/task/visit-time.ts';
import type { FiledPeriod } from '../../records/task/visit-time.ts';

export interface TaskForm extends TypedTask {
  siteId: number | null;
  /** Chosen by hand, so the title suggests none any more. */
  kindChosen: boolean;
  added: boolean;
  update: UpdateState;
}

type TaskFormAction =
  | { do: 'change'; values: Partial<TypedTask> }
  | { do: 'choose site'; siteId: number }
  | { do: 'add' }
  | { do: 'update'; update: UpdateState }
  | { do: 'edit' };

/** Common titles, and the kind each one suggests. */
const suggestions: readonly { title: string; kind: VisitKind }[] = [
  { title: 'Monthly preventive maintenance', kind: 'preventive' },
  { title: 'Emergency call', kind: 'emergency' },
  { title: 'Quarterly test', kind: 'preventive' },
  { title: 'Repair', kind: 'other' },
  { title: 'Reader check', kind: 'other' },
];

export const commonTitles: readonly string[] = suggestions.map(({ title }) => title);

/** Typed titles that begin like this show the kind of visit, in English and Malay. */
const kindPatterns: readonly { words: RegExp; kind: VisitKind }[] = [
  { words: /^(?:emergency|panggilan kecemasan)\b/iu, kind: 'emergency' },
  { words: /\b(?:preventive maintenance|penyelenggaraan bulanan)\b/iu, kind: 'preventive' },
];

/** Empty when the title suggests none. */
export function suggestedKind(title: string): VisitKind | '' {
  const typed = title.trim().toLowerCase();
  const usual = suggestions.find((one) => typed.startsWith(one.title.toLowerCase()));
  return (usual ?? kindPatterns.find(({ words }) => words.test(typed)))?.kind ?? '';
}

/** A visit now. @param from day (`2026-03-26`) and title of a finished report form */
export function emptyForm(now: Date, from: { day: string; title: string | null } | null = null): TaskForm {
  const { date, clock } = visitTime(now);
  const day = from && periodOf(from.day) ? from.day : date;
  const title = from?.title ?? '';
  const period: FiledPeriod = periodOf(day) ?? { year: '', month: '' };
  return {
    siteId: null,
    date: day,
    clock,
    ...period,
    kind: suggestedKind(title),
    kindChosen: false,
    title,
    text: '',
    added: false,
    update: 'none',
  };
}

/** 'Add Task' moves what is typed into the list and hides the form; 'Edit' brings it back (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'choose site') return { ...form, siteId: action.siteId };
  if (action.do === 'update') return { ...form, update: action.update };
  if (action.do !== 'change') return { ...form, added: action.do === 'add', update: 'none' };
  const { values } = action;
  const next = { ...form, ...typedWith(form, values), kindChosen: form.kindChosen || values.kind !== undefined };
  return next.kindChosen || values.title === undefined ? next : { ...next, kind: suggestedKind(values.title) };
}

/** Whether nothing would be missed: site, date and kind are quickly chosen again. */
export function isEmpty(form: Pick<TaskForm, 'title' | 'text' | 'added'>): boolean {
  return form.title === '' && form.text === '' && !form.added;
}
