// The path of every screen of the portal; what stickers and links open is in `.config/door-page.ts`. Everything else about
// screens is in `app/routes.tsx`.

export const welcome = '/welcome';
export const overview = '/DataEditor/overview';
export const visitSearch = '/DataEditor/visits';
export const mySites = '/DataEditor/my-sites';
export const addTask = '/DataEditor';
export const maintenanceForm = '/DataEditor/report';
export const sites = '/DataEditor/sites';
export const accessKeys = '/DataEditor/keys';
export const changeLog = '/DataEditor/history';
export const clientErrors = '/DataEditor/errors';
export const faults = '/DataEditor/faults';
export const dataDeleter = '/datadeleter';
export const maintenance = '/maintenance';
export const profile = '/profile';
export const charts = '/charts';
export const serviceHistory = '/data-fetcher';
export const guide = '/guide';
export const updateZip = '/UploadZip';
export const records = '/fb';
