import { adminQuestions, adminScreens } from './admin-screens.ts';
import { clientScreens } from './client-screens.ts';
import { unansweredScreens } from './network-screens.ts';
import { mainScreens, type Shown } from './screens.ts';
import { technicianScreens } from './technician-screens.ts';

/** Every screen in every state worth looking at: the album captures all of them, and axe checks most. */
export const allScreens: readonly Shown[] = [
  ...mainScreens,
  ...clientScreens,
  ...technicianScreens,
  ...adminScreens,
  ...unansweredScreens,
  ...adminQuestions,
];
