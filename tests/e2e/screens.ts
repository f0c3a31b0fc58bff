import { expect, type Page, type Request, type Route } from '@playwright/test';
import { keys, logIn } from './support.ts';

/** A screen in a state worth looking at. */
export interface Shown {
  name: string;
  /** Whose key opens it; nobody's where it is left out. */
  key?: keyof typeof keys;
  path: string;
  /** Stands on it once it has all its data. */
  ready: string | RegExp;
  /** What becomes of everything that the screen asks the database. */
  calls?: 'silent' | 'refused';
  /** Presses and types before it is looked at. */
  act?: (page: Page) => Promise<void>;
  /** What stands there after that; an open dialog where it is left out. */
  after?: string;
  /** Where it is made of parts that another screen shows too: drawn for the album, but not judged once more. */
  judged?: false;
}

export function openedBy(key: keyof typeof keys, screens: readonly Omit<Shown, 'key'>[]): readonly Shown[] {
  return screens.map((screen) => ({ ...screen, key }));
}

/** Presses the first button of that name. */
export const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

export const march = '/maintenance?year=2026&month=mar';

/** The main screens of both roles, over the demo data alone. */
export const mainScreens: readonly Shown[] = [
  { name: 'login', path: '/', ready: 'Forgot Secret Key?' },
  { name: 'profile', key: 'selasih', path: '/profile', ready: 'System Online' },
  { name: 'month', key: 'selasih', path: march, ready: 'Total Tasks' },
  {
    name: 'service history',
    key: 'selasih',
    path: '/data-fetcher',
    ready: /119 (?:tasks|visits)|118 (?:tasks|visits)/u,
  },
  { name: 'visit', key: 'selasih', path: '/data-fetcher?task=114', ready: 'Service History' },
  { name: 'analytics', key: 'selasih', path: '/charts?year=2026', ready: 'RFID Reader Not Reading' },
  { name: 'guide', key: 'selasih', path: '/guide', ready: 'Guidelines' },
  { name: 'overview', key: 'admin', path: '/DataEditor/overview', ready: 'Menara Kayangan' },
  { name: 'add task', key: 'admin', path: '/DataEditor', ready: 'A draft is kept on this device as you type.' },
  { name: 'report form', key: 'admin', path: '/DataEditor/report', ready: 'Visual inspection' },
  { name: 'site editor', key: 'admin', path: '/DataEditor/sites?site=Selasih+Park', ready: 'Building and gates' },
];

/** All of the database but the question whose the session is, without whose answer no screen comes. */
const database = /\/rest\/v1\/(?!rpc\/whoami)/u;

/** What each page shows. */
const shown = new WeakMap<Page, Shown>();

/** What each page asked a database that does not answer, and how that goes on. */
const unanswered = new WeakMap<Page, { calls: NonNullable<Shown['calls']>; asked: Route[] }>();

const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: 'Refused by the test' } });

/** Makes the database of the page answer, be silent, or refuse: also what it was asked while it was silent. */
async function answerWith(page: Page, calls: Shown['calls']): Promise<void> {
  const before = unanswered.get(page);
  if (!calls) {
    if (before) await page.unroute(database);
    unanswered.delete(page);
  } else if (before) {
    const asked = before.asked.splice(0);
    before.calls = calls;
    if (calls === 'refused') await Promise.all(asked.map(refuse));
  } else {
    const now = { calls, asked: new Array<Route>() };
    unanswered.set(page, now);
    // one way for both: with its way taken away, what waits would go on to the database
    await page.route(database, (route) => (now.calls === 'refused' ? refuse(route) : void now.asked.push(route)));
  }
}

/** Makes the page show a screen again that it shows already, below a dialog or bare; whether it does. */
async function uncover(page: Page, { path, calls }: Shown): Promise<boolean> {
  const before = shown.get(page);
  // what waits is refused where it stands
  if (before?.path === path && before.calls === 'silent' && calls === 'refused') return true;
  if (before?.path !== path || before.calls || calls || before.after !== undefined) return false;
  if (before.act) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  return true;
}

/** Where a path leads: without the question behind it, which changes a screen and does not leave it. */
const placeOf = (path: string) => path.split('?', 1)[0];

/** Takes away what was opened over the screen before and could stay; whether nothing of it is left. */
async function leave(page: Page, { act, after }: Shown): Promise<boolean> {
  // what was typed or changed in the screen itself
  if (after !== undefined) return false;
  const dialogs = page.getByRole('dialog');
  if ((await dialogs.count()) === 0) return !act;
  // a URL can open a dialog too: that one closes by going elsewhere
  if (!act) return false;
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  return true;
}

/** Goes to a screen as the portal's own links do, from one that nothing is left of; whether it went. */
async function follow(page: Page, { key, path, calls }: Shown): Promise<boolean> {
  const before = shown.get(page);
  if (!key || before?.key !== key || placeOf(before.path) === placeOf(path)) return false;
  // what was refused is in no screen's memory, so that the next one asks again
  if (before.calls !== (calls === 'silent' ? 'refused' : undefined) || calls === 'refused') return false;
  if (!(await leave(page, before))) return false;
  const heading = await page.locator('h1').elementHandle();
  await page.evaluate((to) => {
    const old: unknown = history.state;
    const state = { idx: typeof old === 'object' && old && 'idx' in old ? Number(old.idx) + 1 : 0 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
  // the screen before stands until the next one is there
  await expect.poll(() => heading?.evaluate((one) => one.isConnected)).toBe(false);
  return true;
}

/** What each page has asked for and has not got yet. */
const underway = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  if (underway.has(page)) return;
  const asked = new Set<Request>();
  underway.set(page, asked);
  // a frame holds the browser's own PDF viewer, which may never come to rest
  page.on('request', (request) => request.frame() === page.mainFrame() && asked.add(request));
  const forget = (request: Request) => void asked.delete(request);
  page.on('requestfinished', forget).on('requestfailed', forget);
}

/** Waits until all pictures near the window are there, and nothing more is asked for. */
export async function expectRest(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // a picture is asked for in the frame after the one that brought it near the window
      const pictures = await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
        return Array.from(document.images).filter((one) => one.loading !== 'lazy' && !one.complete).length;
      });
      return pictures + (underway.get(page)?.size ?? 0);
    })
    .toBe(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/**
 * Opens a screen and waits until it stands still; one that stands there already, below the dialog shown before, is not
 * loaded again, and `within` the portal others need not be either. A page is logged in with one key at most.
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
  await expect(page.getByText(ready).first()).toBeAttached();
  // a press on what is still moving meets nothing
  if (calls !== 'silent') await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  if (act) {
    await act(page);
    await expect(after === undefined ? page.getByRole('dialog') : page.getByText(after).first()).toBeVisible();
  }
  if (calls === 'silent') return;
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectRest(page);
}
