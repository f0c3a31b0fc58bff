import { typedWith, type TypedTask } from '../../records/task/typed-task.ts';
import type { VisitKind } from '../../records/task/visit-kind.ts';
import type { UpdateState } from './waiting-visit.ts';
import { periodOf, visitTime } from '../../records/task/visit-time.ts';
import type { FiledPeriod } from '../../records/task/visit-time.ts';

export interface TaskForm extends TypedTask {
  siteId: number | null;
  /** The kind was chosen by hand: the title suggests none any more. */
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

/** Titles that most visits have, with the kind that they suggest. */
const suggestions: readonly { title: string; kind: VisitKind }[] = [
  { title: 'Monthly preventive maintenance', kind: 'preventive' },
  { title: 'Emergency call', kind: 'emergency' },
  { title: 'Quarterly test', kind: 'preventive' },
  { title: 'Repair', kind: 'other' },
  { title: 'Reader check', kind: 'other' },
];

export const commonTitles: readonly string[] = suggestions.map(({ title }) => title);

/** What titles say that are typed by hand, in English and Malay. */
const telling: readonly { words: RegExp; kind: VisitKind }[] = [
  { words: /^(?:emergency|panggilan kecemasan)\b/iu, kind: 'emergency' },
  { words: /\b(?:preventive maintenance|penyelenggaraan bulanan)\b/iu, kind: 'preventive' },
];

/** The kind that a title suggests; empty when it says none. */
export function suggestedKind(title: string): VisitKind | '' {
  const typed = title.trim().toLowerCase();
  const usual = suggestions.find((one) => typed.startsWith(one.title.toLowerCase()));
  return (usual ?? telling.find(({ words }) => words.test(typed)))?.kind ?? '';
}

/**
 * An empty form: a visit of now.
 * @param from what a finished report form brings along: its day, as `2026-03-26`, and a title.
 */
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

/** 'Add Task' puts what is typed into the list and hides; 'Edit' takes it out again (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'choose site') return { ...form, siteId: action.siteId };
  if (action.do === 'update') return { ...form, update: action.update };
  if (action.do !== 'change') return { ...form, added: action.do === 'add', update: 'none' };
  const { values } = action;
  const next = { ...form, ...typedWith(form, values), kindChosen: form.kindChosen || values.kind !== undefined };
  return next.kindChosen || values.title === undefined ? next : { ...next, kind: suggestedKind(values.title) };
}

/** Whether there is nothing in it that would be missed: a site, a date or a kind is chosen again in a moment. */
export function isEmpty(form: Pick<TaskForm, 'title' | 'text' | 'added'>): boolean {
  return form.title === '' && form.text === '' && !form.added;
}
