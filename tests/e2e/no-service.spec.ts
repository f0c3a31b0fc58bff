import { expect, type BrowserContext, type Route } from '@playwright/test';
import { press, tasksOf, test } from './add-task-support.ts';
import { addField, expectVisits, finish, loadScreenCode, visit, waitingVisits } from './field-day.ts';
import { answerUntil, goTo, logIn, longJob } from './support.ts';

test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  expectedProblem: /the server responded with a status of 5\d\d/u,
});
// a day is long, and a busy machine may do it at a tenth of its usual speed
test.describe.configure({ timeout: 300_000 });

const api = /\/(?:rest|storage)\/v1\//u;

type WrongAnswer = Parameters<Route['fulfill']>[0];

const wrongAnswers: Readonly<Record<string, WrongAnswer>> = {
  'Outage Angsana': { status: 503, contentType: 'application/json', body: '{"message":"name resolution failed"}' },
  'Outage Bayu': { status: 521, contentType: 'text/html', body: '<!doctype html><title>Web server is down</title>' },
  'Outage Cempaka': { status: 200, contentType: 'text/html', body: '<!doctype html><title>Room number?</title>' },
};
/** The longest pause (ms) between two checks whether the service answers, and a second more. */
const longestPauseMs = 31_000;
const halfWrongSite = 'Outage Damar';
const hourLongSite = 'Outage Embun';

/** Answers all requests to the service wrongly, or every second one. Returns a function that ends it. */
function spoil(context: BrowserContext, answer: WrongAnswer, every = 1): Promise<() => void> {
  let requestCount = 0;
  return answerUntil(context, api, (route) => {
    requestCount += 1;
    return requestCount % every === 0 ? route.fulfill(answer) : route.fallback();
  });
}

test('a day while the service answers wrongly: everything works from the device, and each visit is saved once automatically', async ({
  page,
  context,
}) => {
  const names = [...Object.keys(wrongAnswers), halfWrongSite, hourLongSite];
  const field = await addField(page, names, []);
  await page.clock.install();
  await logIn(page, field.key, '/DataEditor/my-sites');
  await press(page, 'Keep all my sites for offline');
  await expect(page.getByText(/^Your 5 sites are on this device/u)).toBeVisible(longJob);
  await loadScreenCode(page);

  for (const [name, answer] of Object.entries(wrongAnswers)) {
    await goTo(page, '/DataEditor/my-sites');
    const end = await spoil(context, answer);
    // a cold start
    await page.reload();
    await expect(page.getByText(/^Saved copy of .*There is no connection\.$/u)).toBeVisible();
    await goTo(page, `/data-fetcher?site=${encodeURIComponent(name)}`);
    await expect(page.getByText(/^1 visit/u).first()).toBeVisible();
    await visit(page, name, 1);
    await finish(page);
    await expect(waitingVisits(page)).toHaveCount(1);
    end();
    await page.clock.fastForward(longestPauseMs);
    await expect(waitingVisits(page)).toHaveCount(0, { timeout: 60_000 });
  }

  const endHalf = await spoil(context, wrongAnswers['Outage Bayu'] ?? {}, 2);
  await page.reload();
  await visit(page, halfWrongSite, 1);
  await finish(page);
  await expect
    .poll(async () => {
      await page.clock.fastForward(longestPauseMs);
      return (await tasksOf(page, field.ids[3] ?? 0, field.session)).length;
    }, longJob)
    .toBe(2);
  endHalf();
  // the visit is saved, and the next answer may still be a wrong one
  await page.clock.fastForward(longestPauseMs);
  await expect(waitingVisits(page)).toHaveCount(0, { timeout: 60_000 });

  await page.goto('/DataEditor/my-sites');
  await expect(page.getByRole('article')).toHaveCount(5);
  const end = await spoil(context, wrongAnswers['Outage Angsana'] ?? {});
  await visit(page, hourLongSite, 1);
  await finish(page);
  await expect(waitingVisits(page)).toHaveCount(1);
  await page.clock.fastForward('01:00:00');
  await expect(waitingVisits(page)).toHaveCount(1);
  end();
  await page.clock.fastForward(longestPauseMs);
  await expect(waitingVisits(page)).toHaveCount(0, { timeout: 60_000 });

  for (const [index, name] of names.entries()) await expectVisits(page, field, index, name, 1);
  await expect(page.getByText(/could not be saved|not uploaded|not finished/u)).toHaveCount(0);
});
