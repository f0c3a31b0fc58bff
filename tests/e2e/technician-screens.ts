import { openedBy } from './screens.ts';

/** A technician's screens. */
export const technicianScreens = openedBy('technician', [
  { name: 'add task, technician', path: '/DataEditor', ready: 'Sessions of your key', judged: false },
  { name: 'report form, technician', path: '/DataEditor/report', ready: 'Visual inspection', judged: false },
]);
