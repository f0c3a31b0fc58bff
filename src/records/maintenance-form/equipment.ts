import * as v from 'valibot';
import { storedText } from '../../lib/text-rules.ts';
import { emptyEquipment, equipmentLabels, keysOf, type Equipment } from './maintenance-form.ts';

export type EquipmentField = keyof Equipment;

/** In characters, as the database limits each field. */
export const equipmentLimit = 500;

const stored = v.record(v.string(), v.unknown());

/** All fields of the form; what cannot be read is empty. */
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

/** As the site record stores it: without empty fields, null when all are. */
export function storedEquipment(equipment: Equipment): Partial<Equipment> | null {
  const filled = keysOf(equipmentLabels)
    .map((field) => [field, storedText(equipment[field])] as const)
    .filter(([, text]) => text !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

export function changedEquipment(one: Equipment, other: Equipment): EquipmentField[] {
  return keysOf(equipmentLabels).filter((field) => storedText(one[field]) !== storedText(other[field]));
}

/** The fields of `typed` that somebody else changed differently since `base`. */
export function equipmentConflicts(base: Equipment, typed: Equipment, theirs: Equipment): EquipmentField[] {
  const [mine, others] = [changedEquipment(base, typed), changedEquipment(base, theirs)];
  return changedEquipment(typed, theirs).filter((field) => mine.includes(field) && others.includes(field));
}

export function withFields(onto: Equipment, typed: Equipment, fields: readonly EquipmentField[]): Equipment {
  return { ...onto, ...Object.fromEntries(fields.map((field) => [field, typed[field]])) };
}

/** `typed` updated with what was saved; what was typed after sending stays. */
export function withSaved(typed: Equipment, sent: Equipment, kept: Equipment): Equipment {
  const newer = changedEquipment(sent, typed);
  return withFields(
    typed,
    kept,
    changedEquipment(sent, kept).filter((field) => !newer.includes(field)),
  );
}
