import { march, openedBy } from './screens.ts';

const selasih = 'site=Selasih+Park';

/** The portal of a technician. */
export const technicianScreens = openedBy('technician', [
  { name: 'add task, technician', path: '/DataEditor', ready: 'Sessions of your key' },
  { name: 'report form, technician', path: '/DataEditor/report', ready: 'Visual inspection' },
  { name: 'technician picks a site', path: '/maintenance', ready: 'Select a site to see its tasks.' },
  { name: 'month, technician', path: `${march}&${selasih}`, ready: 'Total Tasks' },
  { name: 'service history, technician', path: `/data-fetcher?${selasih}`, ready: /\d+ (?:tasks|visits)/u },
  { name: 'not for a technician', path: '/charts', ready: 'not available with your key' },
]);
