import { expect, type Page, type Request, type Route } from '@playwright/test';
import { goTo, keys, logIn, longJob } from './support.ts';

/** A screen in a state worth seeing. */
export interface Shown {
  name: string;
  /** The key that opens it. Without a key nobody is logged in. */
  key?: keyof typeof keys;
  path: string;
  /** A text that appears once the screen has all its data. */
  ready: string | RegExp;
  /** How the database answers all requests of the screen. */
  calls?: 'silent' | 'refused';
  /** Clicks and types before the screen is captured or checked. */
  act?: (page: Page) => Promise<void>;
  /** A text that appears after `act`. Without it, `act` opens a dialog. */
  after?: string;
  /** The texts on the screen that the test itself has written, which no language changes. */
  written?: readonly string[];
  /** False if another screen shows the same parts. The screen is captured for the album, but not checked again. */
  judged?: false;
}

export function openedBy(key: keyof typeof keys, screens: readonly Omit<Shown, 'key'>[]): readonly Shown[] {
  return screens.map((screen) => ({ ...screen, key }));
}

/** Clicks the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** Clicks a button of the open dialog. */
export const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

/** Clicks an item of the first menu on the screen. */
export const pressItem = (name: string) => async (page: Page) => {
  await press('More')(page);
  await page.getByRole('menuitem', { name }).click();
};

/** Clicks a button that a phone folds away under another button. */
export const pressUnder = (fold: string, name: string) => async (page: Page) => {
  const foldedButton = page.getByRole('button', { name: fold, exact: true, expanded: false });
  if (await foldedButton.isVisible()) await foldedButton.click();
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

/** Matches every call of the database except `whoami`, without which no screen is shown. */
const database = /\/rest\/v1\/(?!rpc\/whoami)/u;

/** The current screen of each page. */
const currentScreens = new WeakMap<Page, Shown>();

/** How the database answers each page for which a test has changed that, and the requests that still wait. */
const unanswered = new WeakMap<Page, { calls: Shown['calls']; waiting: Route[] }>();

const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { code: 'P0001', message: 'Refused by the test' } });

/** Makes the database answer, stay silent or refuse. Refusing includes the requests that have been waiting. */
async function answerWith(page: Page, calls: Shown['calls']): Promise<void> {
  const previous = unanswered.get(page);
  if (previous) {
    const waitingRoutes = previous.waiting.splice(0);
    previous.calls = calls;
    if (calls === 'refused') await Promise.all(waitingRoutes.map(refuse));
  } else if (calls) {
    const state: { calls: Shown['calls']; waiting: Route[] } = { calls, waiting: [] };
    unanswered.set(page, state);
    // the route stays in all states, see `answerUntil`
    await page.route(database, (route) => {
      if (!state.calls) return route.fallback();
      return state.calls === 'refused' ? refuse(route) : void state.waiting.push(route);
    });
  }
}

/** Reuses a screen that the page shows already, and closes a dialog above it. Returns whether that was possible. */
async function reuse(page: Page, { path, calls }: Shown): Promise<boolean> {
  const previous = currentScreens.get(page);
  // the waiting requests have been refused, so the open screen shows the failure
  if (previous?.path === path && previous.calls === 'silent' && calls === 'refused') return true;
  if (previous?.path !== path || previous.calls || calls || previous.after !== undefined) return false;
  if (previous.act) await closeDialogs(page);
  return true;
}

/** The path without its query string, which changes a screen without leaving it. */
const pathname = (path: string) => path.split('?', 1)[0];

/**
 * Short pauses (ms) between the retries of a poll. The default pauses, up to a second, would take longer than what is waited for.
 */
const frequently = { intervals: [50] };

/** Closes the open dialogs. If a dialog has opened another one, that one closes first. */
async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog');
  for (let open = await dialogs.count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(open - 1);
  }
}

