import { message } from '../../lib/language/translate.ts';

/**
 * The usual failure types with their words; stored in English. Suggestions only: any other text is allowed too (`spec §5`). Apart from what
 * else is known of words, for the page of a sticker.
 */
export const failureTypeNames = {
  armJammed: message('Barrier Arm Jammed'),
  springBroken: message('Spring Broken'),
  motorHot: message('Motor Overheating'),
  limitError: message('Limit / Position Error'),
  loopFault: message('Loop Detector Fault'),
  photocellFault: message('Photocell / Safety Fault'),
  readerFault: message('RFID Reader Not Reading'),
  tagFault: message('RFID Tag Fault'),
  crossRead: message('Cross-lane Read'),
  controllerOffline: message('Controller Offline'),
  subcontrollerFault: message('Sub-controller / RS-485 Fault'),
  serverFault: message('Server / Software Fault'),
  networkFault: message('Network Fault'),
  powerTrip: message('Power / Surge Trip'),
  water: message('Water Ingress'),
  armHit: message('Arm Hit by Vehicle'),
  vandalism: message('Vandalism / Misuse'),
} as const;
