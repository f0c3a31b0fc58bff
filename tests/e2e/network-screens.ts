import type { Shown } from './screens.ts';

interface Unanswered {
  name: string;
  key: 'admin' | 'selasih';
  path: string;
  waits: string;
  fails: string;
  /** What of it other screens say in the same way. */
  alike?: readonly ('loading' | 'failed')[];
}

/**
 * What stands while the database is silent, and once it refused: one of the screens that wait with a list, whose skeleton
 * and message are the same on all of them, and each that waits in its own way.
 */
const asked: readonly Unanswered[] = [
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
    waits: 'Loading tasks…',
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
    waits: 'No client selected',
    fails: 'could not be loaded',
    alike: ['loading', 'failed'],
  },
];

/** Each of them right after the other, so that what waited is what is refused. */
export const unansweredScreens: readonly Shown[] = asked.flatMap(({ name, key, path, waits, fails, alike = [] }) =>
  (['loading', 'failed'] as const).map((state) => ({
    name: `${name}, ${state}`,
    key,
    path,
    ready: state === 'loading' ? waits : fails,
    calls: state === 'loading' ? 'silent' : 'refused',
    ...(alike.includes(state) && { judged: false }),
  })),
);
