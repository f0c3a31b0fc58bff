import { siteStamp, thisMonth, type TypedTask } from '../../records/task/new-task.ts';

/** The form of a new task. */
export interface TaskForm extends TypedTask {
  /** Number of the site record; null while none is chosen. */
  siteId: number | null;
  /** When 'Add Task' was pressed, as tasks keep it; null while the task is still being written. */
  addedAt: string | null;
}

export type TaskFormAction =
  | { do: 'change'; values: Partial<TypedTask> }
  | { do: 'choose site'; siteId: number | null }
  | { do: 'add'; at: Date }
  | { do: 'edit' };

/** An empty form, for the month that a day is in, in Singapore. */
export function emptyForm(day: Date): TaskForm {
  return { siteId: null, ...thisMonth(day), title: '', text: '', addedAt: null };
}

/** 'Add Task' puts what is typed into the list and hides; 'Edit' takes it out again (`spec §4`). */
export function taskFormReducer(form: TaskForm, action: TaskFormAction): TaskForm {
  if (action.do === 'change') return { ...form, ...action.values };
  if (action.do === 'choose site') return { ...form, siteId: action.siteId };
  return { ...form, addedAt: action.do === 'add' ? siteStamp(action.at) : null };
}

/** Whether there is nothing in it that would be missed: a chosen site or month is chosen again in a moment. */
export function isEmpty(form: TaskForm): boolean {
  return form.title === '' && form.text === '' && form.addedAt === null;
}
