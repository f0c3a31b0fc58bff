import { expect, test as base, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test';
import { languages, type LanguageCode } from '../../src/lib/language/languages.ts';
import { looseTexts, translatePage } from '../support/translate-page.ts';
import { keys } from './demo-keys.ts';
import { speaking } from './spoken.ts';

/** The origin of the API: empty for the portal's own origin, unless a hosted project is tested. */
export const api = process.env['HOSTED_URL'] ?? '';
export const anonKey = process.env['HOSTED_ANON_KEY'] ?? 'sb_publishable_local';

export { keys };

/** The time limit for jobs with many requests, such as storing all sites. A busy machine needs minutes. */
export const longJob = { timeout: 120_000 };

/** Console lines of requests that a test expects to fail. Any other line on the console fails the test. */
const expectedNoise =
  /Failed to load resource: (net::ERR_FAILED|the server responded with a status of (400|401|403|404|429))|Service Worker registration blocked by Playwright/;

/** Asks the portal to save data: prefetching all screens for every page of a test would take longer than the tests themselves. */
const spareData = (context: BrowserContext) =>
  context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );

/** The sessions that the pages of the test have used, with a hosted project, whose database outlives the test. */
const usedSessions = new Set<string>();

function noteSessions(context: BrowserContext): void {
  if (api === '') return;
  context.on('request', (request) => {
    const session = request.headers()['x-portal-session'];
    if (session) usedSessions.add(session);
  });
}

/** Opens a page in another browser context. It has nothing that the test stored, unless that is passed in. */
export async function anotherPage(browser: Browser, options?: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext(options);
  await spareData(context);
  noteSessions(context);
  return context.newPage();
}

interface Surroundings {
  quietConsole: undefined;
  sparedData: undefined;
  endedSessions: undefined;
  expectedProblem: RegExp;
  translated: boolean;
  language: LanguageCode;
  translation: undefined;
}

export const test = base.extend<Surroundings>({
  /** The language of the pages. A test always names things in English. */
  language: ['en', { option: true }],
  // the portal is shown in the language that the browser asks for
  locale: async ({ language }, give) => give(languages[language].locale),
  page: async ({ page, language }, give) => give(speaking(page, language)),
  /** Console lines that a test causes on purpose. */
  expectedProblem: [expectedNoise, { option: true }],
  quietConsole: [
    async ({ context, expectedProblem }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (![expectedNoise, expectedProblem].some((expected) => expected.test(message.text())))
          problems.push(message.text());
      });
      context.on('weberror', (error) => problems.push(String(error.error())));
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  /** Whether the browser translates all pages. */
  translated: [false, { option: true }],
  translation: [
    async ({ context, translated }, use) => {
      if (translated)
        await context.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage.toString()})());`);
      await use(undefined);
      if (!translated) return;
      for (const page of context.pages()) {
        expect(await page.locator('font').count()).toBeGreaterThan(0);
        expect(await page.evaluate(looseTexts)).toEqual([]);
      }
    },
    { auto: true },
  ],
  endedSessions: [
    async ({ context, request }, use) => {
      noteSessions(context);
      await use(undefined);
      for (const session of usedSessions)
        await request.post(`${api}/rest/v1/rpc/logout`, {
          data: {},
          headers: { apikey: anonKey, 'x-portal-session': session },
        });
      usedSessions.clear();
    },
    { auto: true },
  ],
  sparedData: [
    async ({ context }, use) => {
      await spareData(context);
      await use(undefined);
    },
    { auto: true },
  ],
});

/**
 * Answers matching requests of a page or of all pages with `answer` until the returned function is called. The route itself
 * stays, because the browser may never load a running request after the last route is removed.
 */
export async function answerUntil(
  target: Page | BrowserContext,
  url: string | RegExp | ((address: URL) => boolean),
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let isOver = false;
  await target.route(url, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}

/** Types a key on the login screen and submits it. */
export async function submitKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('Secret Key').fill(key);
  await page.getByRole('button', { name: 'Login' }).click();
}

/**
 * Logs in and opens a page; without a path, the page that the key leads to. It stores the session in the tab, which is faster
 * than typing the key. Only the tests of the login type it.
 */
export async function logIn(
  page: Page,
  key: string,
  path = key === keys.admin ? '/DataEditor' : '/profile',
): Promise<void> {
  const {
    session: token,
    role,
    site,
    key_id: keyId,
    expires_at: expiresAt,
  } = await rpc<Record<string, unknown>>(page, 'login', { secret_key: key });
  const session = { token, role, site, keyId, expiresAt };
  // stored before the portal reads it, in this page only and only once
  const storing = await page.addInitScript(
    (value) => sessionStorage.setItem('portal.session', value),
    JSON.stringify(session),
  );
  await page.goto(path);
  await storing.dispose();
  await expect(page.getByRole('main')).toBeAttached();
}

/** Opens a screen as the portal's own links do, without loading the page again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const old: unknown = history.state;
    const state = { idx: typeof old === 'object' && old && 'idx' in old ? Number(old.idx) + 1 : 0 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

/** Calls a database function past the page, with the given session or without any. */
export async function rpc<Result>(page: Page, name: string, args: object, session?: string): Promise<Result> {
  const response = await page.request.post(`${api}/rest/v1/rpc/${name}`, {
    data: args,
    headers: { apikey: anonKey, ...(session ? { 'x-portal-session': session } : {}) },
  });
  const text = await response.text();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the calling test knows what the function returns
  return (text === '' ? null : JSON.parse(text)) as Result;
}

/** Removes the browser's storage for files and records, so that no offline copy replaces an answer that fails. */
export async function disableDeviceStores(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const store of ['caches', 'indexedDB']) Reflect.deleteProperty(globalThis, store);
  });
}

export function expectPdf(file: Buffer): void {
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
}
