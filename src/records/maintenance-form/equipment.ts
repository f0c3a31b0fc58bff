import * as v from 'valibot';
import { storedText } from '../text-rules.ts';
import { emptyEquipment, equipmentLabels, keysOf, type Equipment } from './maintenance-form.ts';

export type EquipmentField = keyof Equipment;

/** Characters that the database takes of each. */
export const equipmentLimit = 500;

const stored = v.record(v.string(), v.unknown());

/** What is kept on a site record, every field of the form in it; what cannot be read is empty. */
export function readEquipment(json: unknown): Equipment {
  const equipment = emptyEquipment();
  const found = v.safeParse(stored, json);
  if (!found.success) return equipment;
  for (const field of keysOf(equipmentLabels)) {
    const text = found.output[field];
    if (typeof text === 'string') equipment[field] = text;
  }
  return equipment;
}

/** As the site record keeps it: only what says something; null where nothing does. */
export function storedEquipment(equipment: Equipment): Partial<Equipment> | null {
  const said = keysOf(equipmentLabels)
    .map((field) => [field, storedText(equipment[field])] as const)
    .filter(([, text]) => text !== '');
  return said.length > 0 ? Object.fromEntries(said) : null;
}

/** The fields in which two say something else. */
export function changedEquipment(one: Equipment, other: Equipment): EquipmentField[] {
  return keysOf(equipmentLabels).filter((field) => storedText(one[field]) !== storedText(other[field]));
}

/** What of `typed` was changed since `base` by somebody else too, to something else. */
export function equipmentConflicts(base: Equipment, typed: Equipment, theirs: Equipment): EquipmentField[] {
  const [mine, others] = [changedEquipment(base, typed), changedEquipment(base, theirs)];
  return changedEquipment(typed, theirs).filter((field) => mine.includes(field) && others.includes(field));
}

export function withFields(onto: Equipment, typed: Equipment, fields: readonly EquipmentField[]): Equipment {
  return { ...onto, ...Object.fromEntries(fields.map((field) => [field, typed[field]])) };
}

/** `typed` with what is kept of what was `sent`; what was typed since it was sent is newer. */
export function withKept(typed: Equipment, sent: Equipment, kept: Equipment): Equipment {
  const newer = changedEquipment(sent, typed);
  return withFields(
    typed,
    kept,
    changedEquipment(sent, kept).filter((field) => !newer.includes(field)),
  );
}
