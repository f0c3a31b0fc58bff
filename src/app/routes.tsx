import type { Session } from '../lib/session.ts';
import type { Load } from './Fetched.tsx';

type Role = Session['role'];

/** One entry of the menu. Two of them may lead to one screen. */
interface MenuEntry {
  label: string;
  /** Whose menu it is in; without it, everybody's who may open the screen. */
  of?: Role;
  /** The query string that tells two entries of one screen apart. */
  query?: string;
}

/** One screen: everything that the rest of the portal knows about it (`spec §2`, `spec §6`). */
export interface PortalRoute {
  path: string;
  /** Its heading and the title of the tab. */
  title: string;
  /** Whose key opens it. The database refuses the others as well. */
  audience: Role | 'everyone';
  screen: Load<{ title: string }>;
  /** Its entries in the menu. The menu has the order of this list. */
  menu?: readonly MenuEntry[];
  /** Whether it is part of the admin workspace and stands under its tabs. */
  workspace?: true;
  /** Its own tab there. The tabs have the order of this list. */
  tab?: string;
  /** For a role that reaches it neither by the menu nor by a tab: the screen whose link leads here. */
  linkedFrom?: Partial<Record<Role, string>>;
}

const Profile = async () => (await import('../features/profile/ProfileRoute.tsx')).ProfileRoute;
const Welcome = async () => (await import('../features/welcome/WelcomeRoute.tsx')).WelcomeRoute;
const AddTask = async () => (await import('../features/add-task/AddTaskRoute.tsx')).AddTaskRoute;
const DataDeleter = async () => (await import('../features/data-deleter/DataDeleterRoute.tsx')).DataDeleterRoute;
const Maintenance = async () => (await import('../features/maintenance/MaintenanceRoute.tsx')).MaintenanceRoute;
const MaintenanceForm = async () =>
  (await import('../features/maintenance-form/MaintenanceFormRoute.tsx')).MaintenanceFormRoute;
const Sites = async () => (await import('../features/sites/SitesRoute.tsx')).SitesRoute;
const AccessKeys = async () => (await import('../features/access-keys/AccessKeysRoute.tsx')).AccessKeysRoute;
const ChangeLog = async () => (await import('../features/change-log/ChangeLogRoute.tsx')).ChangeLogRoute;
const ServiceHistory = async () =>
  (await import('../features/service-history/ServiceHistoryRoute.tsx')).ServiceHistoryRoute;
const Charts = async () =>
  (await import('../features/failure-analytics/FailureAnalyticsRoute.tsx')).FailureAnalyticsRoute;
const Guide = async () => (await import('../features/guide/GuideRoute.tsx')).GuideRoute;
const UpdateZip = async () => (await import('../features/update-zip/UpdateZipRoute.tsx')).UpdateZipRoute;
const Records = async () => (await import('../features/project-records/RecordsRoute.tsx')).RecordsRoute;

/** Every screen behind the login. */
export const routes: readonly PortalRoute[] = [
  { path: '/welcome', title: 'Welcome', audience: 'user', screen: Welcome, linkedFrom: { user: '/' } },
  {
    path: '/DataEditor',
    title: 'Add New Task',
    audience: 'admin',
    screen: AddTask,
    menu: [{ label: 'Admin' }],
    workspace: true,
    tab: 'Add New Task',
  },
  {
    path: '/DataEditor/report',
    title: 'Maintenance Report Form',
    audience: 'admin',
    screen: MaintenanceForm,
    workspace: true,
    tab: 'Maintenance Report form',
  },
  { path: '/DataEditor/sites', title: 'Sites', audience: 'admin', screen: Sites, workspace: true, tab: 'Sites' },
  {
    path: '/DataEditor/keys',
    title: 'Access Keys',
    audience: 'admin',
    screen: AccessKeys,
    workspace: true,
    tab: 'Access keys',
  },
  {
    path: '/DataEditor/history',
    title: 'Change Log',
    audience: 'admin',
    screen: ChangeLog,
    workspace: true,
    tab: 'Change log',
  },
  {
    path: '/datadeleter',
    title: 'Data Deleter',
    audience: 'admin',
    screen: DataDeleter,
    workspace: true,
    linkedFrom: { admin: '/DataEditor' },
  },
  {
    path: '/maintenance',
    title: 'Maintenance Report',
    audience: 'everyone',
    screen: Maintenance,
    menu: [
      { label: 'Maintenance Report', of: 'admin' },
      { label: 'Inspection Report', of: 'admin', query: '?view=inspection' },
    ],
    linkedFrom: { user: '/data-fetcher' },
  },
  {
    path: '/profile',
    title: 'Profile',
    audience: 'everyone',
    screen: Profile,
    menu: [{ label: 'Profile', of: 'user' }],
    linkedFrom: { admin: '/DataEditor/sites' },
  },
  {
    path: '/charts',
    title: 'Car Post Failure Analytics',
    audience: 'everyone',
    screen: Charts,
    menu: [{ label: 'Stats', of: 'user' }],
  },
  {
    path: '/data-fetcher',
    title: 'Service History',
    audience: 'everyone',
    screen: ServiceHistory,
    menu: [{ label: 'Service History', of: 'user' }],
    linkedFrom: { admin: '/profile' },
  },
  { path: '/guide', title: 'Guidelines', audience: 'everyone', screen: Guide, menu: [{ label: 'Guide' }] },
  { path: '/UploadZip', title: 'Update ZIP', audience: 'admin', screen: UpdateZip, menu: [{ label: 'Update ZIP' }] },
  { path: '/fb', title: 'Project Records', audience: 'admin', screen: Records, menu: [{ label: 'Files' }] },
];

/** Whether a key of this role opens the screen. */
export function isOpenTo(role: Role, { audience }: PortalRoute): boolean {
  return audience === 'everyone' || audience === role;
}

/** Where somebody of this role starts. */
export function homePath(role: Role): string {
  return role === 'admin' ? '/DataEditor' : '/profile';
}
