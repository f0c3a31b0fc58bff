import { expect, type Page } from '@playwright/test';
import * as v from 'valibot';
import { importScreens } from './import-screens.ts';
import { keyScreens } from './key-screens.ts';
import { openedBy, press, pressInDialog } from './screens.ts';
import { answerUntil } from './support.ts';

const selasih = 'site=Selasih+Park';

const overview = { path: '/DataEditor/overview', ready: 'Menara Kayangan' };
const addTask = { path: '/DataEditor', ready: 'A draft is kept on this device as you type.' };
const form = { path: '/DataEditor/report', ready: 'Visual inspection' };
const corrections = { path: `/datadeleter?${selasih}&year=2026&month=mar`, ready: 'Edit' };
const month = { path: `/maintenance?${selasih}&year=2026&month=mar`, ready: 'View Photos (4)' };
const faults = { path: '/DataEditor/faults', ready: /open faults?$/u };
const counts = { path: `/charts?${selasih}&year=2026`, ready: 'Update Database' };

/** Opens the fault that is open for the longest time and is later than promised. */
const openFault = async (page: Page) => page.getByRole('table').getByRole('button').first().click();

const reportedError = {
  message: "TypeError: Cannot read properties of undefined (reading 'urls') at Profile-D3kX9a.js:1:2345",
  screen: '/profile',
  release: 'B7fQ2m',
  role: 'user',
  times: 3,
  first_seen: '2026-11-02T01:05:00Z',
  last_seen: '2026-11-20T08:30:00Z',
};
const reportedErrors = [
  reportedError,
  { ...reportedError, message: 'The server answered 500', screen: '/data-fetcher', role: 'technician', times: 1 },
  {
    ...reportedError,
    message: 'Code that the host does not have: /assets/heic-worker-B7.js',
    screen: '/',
    role: 'none',
  },
];

/** Stores visits on the device as after a day without a connection. None of them is saved automatically. */
async function storeWaitingVisits(page: Page): Promise<void> {
  await page.evaluate(() => {
    const keyId = /"keyId":(\d+)/u.exec(sessionStorage.getItem('portal.session') ?? '')?.[1];
    const file = { id: 'a', name: 'a.jpg', kind: 'photo', sizeBefore: 1, url: null, saved: false };
    const task = {
      siteId: 1,
      siteName: 'Selasih Park',
      date: '2026-03-17',
      clock: '10:05',
      year: '2026',
      month: 'mar',
      kind: '',
      kindChosen: false,
      title: 'Repair',
      text: 'Arm',
      added: true,
      finishedAt: 1,
      lost: 2,
      attempt: null,
    };
    for (const update of ['refused', 'incomplete', 'stopped']) {
      const value = { ...task, update, files: update === 'stopped' ? [] : [file] };
      const entry = {
        savedAt: Date.now(),
        until: Date.now() + 3_600_000,
        title: { english: 'New task', parts: {} },
        value,
      };
      localStorage.setItem(`portal.draft/key-${keyId}/add-task/${update}`, JSON.stringify(entry));
    }
    const visit = { date: '2026-03-17', clock: '10:05', title: 'Repair', answers: [] };
    const saved = { site: 'Selasih Park', visit, photos: 2, to: '/maintenance' };
    const note = { savedAt: Date.now(), until: Date.now() + 3_600_000, title: null, value: saved };
    localStorage.setItem(`portal.draft/key-${keyId}/saved-visit/1`, JSON.stringify(note));
  });
  await page.goto('/DataEditor?site=Kingfisher%20Tower');
}

/** Stores drafts of an ended key on the device. The id of the key is invented, and so is the answer that it has ended. */
async function storeDraftsOfEndedKey(page: Page): Promise<void> {
  const endedKey = { id: 900, label: 'Team B', role: 'technician', revoked: true, replaced: false };
  const at = '2026-11-20T11:00:00+08:00';
  await page.route('**/rpc/ended_keys', (route) => route.fulfill({ json: [{ ...endedKey, ended_at: at }] }));
  await page.evaluate(() => {
    const saved = { savedAt: Date.now(), until: Date.now() + 3_600_000, value: { update: 'waiting' } };
    const titles = ['New visit that is finished, but not saved yet', 'New visit'];
    for (const title of titles)
      localStorage.setItem(
        `portal.draft/key-900/add-task/${title}`,
        JSON.stringify({ ...saved, title: { english: title, parts: {} } }),
      );
  });
  await page.goto('/DataEditor');
}

const unreadEnd = 'after 2 years';

