import { message, type Message } from '../lib/language/translate.ts';
import type { Role } from '../records/access-key/role.ts';
import type { Path } from '../records/portal-links.ts';
import * as paths from '../records/portal-paths.ts';
import { screenPath } from './landing.ts';
import type { LoadComponent } from './LazyScreen.tsx';

// The list of all screens. An entry says who may open a screen, what leads to it and which records it needs first. The menu, the tabs, the
// guards and the preloading follow from this list.

/** A link in the menu. A screen may have two of them. */
interface MenuEntry {
  label: Message;
  /** The roles that see the link; by default all roles that may open the screen. */
  of?: readonly Role[];
  /** The query of the URL, with its `?`. It distinguishes two links to the same screen. */
  query?: string;
}

const admin: readonly Role[] = ['admin'];
const technician: readonly Role[] = ['technician'];
const client: readonly Role[] = ['user'];
/** The roles that write the records of the sites (`decisions §10`). */
const staff: readonly Role[] = ['admin', 'technician'];
const adminAndClient: readonly Role[] = ['admin', 'user'];
const everyone: readonly Role[] = ['admin', 'technician', 'user'];

/** The names of the queries in `first-queries.ts`. `siteChoice` is the list of sites, for roles that pick a site. */
export type FirstQuery =
  | 'sites'
  | 'siteChoice'
  | 'siteRecord'
  | 'failures'
  | 'overview'
  | 'accessKeys'
  | 'changers'
  | 'changes'
  | 'visits'
  | 'faults'
  | 'clientErrors';

/** A screen: who may open it, what leads to it and which records it needs first (`spec §2`, `spec §6`). */
export interface PortalRoute {
  path: Path;
  title: Message;
  /** The roles that may open it. The database refuses the records to other roles, too. */
  audience: readonly Role[];
  /** Loads the code of the screen. */
  screen: LoadComponent<{ title: string }>;
  /** The queries that are sent while a stored session is checked and the screen's code loads. */
  first?: readonly FirstQuery[];
  /** Its links in the menu. The menu has the order of `routes`. */
  menu?: readonly MenuEntry[];
  /** Whether it is shown below the tabs of the workspace. */
  workspace?: true;
  /** The label of its tab in the workspace. */
  tab?: Message;
  /** The screen with a link to this one, for a role that has neither a menu link nor a tab for it. */
  linkedFrom?: Partial<Record<Role, Path | '/'>>;
  /** Whether its code is loaded while the access key is typed at the login. */
  early?: true;
  /** Whether its menu link passes on the picked site. */
  carriesSite?: true;
  /** Roles outside the audience that are redirected to their start screen. Other roles are told that the screen is not for them. */
  leadsHome?: readonly Role[];
}

const loadProfile = () => import('../features/profile/ProfileRoute.tsx').then((m) => m.ProfileRoute);
const loadWelcome = () => import('../features/welcome/WelcomeRoute.tsx').then((m) => m.WelcomeRoute);
const loadOverview = () => import('../features/overview/OverviewRoute.tsx').then((m) => m.OverviewRoute);
const loadVisitSearch = () => import('../features/overview/VisitSearchRoute.tsx').then((m) => m.VisitSearchRoute);
const loadMySites = () => import('../features/my-sites/MySitesRoute.tsx').then((m) => m.MySitesRoute);
const loadAddTask = () => import('../features/add-task/AddTaskRoute.tsx').then((m) => m.AddTaskRoute);
const loadDataDeleter = () => import('../features/data-deleter/DataDeleterRoute.tsx').then((m) => m.DataDeleterRoute);
const loadMaintenance = () => import('../features/maintenance/MaintenanceRoute.tsx').then((m) => m.MaintenanceRoute);
const loadMaintenanceForm = () =>
  import('../features/maintenance-form/MaintenanceFormRoute.tsx').then((m) => m.MaintenanceFormRoute);
const loadSites = () => import('../features/sites/SitesRoute.tsx').then((m) => m.SitesRoute);
const loadAccessKeys = () => import('../features/access-keys/AccessKeysRoute.tsx').then((m) => m.AccessKeysRoute);
const loadChangeLog = () => import('../features/change-log/ChangeLogRoute.tsx').then((m) => m.ChangeLogRoute);
const loadFaults = () => import('../features/faults/FaultsRoute.tsx').then((m) => m.FaultsRoute);
const loadClientErrors = () =>
  import('../features/client-errors/ClientErrorsRoute.tsx').then((m) => m.ClientErrorsRoute);
const loadServiceHistory = () =>
  import('../features/service-history/ServiceHistoryRoute.tsx').then((m) => m.ServiceHistoryRoute);
const loadCharts = () =>
  import('../features/failure-analytics/FailureAnalyticsRoute.tsx').then((m) => m.FailureAnalyticsRoute);
const loadGuide = () => import('../features/guide/GuideRoute.tsx').then((m) => m.GuideRoute);
const loadUpdateZip = () => import('../features/update-zip/UpdateZipRoute.tsx').then((m) => m.UpdateZipRoute);
const loadRecords = () => import('../features/project-records/RecordsRoute.tsx').then((m) => m.RecordsRoute);

