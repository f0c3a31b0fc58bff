import type { Page } from '@playwright/test';
import { failedScreens, waitingScreens } from './network-screens.ts';
import type { Shown } from './screens.ts';
import { pickSite } from './sites.ts';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const march = '/maintenance?year=2026&month=mar';
const selasih = 'site=Selasih+Park';
const charts = `/charts?${selasih}&year=2026`;
const corrections = `/datadeleter?${selasih}&year=2026&month=mar`;

/** What a client meets beside the main screens. */
const clientScreens: readonly Shown[] = [
  { name: 'welcome', key: 'selasih', path: '/welcome', ready: 'Continue' },
  { name: 'profile, offline and expired', key: 'kayangan', path: '/profile', ready: 'System Offline' },
  { name: 'profile, quiet site', key: 'kingfisher', path: '/profile', ready: 'System Online' },
  { name: 'profile, no site', key: 'withoutSite', path: '/profile', ready: 'No profile data available' },
  { name: 'month, no site', key: 'withoutSite', path: '/maintenance', ready: 'No data found' },
  { name: 'service history, no site', key: 'withoutSite', path: '/data-fetcher', ready: 'No data found' },
  { name: 'analytics, no site', key: 'withoutSite', path: '/charts', ready: 'No failure records yet.' },
  { name: 'month, empty', key: 'selasih', path: '/maintenance?year=2030', ready: 'No activities during' },
  {
    name: 'month, too few for a report',
    key: 'kingfisher',
    path: '/maintenance?year=2025&month=mar',
    ready: 'Total Tasks',
  },
  { name: 'search', key: 'selasih', path: '/data-fetcher?q=spring', ready: 'spring' },
  { name: 'search, nothing', key: 'selasih', path: '/data-fetcher?q=zzz', ready: 'zzz' },
  {
    name: 'analytics, compared',
    key: 'selasih',
    path: '/charts?year=2026&compare=2025',
    ready: 'RFID Reader Not Reading',
  },
  { name: 'analytics, none', key: 'kayangan', path: '/charts?year=2030', ready: 'Car Post Failure Analytics' },
  {
    name: 'analytics, unlocking',
    key: 'selasih',
    path: '/charts?year=2026',
    ready: 'RFID Reader Not Reading',
    act: press('Unlock Admin Access'),
  },
  { name: 'photos', key: 'selasih', path: march, ready: 'Total Tasks', act: press(/^View Photos/u) },
  { name: 'PDF', key: 'selasih', path: march, ready: 'Total Tasks', act: press('Preview PDF') },
  { name: 'shared link', key: 'selasih', path: march, ready: 'Total Tasks', act: press('Share'), after: 'Link copied' },
  { name: 'guide, search', key: 'selasih', path: '/guide?q=the', ready: /^Page \d/u },
  { name: 'guide, nothing found', key: 'selasih', path: '/guide?q=zzz', ready: 'No document matches' },
  { name: 'guide, unknown', key: 'selasih', path: '/guide?file=none.pdf', ready: 'There is no document' },
  {
    name: 'menu of a phone',
    key: 'selasih',
    path: '/guide',
    ready: 'Guidelines',
    act: async (page) => {
      const before = page.viewportSize();
      await page.setViewportSize({ width: 360, height: 740 });
      await press('Menu')(page);
      if (before) await page.setViewportSize(before);
    },
    after: 'End Session',
  },
  { name: 'logout question', key: 'selasih', path: '/guide', ready: 'Guidelines', act: press('End Session') },
  {
    name: 'sessions of the key',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: press('Sessions of your key'),
  },
  { name: 'not found', key: 'selasih', path: '/no-such-page', ready: /not found/iu },
  { name: 'not for this key', key: 'selasih', path: '/DataEditor', ready: 'not available with your key' },
  {
    name: 'login, refused',
    path: '/',
    ready: 'Forgot Secret Key?',
    act: async (page) => {
      await page.getByLabel('Secret Key').fill('nonsense');
      await page.keyboard.press('Enter');
    },
    after: 'Invalid token',
  },
];

