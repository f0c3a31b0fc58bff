import { adminQuestions, adminScreens } from './admin-screens.ts';
import { clientScreens } from './client-screens.ts';
import { mainScreens, press, type Shown, openedBy } from './screens.ts';
import { sitePartQuestions, sitePartScreens } from './site-part-screens.ts';

/** The screens of a technician. */
const technicianScreens = openedBy('technician', [
  { name: 'my sites', path: '/DataEditor/my-sites', ready: /needs? attention/u },
  {
    name: 'my sites, kept for offline',
    path: '/DataEditor/my-sites',
    ready: 'Keep all my sites for offline',
    act: press('Keep all my sites for offline'),
    after: 'Your 2 sites are on this device',
  },
  { name: 'add task, technician', path: '/DataEditor', ready: 'Sessions of your key', judged: false },
  { name: 'report form, technician', path: '/DataEditor/report', ready: 'Visual inspection', judged: false },
]);

/** The documents for people who may not file any. */
const documentScreens: readonly Shown[] = [
  {
    name: 'document',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: press('Service agreement 2026'),
  },
  {
    name: 'document that is gone',
    key: 'selasih',
    path: '/profile?document=999',
    ready: 'This document does not exist any more.',
  },
  {
    name: 'documents of a site, technician',
    key: 'technician',
    path: '/DataEditor/my-sites?site=Selasih+Park&document=0',
    ready: 'This document does not exist any more.',
  },
];

/** A screen that is captured while its records load, and after they failed to load. */
interface Unanswered {
  name: string;
  key: 'admin' | 'selasih';
  path: string;
  /** A text while the records load. */
  waits: string;
  /** A text after they failed to load. */
  fails: string;
  /** States that look the same as those of other screens. They are captured, but not checked again. */
  alike?: readonly ('loading' | 'failed')[];
}

/**
 * Screens while the database does not answer, and after it has refused. All screens that load a list have the same skeleton and
 * message, so only one of them is here, besides every screen with a loading state of its own.
 */
const screensThatLoad: readonly Unanswered[] = [
  {
    name: 'profile',
    key: 'selasih',
    path: '/profile',
    waits: 'Loading profile information...',
    fails: 'No profile data',
  },
  {
    name: 'month',
    key: 'selasih',
    path: '/maintenance?year=2026&month=mar',
    waits: 'Loading visits…',
    fails: 'Failed to fetch tasks.',
  },
  {
    name: 'analytics',
    key: 'selasih',
    path: '/charts',
    waits: 'Loading analytics data...',
    fails: 'Error fetching',
    alike: ['failed'],
  },
  {
    name: 'overview',
    key: 'admin',
    path: '/DataEditor/overview',
    waits: 'Loading sites…',
    fails: 'Error fetching',
    alike: ['failed'],
  },
  {
    name: 'add task',
    key: 'admin',
    path: '/DataEditor',
    waits: 'A draft is kept',
    fails: 'Failed to load names.',
    alike: ['loading', 'failed'],
  },
  {
    name: 'report form',
    key: 'admin',
    path: '/DataEditor/report',
    waits: 'Select Client',
    fails: 'could not be loaded',
    alike: ['loading', 'failed'],
  },
];

/** The two states of a screen follow each other, so that the refused requests are those that waited. */
const unansweredScreens: readonly Shown[] = screensThatLoad.flatMap(({ name, key, path, waits, fails, alike = [] }) =>
  (['loading', 'failed'] as const).map((state) => ({
    name: `${name}, ${state}`,
    key,
    path,
    ready: state === 'loading' ? waits : fails,
    calls: state === 'loading' ? 'silent' : 'refused',
    ...(alike.includes(state) && { judged: false }),
  })),
);

/** Every screen in every state worth seeing. The album captures all of them, and axe checks most. */
export const allScreens: readonly Shown[] = [
  ...mainScreens,
  ...clientScreens,
  ...technicianScreens,
  ...adminScreens,
  ...unansweredScreens,
  ...adminQuestions,
  ...documentScreens,
  ...openedBy('admin', [...sitePartScreens, ...sitePartQuestions]),
];
