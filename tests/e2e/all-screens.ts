import { adminQuestions, adminScreens } from './admin-screens.ts';
import { clientScreens } from './client-screens.ts';
import { unansweredScreens } from './network-screens.ts';
import { mainScreens, type Shown } from './screens.ts';
import { technicianScreens } from './technician-screens.ts';

/** Every screen in every state worth looking at: what the album draws, and most of it axe judges. */
export const allScreens: readonly Shown[] = [
  ...mainScreens,
  ...clientScreens,
  ...technicianScreens,
  ...adminScreens,
  ...unansweredScreens,
  ...adminQuestions,
];
