import { said, t } from '../../lib/language/translate.ts';
import { lengthOf, sanitizedText, storedText } from '../../lib/text-rules.ts';
import { followLimits } from '../task/follow-ups.ts';
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
    ...asked.map((post) => ({ post, text: written.find((conclusion) => conclusion.post === post)?.text ?? '' })),
    ...written.filter(({ post, text }) => !asked.includes(post) && text.trim() !== ''),
  ];
}

/** The checks without a result, in the order of the form. */
export function openChecks({ tasksPerformed }: MaintenanceForm): TaskField[] {
  return keysOf(taskLabels).filter((field) => tasksPerformed[field].result === '');
}

/** A form in which these checks have this result; what was found stays. */
export function withResult(
  form: MaintenanceForm,
  fields: readonly TaskField[],
  result: Check['result'],
): MaintenanceForm {
  const tasksPerformed = { ...form.tasksPerformed };
  for (const field of fields) tasksPerformed[field] = { ...tasksPerformed[field], result };
  return { ...form, tasksPerformed };
}

/** Whether a check has failed, and nothing says what was found. */
export function isUnexplained({ result, text }: Check): boolean {
  return result === 'Fail' && text.trim() === '';
}

/**
 * The failed checks, each with a recommendation in one line: its name, and what was found where that fits. In the reader's language at this moment.
 * @param limit of a recommendation, in characters
 */
export function failedChecks(
  { tasksPerformed }: Pick<MaintenanceForm, 'tasksPerformed'>,
  limit: number = followLimits.text,
): { check: string; text: string }[] {
  return keysOf(taskLabels)
    .filter((field) => tasksPerformed[field].result === 'Fail')
    .map((field) => {
      const check = said(taskLabels[field]);
      const found = storedText(sanitizedText(tasksPerformed[field].text, { lines: false }).text);
      const text = t('{label}: {text}', { label: check, text: found });
      return { check, text: found === '' || lengthOf(text) > limit ? check : text };
    });
}

/** Who signs a form. */
const signers = ['salesEngineer', 'client'] as const;
export type Signer = (typeof signers)[number];

/** What whoever reads a form would ask for: the finding of a failed check, or a name or signature below it. */
export type FormGap = { kind: 'finding'; subject: TaskField } | { kind: 'name' | 'signature'; subject: Signer };

/** The gaps of a form, in its order (`decisions §8`). */
export function formGaps({ tasksPerformed, signatures, drawn }: MaintenanceForm): FormGap[] {
  const names: Record<Signer, string> = { salesEngineer: signatures.salesEngineer, client: signatures.ClientName };
  return [
    ...keysOf(taskLabels)
      .filter((field) => isUnexplained(tasksPerformed[field]))
      .map((field) => ({ kind: 'finding' as const, subject: field })),
    ...signers.flatMap((signer) => [
      ...(names[signer].trim() === '' ? [{ kind: 'name' as const, subject: signer }] : []),
      ...(drawn[signer].length === 0 ? [{ kind: 'signature' as const, subject: signer }] : []),
    ]),
  ];
}

/** `Gate cycle test failed, without a finding`, `Signature of the client` */
export function gapWords(gap: FormGap): string {
  if (gap.kind === 'finding') return t('{check} failed, without a finding', { check: said(taskLabels[gap.subject]) });
  return signatureLabel(gap.kind, gap.subject);
}

/** The label of a name or signature below the form. */
export function signatureLabel(kind: 'name' | 'signature', signer: Signer): string {
  return kind === 'name'
    ? t(signer === 'client' ? 'Name of the client' : 'Name of the sales engineer')
    : t(signer === 'client' ? 'Signature of the client' : 'Signature of the sales engineer');
}