/** Closes a dialog above the previous screen. Returns whether nothing remains of what `act` did. */
async function closeOverlay(page: Page, { act, after }: Shown): Promise<boolean> {
  // something was typed or changed in the screen itself
  if (after !== undefined) return false;
  const dialogs = page.getByRole('dialog');
  if ((await dialogs.count()) === 0) return !act;
  // a dialog that was opened by the URL closes only on another screen
  if (!act) return false;
  await closeDialogs(page);
  return true;
}

/** Opens a path as the portal's own links do, and waits until the screen has replaced the previous one. */
async function openPath(page: Page, path: string): Promise<void> {
  const heading = await page.locator('h1').elementHandle();
  await goTo(page, path);
  // the previous screen stays until the next one is there
  await expect.poll(() => heading?.evaluate((element) => element.isConnected), frequently).toBe(false);
}

/** Opens a screen as the portal's own links do, if nothing remains of the previous one. Returns whether it did. */
async function openByLink(page: Page, { key, path, calls }: Shown): Promise<boolean> {
  const previous = currentScreens.get(page);
  if (!key || previous?.key !== key) return false;
  // the answer or the refusal is still shown while the screen requests it again
  if (previous.calls || calls) return false;
  if (!(await closeOverlay(page, previous))) return false;
  // the same screen starts again only after another screen
  if (pathname(previous.path) === pathname(path)) await openPath(page, '/no-such-page');
  await openPath(page, path);
  return true;
}

/** The requests of each page that are still running. */
const runningRequests = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  if (runningRequests.has(page)) return;
  const requests = new Set<Request>();
  runningRequests.set(page, requests);
  // a frame contains the browser's own PDF viewer, whose requests may never end
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) return;
    // the requests of a page that is left may end without an event
    if (request.isNavigationRequest()) requests.clear();
    requests.add(request);
  });
  const forget = (request: Request) => void requests.delete(request);
  page.on('requestfinished', forget).on('requestfailed', forget);
}

/** Waits until all images near the window are loaded and no other request is running. */
export async function expectRest(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const requests = Array.from(runningRequests.get(page) ?? []);
      const urls = (areImages: boolean) =>
        requests
          .filter((request) => (request.resourceType() === 'image') === areImages)
          .map((request) => request.url());
      // an image is requested one frame after it came near the window; the request of an image that has left the page may never
      // end
      const pictures = await page.evaluate(async (requestedUrls) => {
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
        return Array.from(document.images)
          .filter(
            ({ complete, loading, currentSrc }) =>
              !complete && (loading !== 'lazy' || requestedUrls.includes(currentSrc)),
          )
          .map(({ currentSrc }) => currentSrc);
      }, urls(true));
      return [...pictures, ...urls(false)];
    }, frequently)
    .toEqual([]);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits until the current screen has all its data, unless the database is silent, and no request is running. */
export async function expectSettled(page: Page, { ready, calls, act }: Shown): Promise<void> {
  // what was pressed may have replaced the text
  if (!act) await expect(page.getByText(ready).first()).toBeAttached();
  if (calls === 'silent') return;
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectRest(page);
}

/**
 * Opens a screen and waits until it has settled. A screen that is already open, perhaps below a dialog, is not loaded again.
 * With `within`, other screens are opened without a page load where possible. A page uses at most one key.
 */
export async function show(page: Page, screen: Shown, within?: 'within'): Promise<void> {
  const { key, path, ready, calls, act, after } = screen;
  watchRequests(page);
  await answerWith(page, calls);
  if (!(await reuse(page, screen)) && !(within && (await openByLink(page, screen)))) {
    const isLoggedIn = await page.evaluate(() => location.protocol !== 'about:' && sessionStorage.length > 0);
    if (key && !isLoggedIn) await logIn(page, keys[key], path);
    else await page.goto(path);
  }
  currentScreens.set(page, screen);
  if (act) {
    await expect(page.getByText(ready).first()).toBeAttached();
    // a click on something that still moves would miss it
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await act(page);
    // one dialog may open another
    const result = after === undefined ? page.getByRole('dialog').last() : page.getByText(after).first();
    await expect(result).toBeVisible(longJob);
  }
  await expectSettled(page, screen);
}
