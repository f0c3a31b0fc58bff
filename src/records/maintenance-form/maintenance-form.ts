import * as v from 'valibot';
import { message, tIn, type Message } from '../../lib/language/translate.ts';
import { storedText } from '../../lib/text-rules.ts';

/** The equipment of a site (`spec §3`), in the order of the form. */
export const equipmentLabels = {
  deviceModel: message('Device model'),
  barrierGate: message('Barrier gate'),
  rfidReader: message('RFID reader'),
  firmwareVersion: message('Firmware version'),
  accessControllerSoftware: message('Access controller software'),
  softwareVersion: message('Software version'),
  accessController: message('Access controller'),
  subAccessController: message('Sub access controller'),
  dataConverter: message('Data converter'),
  loopDetector: message('Loop detector'),
  wgLoopDetector: message('WG loop detector'),
  spd: message('Surge protection (SPD)'),
  avr: message('Voltage regulator (AVR)'),
};

/** The checks of a visit (`spec §3`). */
export const taskLabels = {
  visualInspection: message('Visual inspection'),
  gateCycleTest: message('Gate cycle test'),
  rfidReaderTest: message('RFID reader test'),
  subAccessControllerTest: message('Sub access controller test'),
  loopDetectorTest: message('Loop detector test'),
  cleaningTightening: message('Cleaning and tightening'),
};

export const taskHints: Record<TaskField, Message> = {
  visualInspection: message('Arm straight, no crack; housing, lock and seal dry; anchor bolts, signs, photocell lens'),
  gateCycleTest: message(
    '10 cycles: seconds, noise, limits, manual release; spring holds at 45 degrees; cycle counter',
  ),
  rfidReaderTest: message('LED, test tag at the stop line, range in m, no cross-read from the next lane'),
  subAccessControllerTest: message('LEDs, relay click, event reaches the server, clock in step'),
  loopDetectorTest: message('LED follows the vehicle, arm reverses over the safety loop, output drops when clear'),
  cleaningTightening: message(
    'Vacuum, contacts, arm bolts to torque, terminals; SPD windows green, AVR volts in and out',
  ),
};

export type TaskField = keyof typeof taskLabels;

/** The stored results; `resultLabel` returns their names in the reader's language. */
export const checkResults = ['Pass', 'Fail', 'N.A.'] as const;

export function resultLabel(result: (typeof checkResults)[number]): string {
  if (result === 'Pass') return tIn('result of a check', 'Pass');
  return result === 'Fail' ? tIn('result of a check', 'Fail') : tIn('result of a check', 'N.A.');
}

const check = v.object({ result: v.picklist(['', ...checkResults]), text: v.string() });
export type Check = v.InferOutput<typeof check>;

/** The points of a stroke: x and y from 0 to 1 of the box, and the milliseconds since the first point, scaled to `signatureBox`. */
const stroke = v.array(v.tuple([v.number(), v.number(), v.number()]));
export type Stroke = v.InferOutput<typeof stroke>;

const general = v.object({
  /** YYYY-MM-DD, or empty. */
  date: v.string(),
  client: v.string(),
  location: v.string(),
  salesEngineer: v.string(),
});

const conclusion = v.object({ post: v.string(), text: v.string() });
export type Conclusion = v.InferOutput<typeof conclusion>;

/** The name of the only post when the posts of a site are not known (`spec §3`). */
export const onlyPost = 'Post 1';

export const equipmentSchema = v.object(v.entriesFromList(keysOf(equipmentLabels), v.string()));
export type Equipment = v.InferOutput<typeof equipmentSchema>;

/** The maintenance report of one visit (`spec §3`), with its signatures. */
export const formSchema = v.object({
  generalInfo: general,
  equipment: equipmentSchema,
  tasksPerformed: v.object(v.entriesFromList(keysOf(taskLabels), check)),
  findings: v.object({ issueDetails: v.string(), recommendedAction: v.string() }),
  conclusion: v.array(conclusion),
  signatures: v.object({ salesEngineer: v.string(), ClientName: v.string(), ClientIdNumber: v.string() }),
  drawn: v.object({ salesEngineer: v.array(stroke), client: v.array(stroke) }),
});

