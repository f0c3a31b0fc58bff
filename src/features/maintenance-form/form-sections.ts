import {
  equipmentLabels,
  keysOf,
  taskLabels,
  type MaintenanceForm,
  type TaskField,
} from '../../records/maintenance-form/maintenance-form.ts';
import { longDay } from '../../records/time.ts';

/** The six groups of the form in order (`spec §3`); `short` is for the jump list. */
export const formSections = [
  { id: 'general', title: 'General Information', short: 'General' },
  { id: 'equipment', title: 'Equipment', short: 'Equipment' },
  { id: 'tasks', title: 'Tasks Performed', short: 'Checks' },
  { id: 'findings', title: 'Findings', short: 'Findings' },
  { id: 'conclusion', title: 'Conclusion', short: 'Conclusion' },
  { id: 'signatures', title: 'Signatures', short: 'Signatures' },
] as const;

export type SectionId = (typeof formSections)[number]['id'];

/** On a phone: first what is filled in at the gate, last what rarely changes. */
const phoneOrder: readonly SectionId[] = ['tasks', 'findings', 'conclusion', 'signatures', 'general', 'equipment'];

export function sectionsInOrder(narrow: boolean) {
  if (!narrow) return [...formSections];
  return formSections.toSorted((one, other) => phoneOrder.indexOf(one.id) - phoneOrder.indexOf(other.id));
}

export function sectionElement(id: SectionId): string {
  return `form-${id}`;
}

export function findingElement(field: TaskField): string {
  return `finding-${field}`;
}

const countFilled = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').length;

export function sectionState(id: SectionId, form: MaintenanceForm): string {
  const { generalInfo, equipment, tasksPerformed, findings, conclusion, signatures, drawn } = form;
  if (id === 'general') return generalInfo.date === '' ? 'No date' : longDay(generalInfo.date);
  if (id === 'equipment')
    return `${countFilled(Object.values(equipment))} of ${keysOf(equipmentLabels).length} filled in`;
  if (id === 'findings') return countFilled(Object.values(findings)) > 0 ? 'Filled in' : 'Empty';
  if (id === 'conclusion') {
    return `${countFilled(conclusion.map(({ text }) => text))} of ${conclusion.length} filled in`;
  }
  if (id === 'signatures') {
    const signed = [
      drawn.salesEngineer.length > 0 || signatures.salesEngineer.trim() !== '',
      drawn.client.length > 0 || signatures.ClientName.trim() !== '',
    ];
    return `${signed.filter(Boolean).length} of 2 signed`;
  }
  const results = keysOf(taskLabels).map((field) => tasksPerformed[field].result);
  const failed = results.filter((result) => result === 'Fail').length;
  return `${countFilled(results)} of ${results.length} done${failed > 0 ? `, ${failed} failed` : ''}`;
}
