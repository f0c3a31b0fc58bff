import { message } from '../../lib/language/translate.ts';

/**
 * The usual failure types; the English text is stored. They are suggestions: any other text is allowed too (`spec §5`). They have a file of
 * their own, so that the page of the stickers does not load all of `known-words.ts`.
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
