import type { Load } from './Fetched.tsx';

/** One screen: its address, its name, and whose key opens it (`spec §2`, `spec §6`). */
export interface PortalRoute {
  path: string;
  title: string;
  audience: 'admin' | 'user' | 'everyone';
  screen: Load<{ title: string }>;
}

const NotBuilt = async () => (await import('./NotBuiltScreen.tsx')).NotBuiltScreen;
const Profile = async () => (await import('../features/profile/ProfileRoute.tsx')).ProfileRoute;
const Welcome = async () => (await import('../features/welcome/WelcomeRoute.tsx')).WelcomeRoute;
const Maintenance = async () => (await import('../features/maintenance/MaintenanceRoute.tsx')).MaintenanceRoute;
const MaintenanceForm = async () =>
  (await import('../features/maintenance-form/MaintenanceFormRoute.tsx')).MaintenanceFormRoute;
const Sites = async () => (await import('../features/sites/SitesRoute.tsx')).SitesRoute;

/** Every screen behind the login. */
export const routes: readonly PortalRoute[] = [
  { path: '/welcome', title: 'Welcome', audience: 'user', screen: Welcome },
  { path: '/profile', title: 'Profile', audience: 'everyone', screen: Profile },
  { path: '/maintenance', title: 'Maintenance Report', audience: 'everyone', screen: Maintenance },
  { path: '/charts', title: 'Car Post Failure Analytics', audience: 'everyone', screen: NotBuilt },
  { path: '/data-fetcher', title: 'Service History', audience: 'everyone', screen: NotBuilt },
  { path: '/guide', title: 'Guidelines', audience: 'everyone', screen: NotBuilt },
  { path: '/DataEditor', title: 'Data Editor', audience: 'admin', screen: NotBuilt },
  { path: '/DataEditor/report', title: 'Maintenance Report Form', audience: 'admin', screen: MaintenanceForm },
  { path: '/DataEditor/sites', title: 'Sites', audience: 'admin', screen: Sites },
  { path: '/DataEditor/keys', title: 'Access Keys', audience: 'admin', screen: NotBuilt },
  { path: '/DataEditor/history', title: 'Change Log', audience: 'admin', screen: NotBuilt },
  { path: '/datadeleter', title: 'Data Deleter', audience: 'admin', screen: NotBuilt },
  { path: '/UploadZip', title: 'Update ZIP', audience: 'admin', screen: NotBuilt },
  { path: '/fb', title: 'Project Records', audience: 'admin', screen: NotBuilt },
];
