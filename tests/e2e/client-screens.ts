import type { Page } from '@playwright/test';
import { march, press, pressUnder, type Shown } from './screens.ts';

/** Opens the form for a link to the open visit, for an insurer. */
async function makeLink(page: Page): Promise<void> {
  await press('Link without a login')(page);
  await page.getByRole('textbox', { name: 'For whom' }).fill('Insurer');
  await press('Make')(page);
}

/** The screens and states of a client, besides the main screens. */
export const clientScreens: readonly Shown[] = [
  { name: 'welcome', key: 'selasih', path: '/welcome', ready: 'Continue' },
  { name: 'profile, offline and expired', key: 'kayangan', path: '/profile', ready: 'System Offline' },
  { name: 'profile, no site', key: 'withoutSite', path: '/profile', ready: 'No profile data available' },
  { name: 'analytics, no site', key: 'withoutSite', path: '/charts', ready: 'No failure records yet.', judged: false },
  { name: 'month, empty', key: 'selasih', path: '/maintenance?year=2030', ready: 'No activities during' },
  {
    name: 'service history, keeping for offline',
    key: 'selasih',
    path: '/data-fetcher',
    ready: 'Keep this site for offline',
    act: pressUnder('More export, print and offline', 'Keep this site for offline'),
  },
  { name: 'search', key: 'selasih', path: '/data-fetcher?q=replaced', ready: 'replaced' },
  {
    name: 'search, nothing',
    key: 'selasih',
    path: '/data-fetcher?q=zzz',
    ready: 'zzz',
    written: ['zzz'],
    judged: false,
  },
  {
    name: 'analytics, compared',
    judged: false,
    key: 'selasih',
    path: '/charts?year=2026&compare=2025',
    ready: 'RFID Reader Not Reading',
  },
  {
    name: 'analytics, unlocking',
    key: 'selasih',
    path: '/charts?year=2026',
    ready: 'RFID Reader Not Reading',
    act: press('Unlock Admin Access'),
  },
  { name: 'photos', key: 'selasih', path: march, ready: 'Total Tasks', act: press(/^View Photos/u) },
  { name: 'PDF', key: 'selasih', path: march, ready: 'Total Tasks', act: press('Preview PDF') },
  {
    name: 'shared link',
    key: 'selasih',
    path: march,
    ready: 'Total Tasks',
    act: async (page) => {
      await press('More')(page);
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
    },
    after: 'It opens with an access key of Selasih Park.',
    judged: false,
  },
  { name: 'guide, search', key: 'selasih', path: '/guide?q=the', ready: /^Page \d/u },
  {
    name: 'guide, nothing found',
    key: 'selasih',
    path: '/guide?q=zzz',
    ready: 'No document matches',
    written: ['zzz'],
    judged: false,
  },
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
  {
    name: 'logout question',
    key: 'selasih',
    path: '/guide',
    ready: 'Guidelines',
    act: pressUnder('Menu', 'End Session'),
  },
  {
    name: 'sessions of the key',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: press('Sessions of your key'),
  },
  {
    name: 'links',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: press('Links without a login'),
    after: 'Insurer, power trip of 12 November',
  },
  {
    name: 'link, ending',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: async (page) => {
      await press('Links without a login')(page);
      await page.getByRole('button', { name: 'End the link for Insurer, power trip of 12 November' }).click();
    },
    after: 'It stops at once, for everybody who has it.',
  },
  {
    name: 'link, asked for',
    key: 'selasih',
    path: '/data-fetcher?task=114',
    ready: 'Service History',
    act: press('Link without a login'),
    after: 'Anybody who has the link sees them.',
  },
  {
    name: 'link, made',
    key: 'selasih',
    path: '/data-fetcher?task=114',
    ready: 'Service History',
    act: async (page) => {
      await page.route('**/rpc/make_link', (route) =>
        route.fulfill({ json: { id: 1, secret: 'ABCD2345EFGH6789JKMNPQRSTUVW', until: '2026-12-22T13:30:00+08:00' } }),
      );
      await makeLink(page);
    },
    after: 'Copy it now.',
    written: ['Insurer'],
  },
  {
    name: 'site export',
    key: 'selasih',
    path: '/profile',
    ready: 'System Online',
    act: press('Export this site'),
    judged: false,
  },
  { name: 'not found', key: 'selasih', path: '/no-such-page', ready: /not found/iu },
  {
    name: 'not for this key',
    key: 'selasih',
    path: '/DataEditor',
    ready: 'not available with your key',
    judged: false,
  },
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
