/** The failures that are known at boom gates, offered as suggestions; any other text is allowed too (`spec §5`). */
export const knownFailureTypes: readonly string[] = [
  'Barrier Arm Jammed',
  'Spring Broken',
  'Motor Overheating',
  'Limit / Position Error',
  'Loop Detector Fault',
  'Photocell / Safety Fault',
  'RFID Reader Not Reading',
  'RFID Tag Fault',
  'Cross-lane Read',
  'Controller Offline',
  'Sub-controller / RS-485 Fault',
  'Server / Software Fault',
  'Network Fault',
  'Power / Surge Trip',
  'Water Ingress',
  'Arm Hit by Vehicle',
  'Vandalism / Misuse',
];

/** How a failure type is written on the page: an empty one is allowed (`spec §5`) and must still be readable. */
export function typeLabel(type: string): string {
  return type.trim() === '' ? '(no type)' : type;
}
