import { gzipSync } from 'node:zlib';
import { expect, type Request, type Response, type Route } from '@playwright/test';
import { sumLayoutShifts, goodLayoutShift } from './page-metrics.ts';
import { steadyOverview } from './steady.ts';
import { keys, logIn, submitKey, test } from './support.ts';

test(
  'the login is there after two requests with 81.8 KiB of script and a page of 12 KiB with its styles, all from its own host',
  {
    tag: '@embedded-build',
  },
  async ({ page }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => {
      if (request.url().startsWith('http')) hosts.add(new URL(request.url()).host);
    });
    const code: { type: string; bytes: Promise<number> }[] = [];
    const weigh = (response: Response) => {
      const type = response.request().resourceType();
      if (['document', 'script', 'stylesheet'].includes(type))
        code.push({
          type,
          bytes: response.body().then((body) => gzipSync(body, { level: 9 }).length),
        });
    };
    page.on('response', weigh);
    // the Supabase client is loaded when the page is idle, which is not part of the first load
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    // the focus alone loads nothing
    await expect(page.getByLabel('Secret Key')).toBeFocused();
    expect(code).toHaveLength(2);
    const kibibytesOf = async (kind: string) => {
      const bytes = await Promise.all(code.filter(({ type }) => type === kind).map((response) => response.bytes));
      return bytes.reduce((total, size) => total + size, 0) / 1024;
    };
    expect(await kibibytesOf('script')).toBeLessThanOrEqual(81.8);
    expect(await kibibytesOf('document')).toBeLessThanOrEqual(12);

    page.off('response', weigh);
    await submitKey(page, 'x');
    await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();
    expect([...hosts]).toEqual([new URL(page.url()).host]);
  },
);

test.describe(() => {
  test.use({ expectedProblem: /Trusted(?:HTML|Script|ScriptURL|TypePolicy)|Content Security Policy/u });

  test('the pages come with the headers of the production host, which keep texts from becoming code', async ({
    page,
  }) => {
    const headers = (await page.goto('/'))?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self'");
    // WebAssembly decodes scanned pictures in PDFs; text is never run as code
    expect(policy.match(/'unsafe-[a-z-]+'/g)).toBeNull();
    expect(headers['x-content-type-options']).toBe('nosniff');
    // the console of every other test shows that the portal needs none of these, not even in workers
    const refused = await page.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        page: () => {
          document.body.innerHTML = '<img src=x onerror=alert(1)>';
        },
        code: () => {
          Reflect.apply(setTimeout, null, ['alert(1)', 0]);
        },
        'worker of elsewhere': () => new Worker('https://elsewhere.test/a.js'),
        'worker of a text': () => new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))),
      };
      return Object.entries(attempts).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch {
          return [name];
        }
      });
    });
    expect(refused).toEqual(['page', 'code', 'worker of elsewhere', 'worker of a text']);
  });
});

test('an uncaught error is reported to the admins, once', async ({ page }) => {
  const reports: unknown[] = [];
  await page.route('**/rpc/report_client_error', (route) => {
    reports.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await page.goto('/?x=secret');
  const breakPage = async () => {
    await page.evaluate(() => {
      const error = new Error('Broken by the test');
      window.dispatchEvent(new ErrorEvent('error', { error, filename: location.href }));
    });
    return reports;
  };
  // errors are only reported once the first load is over
  await expect
    .poll(breakPage)
    .toEqual([{ message: 'Error: Broken by the test', screen: '/', release: expect.stringMatching(/^[\w-]{8}$/u) }]);
  expect(await breakPage()).toHaveLength(1);
});

test('fonts that come late move nothing', async ({ page }) => {
  await logIn(page, keys.admin);
  await steadyOverview(page);
  await sumLayoutShifts(page);
  const heldRequests: Route[] = [];
  let isHeld = true;
  await page.route(/\.woff2$/u, (route) => (isHeld ? void heldRequests.push(route) : route.continue()));
  await page.goto('/DataEditor/overview', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Menara Kayangan' })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('16px Barlow'))).toBe(false);
  isHeld = false;
  for (const font of heldRequests) await font.continue();
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  expect(await page.evaluate(() => document.fonts.check('16px Barlow'))).toBe(true);
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(goodLayoutShift);
});

test('after the press of Login a profile is two answers away', { tag: '@one-origin' }, async ({ page }) => {
  const requestedNames: string[] = [];
  const heldAnswers: (() => Promise<void>)[] = [];
  await page.goto('/');
  await page.getByLabel('Secret Key').fill(keys.selasih);
  // the code is loaded while the key is typed
  await page.waitForLoadState('networkidle');
  page.on('request', (request) =>
    requestedNames.push(new URL(request.url()).pathname.replace(/^.*\/|-[\w-]+(?=\.)/gu, '')),
  );
  await page.route('**/rest/v1/**', (route) => void heldAnswers.push(() => route.continue()));
  const respond = () => Promise.all(heldAnswers.splice(0).map((answer) => answer()));

  await page.getByRole('button', { name: 'Login' }).click();
  await expect.poll(() => requestedNames).toContain('login');
  expect(requestedNames).toEqual(['login']);
  await respond();
  // all three are sent before any is answered
  await expect.poll(() => heldAnswers.length).toBe(3);
  await respond();
  await expect(page.getByText('Selasih Park')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Project overview' })).toBeVisible();
  const requestedRecords = () =>
    requestedNames.filter((name) => !/\.(?:svg|woff2)$/u.test(name) && !besideTheRecord.has(name)).toSorted();
  await expect.poll(requestedRecords).toEqual([
    'carpost',
    // open and ended faults, and those of the figures; all wait for the id of the site
    'list_faults',
    'list_faults',
    'list_faults',
    'login',
    'maintables',
    'maintables',
  ]);
});

/** These requests wait for the id of the site, and nothing waits for them. */
const besideTheRecord: ReadonlySet<string> = new Set(['list_documents', 'site_contacts']);

/** The names that are requested at once. The faults are left out, because they wait for the id of the site. */
const ofRecord = (names: readonly string[]) =>
  names.filter((name) => name !== 'list_faults' && !besideTheRecord.has(name)).toSorted();

/** The name of the table, function or file, such as `maintables`. */
function nameOf(request: Request): string {
  return new URL(request.url()).pathname.split('/').at(-1) ?? '';
}

test('a return visit requests its records together with the session, and shows nothing before the session is confirmed', async ({
  page,
}) => {
  await logIn(page, keys.selasih, '/profile');
  await expect(page.getByRole('region', { name: 'Project overview' })).toBeVisible();
  const requestedNames: string[] = [];
  const heldAnswers: (() => Promise<void>)[] = [];
  await page.route('**/rpc/whoami', (route) => void heldAnswers.push(() => route.continue()));
  const answeredNames: string[] = [];
  // the page before may still wait for an answer, or send requests
  let runningRequests = new Set<Request>();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) {
      runningRequests = new Set();
      requestedNames.length = 0;
    } else if (request.url().includes('/rest/v1/')) {
      runningRequests.add(request);
      requestedNames.push(nameOf(request));
    }
  });
  page.on('response', (response) => {
    if (runningRequests.has(response.request())) answeredNames.push(nameOf(response.request()));
  });
  await page.reload();
  const first = ['carpost', 'maintables', 'maintables'];
  await expect.poll(() => ofRecord(answeredNames)).toEqual(first);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile (loading)' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0);
  for (const answer of heldAnswers) await answer();
  await expect(page.getByRole('region', { name: 'Project overview' })).toBeVisible();
  expect(ofRecord(requestedNames)).toEqual([...first, 'whoami'].toSorted());
});
