import { expect, type Page, type Request, type Route } from '@playwright/test';
import { goTo, keys, logIn, longJob } from './support.ts';

/** A screen in a state worth looking at. */
export interface Shown {
  name: string;
  /** The key that opens it; without one nobody is logged in. */
  key?: keyof typeof keys;
  path: string;
  /** Text that appears once the screen has all its data. */
  ready: string | RegExp;
  /** What happens to all requests of the screen to the database. */
  calls?: 'silent' | 'refused';
  /** Clicks and types before the screen is captured or checked. */
  act?: (page: Page) => Promise<void>;
  /** Text that appears after that; without it, `act` opens a dialog. */
  after?: string;
  /** What the screen shows of what the test itself has written, which no language changes. */
  written?: readonly string[];
  /** False if another screen shows the same parts: captured for the album, but not checked again. */
  judged?: false;
}

export function openedBy(key: keyof typeof keys, screens: readonly Omit<Shown, 'key'>[]): readonly Shown[] {
  return screens.map((screen) => ({ ...screen, key }));
}

/** Clicks the first button with that name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Clicks a button of the open dialog. */
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

/** Clicks an item of the first menu on the screen. */
export const pressItem = (name: string) => async (page: Page) => {
  await press('More')(page);
  await page.getByRole('menuitem', { name }).click();
};

/** Clicks a button that a phone folds away under another. */
export const pressUnder = (fold: string, name: string) => async (page: Page) => {
  const folded = page.getByRole('button', { name: fold, exact: true, expanded: false });
  if (await folded.isVisible()) await folded.click();
  await press(name)(page);
};

export const march = '/maintenance?year=2026&month=mar';

/** The main screens of both roles, with the demo data as it is. */
export const mainScreens: readonly Shown[] = [
  { name: 'login', path: '/', ready: 'Forgot Secret Key?' },
  { name: 'profile', key: 'selasih', path: '/profile', ready: 'System Online' },
  { name: 'month', key: 'selasih', path: march, ready: 'Total Tasks' },
  {
    name: 'service history',
    key: 'selasih',
    path: '/data-fetcher',
    ready: /13[01] (?:tasks|visits)/u,
  },
  { name: 'visit', key: 'selasih', path: '/data-fetcher?task=114', ready: 'Service History' },
  { name: 'analytics', key: 'selasih', path: '/charts?year=2026', ready: 'RFID Reader Not Reading' },
  { name: 'guide', key: 'selasih', path: '/guide', ready: 'Guidelines' },
  { name: 'overview', key: 'admin', path: '/DataEditor/overview', ready: 'Menara Kayangan' },
  { name: 'add task', key: 'admin', path: '/DataEditor', ready: 'A draft is kept on this device as you type.' },
  { name: 'report form', key: 'admin', path: '/DataEditor/report', ready: 'Visual inspection' },
  { name: 'site editor', key: 'admin', path: '/DataEditor/sites?site=Selasih+Park', ready: 'Building and gates' },
];

/** Every call of the database except `whoami`, without which no screen is shown. */
const database = /\/rest\/v1\/(?!rpc\/whoami)/u;

/** The screen that each page shows. */
const shown = new WeakMap<Page, Shown>();

/** What happens to the requests of each page whose database was ever kept from answering, and those that still wait. */
const unanswered = new WeakMap<Page, { calls: Shown['calls']; asked: Route[] }>();

const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { code: 'P0001', message: 'Refused by the test' } });

/** Makes the database answer, stay silent or refuse; refusing includes the requests that were left waiting. */
async function answerWith(page: Page, calls: Shown['calls']): Promise<void> {
  const before = unanswered.get(page);
  if (before) {
    const asked = before.asked.splice(0);
    before.calls = calls;
    if (calls === 'refused') await Promise.all(asked.map(refuse));
  } else if (calls) {
    const now: { calls: Shown['calls']; asked: Route[] } = { calls, asked: [] };
    unanswered.set(page, now);
    // one route for all states, see `answerUntil`
    await page.route(database, (route) => {
      if (!now.calls) return route.fallback();
      return now.calls === 'refused' ? refuse(route) : void now.asked.push(route);
    });
  }
}

/** Reuses a screen that the page shows already, closing a dialog over it. Returns whether that worked. */
async function uncover(page: Page, { path, calls }: Shown): Promise<boolean> {
  const before = shown.get(page);
  // the waiting requests have been refused, so the open screen shows the failure
  if (before?.path === path && before.calls === 'silent' && calls === 'refused') return true;
  if (before?.path !== path || before.calls || calls || before.after !== undefined) return false;
  if (before.act) await closeDialogs(page);
  return true;
}