/** Without making one. */
async function issueKey(page: Page): Promise<void> {
  const answer = { id: 900, key: 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345' };
  await page.route('**/rpc/issue_key', (route) => route.fulfill({ json: answer }), { times: 1 });
  await press('Issue a key')(page);
  await pickSite(page.getByRole('dialog'), 'Selasih Park');
  await page.getByLabel('Label').fill('Guard house');
  await press('Issue key')(page);
}

/** What an admin meets beside the main screens. Nothing of it is saved. */
const adminScreens: readonly Shown[] = [
  { name: 'all visits', key: 'admin', path: '/DataEditor/visits', ready: 'The newest' },
  { name: 'all visits, nothing', key: 'admin', path: '/DataEditor/visits?q=zzzz', ready: 'No visit matches' },
  {
    name: 'add task, incomplete',
    key: 'admin',
    path: '/DataEditor',
    ready: 'A draft is kept on this device as you type.',
    act: press('Add Task'),
    after: 'Please fill in all fields',
  },
  {
    name: 'add task, discarding',
    key: 'admin',
    path: '/DataEditor',
    ready: 'A draft is kept on this device as you type.',
    act: async (page) => {
      await page.getByLabel('Title').fill('Repair');
      await press('Discard')(page);
    },
  },
  {
    name: 'add task, restored',
    key: 'admin',
    path: '/DataEditor',
    ready: 'Need Correction?',
    act: async (page) => {
      await page.getByLabel('Title').fill('Repair of the arm');
      await page.reload();
    },
    after: 'restored.',
  },
  {
    name: 'logout question with a draft',
    key: 'admin',
    path: '/DataEditor/overview',
    ready: 'Menara Kayangan',
    act: press('End Session'),
  },
  { name: 'report form of a site', key: 'admin', path: '/DataEditor/report', ready: 'Visual inspection' },
  {
    name: 'report form, clearing',
    key: 'admin',
    path: '/DataEditor/report',
    ready: 'Visual inspection',
    act: press('Clear form'),
  },
  { name: 'sites', key: 'admin', path: '/DataEditor/sites', ready: 'Menara Kayangan' },
  { name: 'sites, unknown', key: 'admin', path: '/DataEditor/sites?site=None', ready: 'No data found' },
  { name: 'new site', key: 'admin', path: '/DataEditor/sites?add=true', ready: 'Building and gates' },
  { name: 'access keys', key: 'admin', path: '/DataEditor/keys', ready: 'Issue a key' },
  {
    name: 'key, issuing',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    act: async (page) => {
      await press('Issue a key')(page);
      await press('Issue key')(page);
    },
  },
  {
    name: 'key, issued',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    act: issueKey,
    after: 'It is not stored and cannot be shown again.',
  },
  {
    name: 'key, not copied',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    act: async (page) => {
      await issueKey(page);
      await press('Close')(page);
    },
    after: 'Back to the key',
  },
  {
    name: 'key of a technician, issuing',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    act: async (page) => {
      await press('Issue a key')(page);
      await page.getByRole('radio', { name: /^A technician/u }).check();
      await press('Issue key')(page);
    },
  },
  { name: 'key, its sites', key: 'admin', path: '/DataEditor/keys', ready: 'Change sites', act: press(/^Sites of /u) },
  {
    name: 'key, its sessions',
    key: 'admin',
    path: '/DataEditor/keys',
    ready: 'Issue a key',
    act: press(/^Sessions of /u),
  },
  { name: 'key, rotating', key: 'admin', path: '/DataEditor/keys', ready: 'Issue a key', act: press(/^Rotate /u) },
  {
    name: 'key, revoking',
    key: 'admin',
    path: `/DataEditor/keys?${selasih}`,
    ready: 'Issue a key',
    act: press(/^Revoke /u),
  },
  { name: 'change log', key: 'admin', path: '/DataEditor/history', ready: /changes?$|Nothing was changed/u },
  { name: 'change log, nothing', key: 'admin', path: '/DataEditor/history?q=zzzz', ready: 'No change matches' },
  { name: 'data deleter', key: 'admin', path: corrections, ready: 'Edit' },
  { name: 'data deleter, asking', key: 'admin', path: corrections, ready: 'Edit', act: press('Delete') },
  { name: 'data deleter, correcting', key: 'admin', path: corrections, ready: 'Edit', act: press('Edit') },
  { name: 'project records', key: 'admin', path: '/fb?open=2024/Month_03', ready: 'Month_03' },
  { name: 'update ZIP', key: 'admin', path: '/UploadZip', ready: 'Update ZIP' },
  { name: 'admin picks a site', key: 'admin', path: '/maintenance', ready: 'Select a site to see its tasks.' },
  {
    name: 'site, found by typing',
    key: 'admin',
    path: '/profile',
    ready: 'Select a site to see its profile.',
    act: (page) => page.getByLabel('Site', { exact: true }).fill('e'),
    after: 'Menara Kayangan',
  },
  { name: 'profile of a site', key: 'admin', path: `/profile?${selasih}`, ready: 'System Online' },
  { name: 'service history of a site', key: 'admin', path: `/data-fetcher?${selasih}`, ready: /\d+ (?:tasks|visits)/u },
  {
    name: 'counts',
    key: 'admin',
    path: charts,
    ready: 'Update Database',
    act: press('Add New Issue'),
    after: 'Issue Type',
  },
  { name: 'counts, new post', key: 'admin', path: charts, ready: 'Update Database', act: press('Add a post') },
  { name: 'counts, post renamed', key: 'admin', path: charts, ready: 'Update Database', act: press(/^Rename post /u) },
  { name: 'counts, post removed', key: 'admin', path: charts, ready: 'Update Database', act: press(/^Remove post /u) },
  {
    name: 'counts, type renamed',
    key: 'admin',
    path: charts,
    ready: 'Update Database',
    act: press(/^Rename (?!post).*, /u),
  },
  {
    name: 'counts, type removed',
    key: 'admin',
    path: charts,
    ready: 'Update Database',
    act: press(/^Remove (?!post).*, /u),
  },
];

/** The portal of a technician. */
const technicianScreens: readonly Shown[] = [
  { name: 'add task, technician', path: '/DataEditor', ready: 'Sessions of your key' },
  { name: 'report form, technician', path: '/DataEditor/report', ready: 'Visual inspection' },
  { name: 'technician picks a site', path: '/maintenance', ready: 'Select a site to see its tasks.' },
  { name: 'month, technician', path: `${march}&${selasih}`, ready: 'Total Tasks' },
  { name: 'service history, technician', path: `/data-fetcher?${selasih}`, ready: /\d+ (?:tasks|visits)/u },
  { name: 'not for a technician', path: '/charts', ready: 'not available with your key' },
].map((screen) => ({ ...screen, key: 'technician' as const }));

const isStart = (url: URL) => url.pathname === '/';

/** What is typed for these stays as a draft, so that they come last. */
const questions: readonly Shown[] = [
  {
    name: 'report form, no finding',
    key: 'admin',
    path: '/DataEditor/report',
    ready: 'Visual inspection',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Fail' }).first().check();
      await press('Download PDF')(page);
    },
    after: 'Continue without it',
  },
  {
    name: 'site editor, leaving',
    key: 'admin',
    path: `/DataEditor/sites?${selasih}`,
    ready: 'Building and gates',
    act: async (page) => {
      await page.getByLabel('Capacity').fill('7');
      await page.getByRole('link', { name: 'Overview' }).click();
    },
  },
  {
    name: 'new version',
    key: 'admin',
    path: '/guide',
    ready: 'Guidelines',
    act: async (page) => {
      await page.route(isStart, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
      await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
      await page.getByRole('button', { name: 'New version - reload' }).waitFor();
      await page.unroute(isStart);
    },
    after: 'New version - reload',
  },
];

/** The screens that are not among the main ones, and what goes wrong on all of them. */
export const otherScreens: readonly Shown[] = [
  ...clientScreens,
  ...technicianScreens,
  ...adminScreens,
  ...waitingScreens,
  ...failedScreens,
  ...questions,
];
