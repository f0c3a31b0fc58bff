import type { Load } from './Fetched.tsx';

/** One screen: its address, its name, and whose key opens it (`spec §2`, `spec §6`). */
export interface PortalRoute {
  path: string;
  title: string;
  audience: 'admin' | 'user' | 'everyone';
  screen: Load<{ title: string }>;
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
  { path: '/welcome', title: 'Welcome', audience: 'user', screen: Welcome },
  { path: '/profile', title: 'Profile', audience: 'everyone', screen: Profile },
  { path: '/maintenance', title: 'Maintenance Report', audience: 'everyone', screen: Maintenance },
  { path: '/charts', title: 'Car Post Failure Analytics', audience: 'everyone', screen: Charts },
  { path: '/data-fetcher', title: 'Service History', audience: 'everyone', screen: ServiceHistory },
  { path: '/guide', title: 'Guidelines', audience: 'everyone', screen: Guide },
  { path: '/DataEditor', title: 'Add New Task', audience: 'admin', screen: AddTask },
  { path: '/DataEditor/report', title: 'Maintenance Report Form', audience: 'admin', screen: MaintenanceForm },
  { path: '/DataEditor/sites', title: 'Sites', audience: 'admin', screen: Sites },
  { path: '/DataEditor/keys', title: 'Access Keys', audience: 'admin', screen: AccessKeys },
  { path: '/DataEditor/history', title: 'Change Log', audience: 'admin', screen: ChangeLog },
  { path: '/datadeleter', title: 'Data Deleter', audience: 'admin', screen: DataDeleter },
  { path: '/UploadZip', title: 'Update ZIP', audience: 'admin', screen: UpdateZip },
  { path: '/fb', title: 'Project Records', audience: 'admin', screen: Records },
];