/** The path without its query string, which changes a screen without leaving it. */
const placeOf = (path: string) => path.split('?', 1)[0];

/** Pauses (ms) of a poll before each of a hundred screens: the usual ones, up to a second, would outlast what is waited for. */
const often = { intervals: [50] };

/** Closes the open dialogs. One may have opened another, which closes first. */
async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  for (let open = await dialogs.count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(open - 1);
  }
}

/** Closes a dialog over the previous screen. Returns whether nothing is left of what `act` did. */
async function leave(page: Page, { act, after }: Shown): Promise<boolean> {
  // something was typed or changed in the screen itself
  if (after !== undefined) return false;
  const dialogs = page.getByRole('dialog');
  if ((await dialogs.count()) === 0) return !act;
  // a dialog that was opened by the URL closes only on another screen
  if (!act) return false;
  await closeDialogs(page);
  return true;
}

/** Opens a place as the portal's own links do, and waits until it has replaced the previous screen. */
async function replaceBy(page: Page, path: string): Promise<void> {
  const heading = await page.locator('h1').elementHandle();
  await goTo(page, path);
  // the previous screen stays until the next one is there
  await expect.poll(() => heading?.evaluate((one) => one.isConnected), often).toBe(false);
}

/** Opens a screen as the portal's own links do, if nothing is left of the previous one. Returns whether it did. */
async function follow(page: Page, { key, path, calls }: Shown): Promise<boolean> {
  const before = shown.get(page);
  if (!key || before?.key !== key) return false;
  // what was answered or refused is still shown while it is asked for again
  if (before.calls || calls) return false;
  if (!(await leave(page, before))) return false;
  // the same screen begins anew only after another one
  if (placeOf(before.path) === placeOf(path)) await replaceBy(page, '/no-such-page');
  await replaceBy(page, path);
  return true;
}

/** Requests of each page that are still running. */
const underway = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  if (underway.has(page)) return;
  const asked = new Set<Request>();
  underway.set(page, asked);
  // in a frame is the browser's own PDF viewer, whose requests may never end
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) return;
    // the requests of a page that is left may end without an event
    if (request.isNavigationRequest()) asked.clear();
    asked.add(request);
  });
  const forget = (request: Request) => void asked.delete(request);
  page.on('requestfinished', forget).on('requestfailed', forget);
}

/** Waits until all images near the window are loaded and no other request is running. */
export async function expectRest(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const requests = Array.from(underway.get(page) ?? []);
      const urls = (areImages: boolean) =>
        requests
          .filter((request) => (request.resourceType() === 'image') === areImages)
          .map((request) => request.url());
      // an image is requested one frame after it came near the window; one that has left the page may never end its request
      const pictures = await page.evaluate(async (asked) => {
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
        return Array.from(document.images)
          .filter(
            ({ complete, loading, currentSrc }) => !complete && (loading !== 'lazy' || asked.includes(currentSrc)),
          )
          .map(({ currentSrc }) => currentSrc);
      }, urls(true));
      return [...pictures, ...urls(false)];
    }, often)
    .toEqual([]);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits until the screen that the page shows has all its data, unless the database is silent, and is at rest. */
export async function expectSettled(page: Page, { ready, calls, act }: Shown): Promise<void> {
  // what was pressed may have replaced it
  if (!act) await expect(page.getByText(ready).first()).toBeAttached();
  if (calls === 'silent') return;
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectRest(page);
}

/**
 * Opens a screen and waits until it has settled. A screen that is already open, perhaps below a dialog, is not loaded
 * again; with `within`, other screens are opened without a page load where possible. A page uses at most one key.
 */
export async function show(page: Page, screen: Shown, within?: 'within'): Promise<void> {
  const { key, path, ready, calls, act, after } = screen;
  watchRequests(page);
  await answerWith(page, calls);
  if (!(await uncover(page, screen)) && !(within && (await follow(page, screen)))) {
    const isLoggedIn = await page.evaluate(() => location.protocol !== 'about:' && sessionStorage.length > 0);
    if (key && !isLoggedIn) await logIn(page, keys[key], path);
    else await page.goto(path);
  }
  shown.set(page, screen);
  if (act) {
    await expect(page.getByText(ready).first()).toBeAttached();
    // a click on something that still moves would miss it
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await act(page);
    // one dialog may open another
    const acted = after === undefined ? page.getByRole('dialog').last() : page.getByText(after).first();
    await expect(acted).toBeVisible(longJob);
  }
  await expectSettled(page, screen);
}