export const routes: readonly PortalRoute[] = [
  {
    path: paths.welcome,
    title: message('Welcome'),
    audience: client,
    screen: loadWelcome,
    first: ['siteRecord', 'failures'],
    linkedFrom: { user: '/' },
    early: true,
    leadsHome: admin,
  },
  {
    path: paths.overview,
    title: message('Overview'),
    audience: admin,
    screen: loadOverview,
    first: ['overview'],
    workspace: true,
    tab: message('Overview'),
  },
  {
    path: paths.visitSearch,
    title: message('All Visits'),
    audience: admin,
    screen: loadVisitSearch,
    first: ['sites', 'visits'],
    workspace: true,
    linkedFrom: { admin: paths.overview },
  },
  {
    path: paths.mySites,
    title: message('My Sites'),
    audience: technician,
    screen: loadMySites,
    first: ['overview'],
    menu: [{ label: message('Admin') }],
    workspace: true,
    tab: message('My sites'),
  },
  {
    path: paths.faults,
    title: message('Faults'),
    audience: staff,
    screen: loadFaults,
    first: ['sites', 'faults'],
    workspace: true,
    tab: message('Faults'),
  },
  {
    path: paths.addTask,
    title: message('Add New Task'),
    audience: staff,
    screen: loadAddTask,
    first: ['sites'],
    menu: [{ label: message('Admin'), of: admin }],
    workspace: true,
    tab: message('Add New Task'),
    early: true,
  },
  {
    path: paths.maintenanceForm,
    title: message('Maintenance Report Form'),
    audience: staff,
    screen: loadMaintenanceForm,
    first: ['sites'],
    workspace: true,
    tab: message('Maintenance Report form'),
  },
  {
    path: paths.sites,
    title: message('Sites'),
    audience: admin,
    screen: loadSites,
    first: ['sites'],
    workspace: true,
    tab: message('Sites'),
  },
  {
    path: paths.accessKeys,
    title: message('Access Keys'),
    audience: admin,
    screen: loadAccessKeys,
    first: ['accessKeys', 'sites'],
    workspace: true,
    tab: message('Access keys'),
  },
  {
    path: paths.changeLog,
    title: message('Change Log'),
    audience: admin,
    screen: loadChangeLog,
    first: ['accessKeys', 'sites', 'changers', 'changes'],
    workspace: true,
    tab: message('Change log'),
  },
  {
    path: paths.clientErrors,
    title: message('Errors'),
    audience: admin,
    screen: loadClientErrors,
    first: ['clientErrors'],
    workspace: true,
    tab: message('Errors'),
  },
  {
    path: paths.dataDeleter,
    title: message('Data Deleter'),
    audience: admin,
    screen: loadDataDeleter,
    first: ['sites'],
    workspace: true,
    linkedFrom: { admin: paths.addTask },
  },
  {
    path: paths.maintenance,
    title: message('Maintenance Report'),
    audience: everyone,
    screen: loadMaintenance,
    first: ['siteChoice', 'siteRecord'],
    menu: [
      { label: message('Maintenance Report'), of: staff },
      { label: message('Inspection Report'), of: admin, query: '?view=inspection' },
    ],
    linkedFrom: { user: paths.serviceHistory },
    carriesSite: true,
  },
  {
    path: paths.profile,
    title: message('Profile'),
    audience: adminAndClient,
    screen: loadProfile,
    first: ['siteChoice', 'siteRecord', 'failures'],
    menu: [{ label: message('Profile'), of: client }],
    linkedFrom: { admin: paths.overview },
    early: true,
  },
  {
    path: paths.charts,
    title: message('Car Post Failure Analytics'),
    audience: adminAndClient,
    screen: loadCharts,
    first: ['siteChoice', 'failures'],
    menu: [{ label: message('Stats'), of: client }],
    linkedFrom: { admin: paths.overview },
  },
  {
    path: paths.serviceHistory,
    title: message('Service History'),
    audience: everyone,
    screen: loadServiceHistory,
    first: ['siteChoice', 'siteRecord', 'failures'],
    menu: [{ label: message('Service History'), of: ['technician', 'user'] }],
    linkedFrom: { admin: paths.overview },
    carriesSite: true,
  },
  {
    path: paths.guide,
    title: message('Guidelines'),
    audience: everyone,
    screen: loadGuide,
    menu: [{ label: message('Guide') }],
  },
  {
    path: paths.updateZip,
    title: message('Update ZIP'),
    audience: admin,
    screen: loadUpdateZip,
    menu: [{ label: message('Update ZIP') }],
  },
  {
    path: paths.records,
    title: message('Project Records'),
    audience: admin,
    screen: loadRecords,
    menu: [{ label: message('Files') }],
  },
];

/** The screen at a path; undefined for an unknown path. Trailing slashes are ignored, as the router does. */
export function routeAt(pathname: string): PortalRoute | undefined {
  return routes.find(({ path }) => path === screenPath({ pathname }));
}

export function isOpenTo(role: Role, { audience }: PortalRoute): boolean {
  return audience.includes(role);
}

export function isEntryFor(role: Role, { of }: MenuEntry): boolean {
  return of?.includes(role) ?? true;
}
