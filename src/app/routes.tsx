import type { Role } from '../records/access-key/role.ts';
import type { Load } from './Fetched.tsx';

/** Two entries may lead to one screen. */
interface MenuEntry {
  label: string;
  /** Everyone who may open the screen by default. */
  of?: readonly Role[];
  /** Tells two entries of one screen apart. */
  query?: string;
}

const admin: readonly Role[] = ['admin'];
const client: readonly Role[] = ['user'];
/** Write the records of the sites (`decisions §10`). */
const staff: readonly Role[] = ['admin', 'technician'];
const adminAndClient: readonly Role[] = ['admin', 'user'];
const everyone: readonly Role[] = ['admin', 'technician', 'user'];

/** `spec §2`, `spec §6`. */
export interface PortalRoute {
  path: string;
  title: string;
  /** The database refuses everybody else too. */
  audience: readonly Role[];
  screen: Load<{ title: string }>;
  /** The menu follows the order of this list. */
  menu?: readonly MenuEntry[];
  workspace?: true;
  tab?: string;
  /** The screen that links here, for a role with neither menu entry nor tab. */
  linkedFrom?: Partial<Record<Role, string>>;
}

const Profile = () => import('../features/profile/ProfileRoute.tsx').then((m) => m.ProfileRoute);
const Welcome = () => import('../features/welcome/WelcomeRoute.tsx').then((m) => m.WelcomeRoute);
const Overview = () => import('../features/overview/OverviewRoute.tsx').then((m) => m.OverviewRoute);
const VisitSearch = () => import('../features/overview/VisitSearchRoute.tsx').then((m) => m.VisitSearchRoute);
const AddTask = () => import('../features/add-task/AddTaskRoute.tsx').then((m) => m.AddTaskRoute);
const DataDeleter = () => import('../features/data-deleter/DataDeleterRoute.tsx').then((m) => m.DataDeleterRoute);
const Maintenance = () => import('../features/maintenance/MaintenanceRoute.tsx').then((m) => m.MaintenanceRoute);
const MaintenanceForm = () =>
  import('../features/maintenance-form/MaintenanceFormRoute.tsx').then((m) => m.MaintenanceFormRoute);
const Sites = () => import('../features/sites/SitesRoute.tsx').then((m) => m.SitesRoute);
const AccessKeys = () => import('../features/access-keys/AccessKeysRoute.tsx').then((m) => m.AccessKeysRoute);
const ChangeLog = () => import('../features/change-log/ChangeLogRoute.tsx').then((m) => m.ChangeLogRoute);
const ClientErrors = () => import('../features/client-errors/ClientErrorsRoute.tsx').then((m) => m.ClientErrorsRoute);
const ServiceHistory = () =>
  import('../features/service-history/ServiceHistoryRoute.tsx').then((m) => m.ServiceHistoryRoute);
const Charts = () =>
  import('../features/failure-analytics/FailureAnalyticsRoute.tsx').then((m) => m.FailureAnalyticsRoute);
const Guide = () => import('../features/guide/GuideRoute.tsx').then((m) => m.GuideRoute);
const UpdateZip = () => import('../features/update-zip/UpdateZipRoute.tsx').then((m) => m.UpdateZipRoute);
const Records = () => import('../features/project-records/RecordsRoute.tsx').then((m) => m.RecordsRoute);

export const routes: readonly PortalRoute[] = [
  { path: '/welcome', title: 'Welcome', audience: client, screen: Welcome, linkedFrom: { user: '/' } },
  {
    path: '/DataEditor/overview',
    title: 'Overview',
    audience: admin,
    screen: Overview,
    workspace: true,
    tab: 'Overview',
  },
  {
    path: '/DataEditor/visits',
    title: 'All Visits',
    audience: admin,
    screen: VisitSearch,
    workspace: true,
    linkedFrom: { admin: '/DataEditor/overview' },
  },
  {
    path: '/DataEditor',
    title: 'Add New Task',
    audience: staff,
    screen: AddTask,
    menu: [{ label: 'Admin' }],
    workspace: true,
    tab: 'Add New Task',
  },
  {
    path: '/DataEditor/report',
    title: 'Maintenance Report Form',
    audience: staff,
    screen: MaintenanceForm,
    workspace: true,
    tab: 'Maintenance Report form',
  },
  { path: '/DataEditor/sites', title: 'Sites', audience: admin, screen: Sites, workspace: true, tab: 'Sites' },
  {
    path: '/DataEditor/keys',
    title: 'Access Keys',
    audience: admin,
    screen: AccessKeys,
    workspace: true,
    tab: 'Access keys',
  },
  {
    path: '/DataEditor/history',
    title: 'Change Log',
    audience: admin,
    screen: ChangeLog,
    workspace: true,
    tab: 'Change log',
  },
  {
    path: '/DataEditor/errors',
    title: 'Errors',
    audience: admin,
    screen: ClientErrors,
    workspace: true,
    tab: 'Errors',
  },
  {
    path: '/datadeleter',
    title: 'Data Deleter',
    audience: admin,
    screen: DataDeleter,
    workspace: true,
    linkedFrom: { admin: '/DataEditor' },
  },
  {
    path: '/maintenance',
    title: 'Maintenance Report',
    audience: everyone,
    screen: Maintenance,
    menu: [
      { label: 'Maintenance Report', of: staff },
      { label: 'Inspection Report', of: admin, query: '?view=inspection' },
    ],
    linkedFrom: { user: '/data-fetcher' },
  },
  {
    path: '/profile',
    title: 'Profile',
    audience: adminAndClient,
    screen: Profile,
    menu: [{ label: 'Profile', of: client }],
    linkedFrom: { admin: '/DataEditor/overview' },
  },
  {
    path: '/charts',
    title: 'Car Post Failure Analytics',
    audience: adminAndClient,
    screen: Charts,
    menu: [{ label: 'Stats', of: client }],
    linkedFrom: { admin: '/DataEditor/overview' },
  },
  {
    path: '/data-fetcher',
    title: 'Service History',
    audience: everyone,
    screen: ServiceHistory,
    menu: [{ label: 'Service History', of: ['technician', 'user'] }],
    linkedFrom: { admin: '/DataEditor/overview' },
  },
  { path: '/guide', title: 'Guidelines', audience: everyone, screen: Guide, menu: [{ label: 'Guide' }] },
  { path: '/UploadZip', title: 'Update ZIP', audience: admin, screen: UpdateZip, menu: [{ label: 'Update ZIP' }] },
  { path: '/fb', title: 'Project Records', audience: admin, screen: Records, menu: [{ label: 'Files' }] },
];

/** Ignores a trailing slash, as the router does. */
export function routeAt(pathname: string): PortalRoute | undefined {
  return routes.find(({ path }) => path === pathname.replace(/\/+$/u, ''));
}

export function isOpenTo(role: Role, { audience }: PortalRoute): boolean {
  return audience.includes(role);
}

export function isEntryFor(role: Role, { of }: MenuEntry): boolean {
  return of?.includes(role) ?? true;
}

export function homePath(role: Role): string {
  return role === 'user' ? '/profile' : '/DataEditor';
}
