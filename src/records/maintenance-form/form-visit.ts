import {
  emptyMaintenanceForm,
  keysOf,
  onlyPost,
  taskLabels,
  type Check,
  type Conclusion,
  type MaintenanceForm,
  type TaskField,
} from './maintenance-form.ts';

/** What a client brings into a form: its own details and its equipment. */
export interface FormTemplate extends Pick<MaintenanceForm, 'equipment'> {
  generalInfo: Omit<MaintenanceForm['generalInfo'], 'date'>;
}

/** The form of a new visit on `date` (`decisions §8`): nothing in it but what the client brings. */
export function newVisit(template: FormTemplate | null, date: string): MaintenanceForm {
  const empty = emptyMaintenanceForm();
  return withTemplate({ ...empty, generalInfo: { ...empty.generalInfo, date } }, template);
}

/** The form with the client's details and equipment in it; everything else stays as it was typed. */
export function withTemplate(form: MaintenanceForm, template: FormTemplate | null): MaintenanceForm {
  if (!template) return form;
  return {
    ...form,
    generalInfo: { ...form.generalInfo, ...template.generalInfo },
    equipment: { ...template.equipment },
  };
}

/** One conclusion for each of these posts, *Post 1* where there are none. What was said of another post stays. */
export function conclusionsFor(posts: readonly string[], written: readonly Conclusion[]): Conclusion[] {
  const asked = posts.length > 0 ? posts : [onlyPost];
  return [
    ...asked.map((post) => ({ post, text: written.find((one) => one.post === post)?.text ?? '' })),
    ...written.filter(({ post, text }) => !asked.includes(post) && text.trim() !== ''),
  ];
}

/** The checks that failed while nothing says what was found, in the order of the form. */
export function failedWithoutFinding({ tasksPerformed }: MaintenanceForm): TaskField[] {
  return keysOf(taskLabels).filter((field) => isUnexplained(tasksPerformed[field]));
}

/** It failed, and nothing says what was found. */
export function isUnexplained({ result, text }: Check): boolean {
  return result === 'Fail' && text.trim() === '';
}
