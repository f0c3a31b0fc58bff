export type CheckResult = '' | 'Pass' | 'Fail' | 'N.A.';
export interface Check {
  result: CheckResult;
  text: string;
}
export type Stroke = readonly (readonly [number, number])[];
export const equipmentLabels = {
  deviceModel: 'Device model',
  barrierGate: 'Barrier gate',
  rfidReader: 'RFID reader',
  firmwareVersion: 'Firmware version',
  accessControllerSoftware: 'Access controller software',
  softwareVersion: 'Software version',
  accessController: 'Access controller',
  subAccessController: 'Sub access controller',
  dataConverter: 'Data converter',
  loopDetector: 'Loop detector',
  wgLoopDetector: 'WG loop detector',
  spd: 'Surge protection (SPD)',
  avr: 'Voltage regulator (AVR)',
} as const;
export type EquipmentField = keyof typeof equipmentLabels;
export const taskLabels = {
  visualInspection: 'Visual inspection',
  gateCycleTest: 'Gate cycle test',
  rfidReaderTest: 'RFID reader test',
  subAccessControllerTest: 'Sub access controller test',
  loopDetectorTest: 'Loop detector test',
  cleaningTightening: 'Cleaning and tightening',
} as const;
export type TaskField = keyof typeof taskLabels;
export interface MaintenanceForm {
  generalInfo: { date: string; client: string; location: string; salesEngineer: string };
  equipment: Record<EquipmentField, string>;
  tasksPerformed: Record<TaskField, Check>;
  findings: { issueDetails: string; recommendedAction: string };
  conclusion: { post1: string };
  signatures: { salesEngineer: string; ClientName: string; ClientIdNumber: string };
  drawn: { salesEngineer: Stroke[]; client: Stroke[] };
}
export interface MaintenanceFormReport {
  form: MaintenanceForm;
  madeOn: string;
}
