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

/** The details of a client that a form is filled with. */
export interface FormTemplate extends Pick<MaintenanceForm, 'equipment'> {
  generalInfo: Omit<MaintenanceForm['generalInfo'], 'date'>;
}

/** A new form, empty except for the date and the details of the client (`decisions §8`). */
export function newVisit(template: FormTemplate | null, date: string): MaintenanceForm {
  const empty = emptyMaintenanceForm();
  return withTemplate({ ...empty, generalInfo: { ...empty.generalInfo, date } }, template);
}

/** A form with the details and the equipment of a client. Everything else stays. */
export function withTemplate(form: MaintenanceForm, template: FormTemplate | null): MaintenanceForm {
  if (!template) return form;
  return {
    ...form,
    generalInfo: { ...form.generalInfo, ...template.generalInfo },
    equipment: { ...template.equipment },
  };
}

/** The conclusions of a form: one for each post, or for *Post 1* without posts. Written conclusions about other posts stay. */
export function conclusionsFor(posts: readonly string[], written: readonly Conclusion[]): Conclusion[] {
  const formPosts = posts.length > 0 ? posts : [onlyPost];
  return [
    ...formPosts.map((post) => ({ post, text: written.find((conclusion) => conclusion.post === post)?.text ?? '' })),
    ...written.filter(({ post, text }) => !formPosts.includes(post) && text.trim() !== ''),
  ];
}

/** The checks without a result, in the order of the form. */
export function openChecks({ tasksPerformed }: MaintenanceForm): TaskField[] {
  return keysOf(taskLabels).filter((field) => tasksPerformed[field].result === '');
}

/** A form in which these checks have this result. Their findings stay. */
export function withResult(
  form: MaintenanceForm,
  fields: readonly TaskField[],
  result: Check['result'],
): MaintenanceForm {
  const tasksPerformed = { ...form.tasksPerformed };
  for (const field of fields) tasksPerformed[field] = { ...tasksPerformed[field], result };
  return { ...form, tasksPerformed };
}

/** Whether a check has failed without a finding. */
export function isUnexplained({ result, text }: Check): boolean {
  return result === 'Fail' && text.trim() === '';
}

/**
 * The failed checks, each with a recommendation of one line in the reader's language: the name of the check, and its finding if there is room.
 * @param limit the longest recommendation, in characters
 */
export function failedChecks(
  { tasksPerformed }: Pick<MaintenanceForm, 'tasksPerformed'>,
  limit: number = followLimits.text,
): { check: string; text: string }[] {
  return keysOf(taskLabels)
    .filter((field) => tasksPerformed[field].result === 'Fail')
    .map((field) => {
      const check = said(taskLabels[field]);
      const finding = storedText(sanitizedText(tasksPerformed[field].text, { lines: false }).text);
      const text = t('{label}: {text}', { label: check, text: finding });
      return { check, text: finding === '' || lengthOf(text) > limit ? check : text };
    });
}

/** The people who sign a form. */
const signers = ['salesEngineer', 'client'] as const;
export type Signer = (typeof signers)[number];

/** Something that is missing in a form: the finding of a failed check, or a name or a signature at the end. */
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
