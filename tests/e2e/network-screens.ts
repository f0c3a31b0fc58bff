import type { Shown } from './screens.ts';

/** What stands while the database is silent, and once it refused. */
const asked: readonly { name: string; key: 'admin' | 'selasih'; path: string; waits: string; fails: string }[] = [
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
  { name: 'service history', key: 'selasih', path: '/data-fetcher', waits: 'Loading tasks…', fails: 'Error fetching' },
  { name: 'analytics', key: 'selasih', path: '/charts', waits: 'Loading analytics data...', fails: 'Error fetching' },
  { name: 'overview', key: 'admin', path: '/DataEditor/overview', waits: 'Loading sites…', fails: 'Error fetching' },
  { name: 'all visits', key: 'admin', path: '/DataEditor/visits', waits: 'Loading visits…', fails: 'Error fetching' },
  { name: 'add task', key: 'admin', path: '/DataEditor', waits: 'A draft is kept', fails: 'Failed to load names.' },
  { name: 'sites', key: 'admin', path: '/DataEditor/sites', waits: 'Loading sites…', fails: 'Error fetching' },
  {
    name: 'access keys',
    key: 'admin',
    path: '/DataEditor/keys',
    waits: 'Loading access keys…',
    fails: 'Error fetching',
  },
  { name: 'errors', key: 'admin', path: '/DataEditor/errors', waits: 'Loading errors…', fails: 'Error fetching' },
  { name: 'change log', key: 'admin', path: '/DataEditor/history', waits: 'Loading changes…', fails: 'Failed to load' },
  {
    name: 'data deleter',
    key: 'admin',
    path: '/datadeleter?site=Selasih+Park&year=2026&month=mar',
    waits: 'Loading tasks…',
    fails: 'Failed to fetch tasks.',
  },
  {
    name: 'profile of a site',
    key: 'admin',
    path: '/profile?site=Selasih+Park',
    waits: 'Loading profile',
    fails: 'No profile data',
  },
  {
    name: 'report form',
    key: 'admin',
    path: '/DataEditor/report',
    waits: 'No client selected',
    fails: 'could not be loaded',
  },
];

/** Each of them right after the other, so that what waited is what is refused. */
export const unansweredScreens: readonly Shown[] = asked.flatMap(({ name, key, path, waits, fails }) => [
  { name: `${name}, loading`, key, path, ready: waits, calls: 'silent' },
  { name: `${name}, failed`, key, path, ready: fails, calls: 'refused' },
]);