export type MaintenanceForm = v.InferOutput<typeof formSchema>;

export interface MaintenanceFormReport {
  form: MaintenanceForm;
  /** ISO 8601. */
  madeOn: string;
}

/** The keys of a table of labels, with their types. */
export function keysOf<Field extends string>(labels: Readonly<Record<Field, unknown>>): [Field, ...Field[]] {
  const isField = (key: string): key is Field => key in labels;
  const [first, ...rest] = Object.keys(labels).filter(isField);
  if (first === undefined) throw new Error('A list of labels is empty');
  return [first, ...rest];
}

function fieldsWith<Field extends string, Value>(
  labels: Readonly<Record<Field, unknown>>,
  value: () => Value,
): Record<Field, Value> {
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.fromEntries loses the keys' types
  return Object.fromEntries(keysOf(labels).map((field) => [field, value()])) as Record<Field, Value>;
}

export function emptyEquipment(): Equipment {
  return fieldsWith(equipmentLabels, () => '');
}

export function emptyMaintenanceForm(): MaintenanceForm {
  return {
    generalInfo: { date: '', client: '', location: '', salesEngineer: '' },
    equipment: emptyEquipment(),
    tasksPerformed: fieldsWith(taskLabels, (): Check => ({ result: '', text: '' })),
    findings: { issueDetails: '', recommendedAction: '' },
    conclusion: [{ post: onlyPost, text: '' }],
    signatures: { salesEngineer: '', ClientName: '', ClientIdNumber: '' },
    drawn: { salesEngineer: [], client: [] },
  };
}

export function sameForm(form: MaintenanceForm, other: MaintenanceForm): boolean {
  return JSON.stringify(form) === JSON.stringify(other);
}

export type EquipmentField = keyof Equipment;

/** The longest text of each field, in characters. The database has the same limit. */
export const equipmentLimit = 500;

const jsonObject = v.record(v.string(), v.unknown());

/** The equipment in stored JSON, with all fields of the form. A field that cannot be read is empty. */
export function readEquipment(json: unknown): Equipment {
  const equipment = emptyEquipment();
  const parsed = v.safeParse(jsonObject, json);
  if (!parsed.success) return equipment;
  for (const field of keysOf(equipmentLabels)) {
    const text = parsed.output[field];
    if (typeof text === 'string') equipment[field] = text;
  }
  return equipment;
}

/** The equipment in the stored format: without empty fields; null when all fields are empty. */
export function storedEquipment(equipment: Equipment): Partial<Equipment> | null {
  const filled = keysOf(equipmentLabels)
    .map((field) => [field, storedText(equipment[field])] as const)
    .filter(([, text]) => text !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

/** The fields that differ in their stored texts. Blanks around a text are ignored. */
export function changedEquipment(before: Equipment, other: Equipment): EquipmentField[] {
  return keysOf(equipmentLabels).filter((field) => storedText(before[field]) !== storedText(other[field]));
}

/** The fields that `typed` and `theirs` changed differently since `base`. */
export function equipmentConflicts(base: Equipment, typed: Equipment, theirs: Equipment): EquipmentField[] {
  const [mine, theirChanges] = [changedEquipment(base, typed), changedEquipment(base, theirs)];
  return changedEquipment(typed, theirs).filter((field) => mine.includes(field) && theirChanges.includes(field));
}

/** The equipment `base` with the given fields of `typed`. */
export function withFields(base: Equipment, typed: Equipment, fields: readonly EquipmentField[]): Equipment {
  return { ...base, ...Object.fromEntries(fields.map((field) => [field, typed[field]])) };
}

/** The typed equipment after a save: fields that changed while saving are taken over, and fields that were typed after sending stay. */
export function withSaved(typed: Equipment, sent: Equipment, saved: Equipment): Equipment {
  const typedAfterSending = changedEquipment(sent, typed);
  return withFields(
    typed,
    saved,
    changedEquipment(sent, saved).filter((field) => !typedAfterSending.includes(field)),
  );
}
