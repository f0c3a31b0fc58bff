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

/** What a client brings into a form. */
export interface FormTemplate extends Pick<MaintenanceForm, 'equipment'> {
  generalInfo: Omit<MaintenanceForm['generalInfo'], 'date'>;
}

/** A new form, empty but for the date and what the client brings (`decisions §8`). */
export function newVisit(template: FormTemplate | null, date: string): MaintenanceForm {
  const empty = emptyMaintenanceForm();
  return withTemplate({ ...empty, generalInfo: { ...empty.generalInfo, date } }, template);
}

/** A form with the details and equipment of a client; all else stays. */
export function withTemplate(form: MaintenanceForm, template: FormTemplate | null): MaintenanceForm {
  if (!template) return form;
  return {
    ...form,
    generalInfo: { ...form.generalInfo, ...template.generalInfo },
    equipment: { ...template.equipment },
  };
}

/** The conclusions of a form: one per post, *Post 1* when there are none. Written ones on other posts stay. */
export function conclusionsFor(posts: readonly string[], written: readonly Conclusion[]): Conclusion[] {
  const asked = posts.length > 0 ? posts : [onlyPost];
  return [
    ...asked.map((post) => ({ post, text: written.find((one) => one.post === post)?.text ?? '' })),
    ...written.filter(({ post, text }) => !asked.includes(post) && text.trim() !== ''),
  ];
}

/** The failed checks without a finding, in the order of the form. */
export function failedWithoutFinding({ tasksPerformed }: MaintenanceForm): TaskField[] {
  return keysOf(taskLabels).filter((field) => isUnexplained(tasksPerformed[field]));
}

/** Whether a check has failed, and nothing says what was found. */
export function isUnexplained({ result, text }: Check): boolean {
  return result === 'Fail' && text.trim() === '';
}