/** Lists the contract ends of all sites, each as a text that is no date. All those of the demo are dates. */
async function openContractEnds(page: Page): Promise<void> {
  for (const call of ['**/rpc/site_overview', '**/rest/v1/maintable?*'])
    await page.route(call, async (route) => {
      const response = await route.fetch();
      const rows = v.parse(v.array(v.looseObject({})), await response.json());
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, contract_until: unreadEnd })) });
    });
  await page.reload();
  await press(/contract ends are not dates$/u)(page);
  await page.getByRole('dialog').getByLabel('Selasih Park', { exact: true }).fill('Dec 2027');
}

/** The screens and states of an admin, besides the main screens. None of them saves anything. */
export const adminScreens = openedBy('admin', [
  {
    name: 'overview, interval of all',
    ...overview,
    act: async (page) => {
      await page.getByLabel('Select all that match').check();
      await press('Set visit interval')(page);
    },
    after: 'Due dates and missed visits',
  },
  {
    name: 'overview, contract ends',
    ...overview,
    act: openContractEnds,
    after: 'Type when each contract ends',
    written: [unreadEnd],
  },
  {
    name: 'overview, year reports',
    judged: false,
    ...overview,
    act: async (page) => {
      await page.getByLabel('Select all that match').check();
      await press('Year reports')(page);
    },
    after: 'One ZIP',
  },
  { name: 'all visits', path: '/DataEditor/visits', ready: 'newest first' },
  {
    name: 'all visits, chosen',
    path: '/DataEditor/visits?site=Selasih+Park',
    ready: 'newest first',
    act: async (page) => {
      await press('Choose')(page);
      await page
        .getByRole('checkbox', { name: /^Choose / })
        .first()
        .check();
    },
    after: 'One PDF',
  },
  {
    name: 'add task, others on the device',
    ...addTask,
    act: storeWaitingVisits,
    after: '2 files could not be kept on this device: open it and decide.',
    written: ['Repair'],
  },
  {
    name: 'drafts of a key that has ended',
    ...addTask,
    act: storeDraftsOfEndedKey,
    after: 'Take over',
    written: ['Team B', 'New visit that is finished, but not saved yet', 'New visit'],
  },
  { name: 'add task, incomplete', ...addTask, act: press('Add Task'), after: 'Please fill in all fields' },
  {
    name: 'add task, discarding',
    judged: false,
    ...addTask,
    act: async (page) => {
      await page.getByLabel('Title').fill('Repair');
      await press('Discard')(page);
    },
  },
  {
    name: 'add task, restored',
    path: '/DataEditor',
    ready: 'Need Correction?',
    act: async (page) => {
      await page.getByLabel('Title').fill('Repair of the arm');
      await page.reload();
    },
    after: 'restored.',
  },
  { name: 'sites', path: '/DataEditor/sites', ready: 'Menara Kayangan' },
  {
    name: 'sites, unknown',
    path: '/DataEditor/sites?site=None',
    ready: 'No data found',
    written: ['None'],
    judged: false,
  },
  { name: 'new site', path: '/DataEditor/sites?add=true', ready: 'Building and gates' },
  { name: 'stickers', path: `/DataEditor/sites?${selasih}`, ready: 'Guard house' },
  {
    name: 'stickers, printing',
    path: `/DataEditor/sites?${selasih}`,
    ready: 'Guard house',
    act: async (page) => {
      await press('Choose all')(page);
      await page.getByRole('button', { name: /^Print \d+ stickers$/u }).click();
    },
    after: 'A PDF is saved on this device',
  },
  {
    name: 'stickers, failed',
    judged: false,
    path: `/DataEditor/sites?${selasih}`,
    ready: 'Guard house',
    act: async (page) => {
      await page.route('**/rpc/make_sticker', (route) => route.fulfill({ json: {} }));
      await press('Choose all')(page);
      await page.getByRole('button', { name: /^Print \d+ stickers$/u }).click();
      await pressInDialog(page, 'Make and print');
    },
    after: 'the server refused it',
  },
  { name: 'links of a site', path: `/DataEditor/sites?${selasih}`, ready: 'Insurer, power trip of 12 November' },
  ...keyScreens,
  ...importScreens,
  { name: 'faults', ...faults },
  { name: 'faults, all', ...faults, path: '/DataEditor/faults?state=all', ready: /\d faults$/u },
  { name: 'fault', ...faults, act: openFault },
  {
    name: 'fault, closing',
    ...faults,
    act: async (page) => {
      await openFault(page);
      await pressInDialog(page, 'Close without a visit');
    },
  },
  {
    name: 'fault, answered by a visit',
    ...faults,
    act: async (page) => {
      await openFault(page);
      await pressInDialog(page, 'More');
      await page.getByRole('menuitem', { name: 'Answered by a visit already filed' }).click();
    },
  },
  {
    name: 'fault, corrected',
    ...faults,
    act: async (page) => {
      await openFault(page);
      await pressInDialog(page, 'More');
      await page.getByRole('menuitem', { name: 'Wrong post or site' }).click();
    },
  },
  { name: 'fault by phone', ...faults, act: press('Reported by phone') },
  { name: 'change log, faults', path: '/DataEditor/history?kind=faults', ready: /changes?$/u, judged: false },
  { name: 'change log', path: '/DataEditor/history', ready: /changes?$|Nothing was changed/u, judged: false },
  {
    name: 'errors',
    path: '/DataEditor/errors',
    ready: 'What failed in people’s browsers',
    act: async (page) => {
      await page.route('**/rpc/list_client_errors', (route) => route.fulfill({ json: reportedErrors }));
      await page.reload();
    },
    after: 'Profile-D3kX9a.js:1:2345',
    written: reportedErrors.flatMap(({ message, release }) => [message, release]),
  },
  { name: 'history of a site', path: `/data-fetcher?${selasih}`, ready: '130 visits' },
  {
    name: 'visit, moving',
    ...month,
    act: press('Move to another site'),
    // the list of sites is open, and Escape would close it first
    after: 'It is filed at the other site',
    judged: false,
  },
  { name: 'data deleter', ...corrections },
  { name: 'data deleter, correcting', ...corrections, act: press('Edit') },
  { name: 'project records', path: '/fb?open=2024/Month_03', ready: 'Month_03' },
  { name: 'update ZIP', path: '/UploadZip', ready: 'Update ZIP', judged: false },
  {
    name: 'update ZIP, another file refused',
    path: '/UploadZip',
    ready: 'Update ZIP',
    act: async (page) => {
      const file = { mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004 and more') };
      await page.getByLabel('Choose a .zip file').setInputFiles({ ...file, name: `${'long-name-'.repeat(12)}.zip` });
      await page.getByLabel('Choose another .zip file').setInputFiles({ ...file, name: 'photo.jpg' });
    },
    after: '“photo.jpg” is not a .zip file. Choose a .zip file.',
  },
  { name: 'admin picks a site', path: '/maintenance', ready: 'Select a site to see its visits.' },
  {
    name: 'site, found by typing',
    path: '/profile',
    ready: 'Select a site to see its profile.',
    act: (page) => page.getByLabel('Site', { exact: true }).fill('m'),
    after: 'Menara Kayangan',
  },
  { name: 'profile of a site', path: `/profile?${selasih}`, ready: 'System Online', judged: false },
  { name: 'counts', ...counts, act: press('Add New Issue'), after: 'Issue Type' },
  {
    name: 'counts, year started',
    path: `/charts?${selasih}&year=2029`,
    ready: 'Update Database',
    act: press(/^Start 2029/u),
    after: 'Counts of 2029',
  },
  { name: 'counts, new post', ...counts, act: press('Add a post') },
  { name: 'counts, type renamed', ...counts, act: press(/^Rename (?!post).*, /u), judged: false },
  { name: 'counts, type removed', ...counts, act: press(/^Remove (?!post).*, /u), judged: false },
]);

const isStart = (url: URL) => url.pathname === '/';

/** These come last, because they leave drafts behind. The last one cannot be left for another screen. */
export const adminQuestions = openedBy('admin', [
  {
    name: 'report form, gaps',
    ...form,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Fail' }).first().check();
      await press('Download PDF')(page);
    },
    after: 'Download anyway',
  },
  {
    name: 'new version',
    path: '/guide',
    ready: 'Guidelines',
    act: async (page) => {
      const isUpdated = await answerUntil(page, isStart, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><div id="root"></div><script type="module" src="/assets/next-D1cNa9_x.js"></script>',
        }),
      );
      const offer = page.getByRole('button', { name: 'New version - reload' });
      // the listener is only loaded when the page is idle
      await expect(async () => {
        await page.evaluate(() => dispatchEvent(new Event('vite:preloadError')));
        await expect(offer).toBeVisible({ timeout: 1_000 });
      }).toPass();
      isUpdated();
    },
    after: 'New version - reload',
  },
  {
    name: 'site editor, leaving',
    judged: false,
    path: `/DataEditor/sites?${selasih}`,
    ready: 'Building and gates',
    act: async (page) => {
      await page.getByLabel('Capacity').fill('7');
      await page.getByRole('link', { name: 'Overview' }).click();
    },
  },
]);
