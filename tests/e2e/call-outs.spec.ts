import { expect, type Page } from '@playwright/test';
import { siteStamp } from '../../src/records/time.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { press, tasksOf, test } from './add-task-support.ts';
import { countWork, takeWork } from './counting.ts';
import { finish, loseSignal, waitingVisits } from './field-day.ts';
import { savedBy, textOf } from './report-support.ts';
import { bodyRows } from './service-history-support.ts';
import { addSite } from './sites.ts';
import { anotherPage, goTo, keys, logIn, rpc } from './support.ts';

// An emergency call for the people who attend it, file it and pay for it, each with the number of presses.

/** A suffix for the name of each site, because a hosted project still has the sites of the run before. */
const run = Date.now().toString(36);

/** Day and time in Singapore. */
const momentAt = (at: number) => siteStamp(new Date(at)).slice(0, 16);
const minute = 60_000;

/** The times at which a saved visit was reported and at which somebody arrived and left, to the minute. */
const minutesOf = (visit: object = {}) =>
  ['reported', 'arrived', 'left'].map((member) => String(Reflect.get(visit, member)).slice(0, 16));

async function fillVisit(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a technician at the gate records his arrival offline with one press, and it is saved once', async ({
    page,
    context,
  }) => {
    // two visits, which a busy machine may do at a tenth of its usual speed
    test.setTimeout(240_000);
    const name = `Gate Angsana ${run}`;
    const { id, session } = await addSite(page, name, { status: true, response_hours: 3, tasks2024: [] });
    const technicianKey = { role: 'technician', label: name, site_ids: [id] };
    const { key } = await rpc<{ key: string }>(page, 'issue_key', technicianKey, session);
    const addVisit = () => page.getByRole('article', { name }).getByRole('link', { name: 'Add a visit' }).click();
    await countWork(page);
    await logIn(page, key, '/DataEditor/my-sites');
    await press(page, 'Keep my site for offline');
    await expect(page.getByText('Kept for offline', { exact: true })).toBeVisible();
    await addVisit();
    await fillVisit(page, { 'Who came': 'Aziz', Title: 'Monthly check', 'Task text': 'Loops tuned.' });
    await finish(page);
    await expect(page.getByRole('article', { name: 'Monthly check' })).toBeVisible();
    await goTo(page, `/data-fetcher?${new URLSearchParams({ site: name })}`);
    await expect(page.getByText(/^1 visit/u).first()).toBeVisible();
    await goTo(page, '/DataEditor/my-sites');
    await expect(page.getByRole('article', { name })).toBeVisible();
    await loseSignal(context, page);

    await takeWork(page);
    await addVisit();
    await expect(page.getByLabel('Who came')).toHaveValue('Aziz');
    const arrived = await page.evaluate(() => Date.now());
    const reportedAt = momentAt(arrived - 25 * minute);
    await page.getByRole('button', { name: 'Arrived: now' }).click();
    await fillVisit(page, {
      Reported: reportedAt.slice(11),
      Title: 'Emergency call: arm stuck',
      'Task text': 'Cam tightened.',
    });
    await page.clock.setFixedTime(new Date(arrived + 40 * minute));
    await page.getByRole('button', { name: 'Left: now' }).click();
    await finish(page);
    await expect(waitingVisits(page)).toHaveCount(1);
    // a visit of today takes three presses: Add a visit, Add Task, Update
    expect(await takeWork(page)).toEqual({ presses: 3 + 2, fields: 3, tabs: 0 });

    await context.setOffline(false);
    await expect(page.getByText(/Emergency call: arm stuck, no photos: saved\.$/u)).toBeVisible();
    await page.reload();
    await goTo(page, `/data-fetcher?${new URLSearchParams({ site: name })}`);
    const visit = page
      .getByRole('listitem')
      .or(bodyRows(page))
      .filter({ hasText: 'Emergency call: arm stuck' })
      .first();
    await expect(visit).toContainText('Who came: Aziz');
    await expect(visit).toContainText('Answered in: 25 min');
    const [call, ...others] = (await tasksOf(page, id, session)).filter(({ title }) => title !== 'Monthly check');
    expect(others).toEqual([]);
    expect(call).toMatchObject({ by: 'Aziz', kind: 'emergency' });
    // the times of the presses, without seconds
    expect(minutesOf(call)).toEqual([reportedAt, momentAt(arrived), momentAt(arrived + 40 * minute)]);
  });
});

test('the office files a call of yesterday, its client reads the response time and what is open, and the next visit closes that', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const name = `Gate Bayu ${run}`;
  const terms = { response_hours: 3, emergency_calls_a_year: 6 };
  const { id, session } = await addSite(page, name, { status: true, ...terms, tasks2024: [] });
  const clientKey = { role: 'user', label: name, site_id: id };
  const { key } = await rpc<{ key: string }>(page, 'issue_key', clientKey, session);
  const yesterday = momentAt(Date.now() - 24 * 60 * minute).slice(0, 10);
  const form = `/DataEditor?${new URLSearchParams({ site: name })}`;
  await countWork(page);
  await logIn(page, keys.admin, form);
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(name);
  await fillVisit(page, {
    'Visit date': yesterday,
    Title: 'Emergency call: spring broken',
    'Who came': 'Siti',
    Arrived: '11:22',
    Reported: '09:12',
    Left: '12:05',
    'Task text': 'Spring replaced.',
  });
  await press(page, 'Add a recommendation');
  await page.keyboard.type('Replace the arm');
  await press(page, 'Add a recommendation');
  await page.keyboard.type('Cut the loop again');
  await finish(page);
  await expect(page.getByRole('article', { name: 'Emergency call: spring broken' })).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 4, fields: 9, tabs: 0 });

  const client = await anotherPage(browser);
  await countWork(client);
  const profile = `/profile?year=${yesterday.slice(0, 4)}`;
  await logIn(client, key, profile);
  const figures = client.getByRole('region', { name: 'This year' });
  await expect(figures).toContainText(/Response, within 3 hours\s*1 of 1/u);
  await expect(figures).toContainText('answered in 2 h 10 min');
  await expect(figures).toContainText('1 of 6 calls');
  await figures.getByRole('link', { name: '2 recommendations open' }).click();
  await expect(bodyRows(client)).toHaveCount(1);
  await expect(bodyRows(client)).toContainText('Replace the arm');
  await expect(bodyRows(client)).toContainText('Cut the loop again');
  expect(await takeWork(client)).toEqual({ presses: 1, fields: 0, tabs: 0 });

  await page.goto(form);
  await page
    .getByRole('group', { name: 'Done with this visit' })
    .getByLabel(/^Replace the arm/u)
    .click();
  await fillVisit(page, { Title: 'Arm replaced', 'Task text': 'New arm, balanced.' });
  await finish(page);
  await expect(page.getByRole('article', { name: 'Arm replaced' })).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 3, fields: 2, tabs: 0 });

  await client.goto('/data-fetcher');
  const callRows = bodyRows(client).filter({ hasText: 'Emergency call: spring broken' });
  await expect(callRows).toContainText(/Replace the arm\s*Done on \d+ \w+ \d{4}/u);
  await expect(callRows).toContainText(/Cut the loop again\s*Open (?:for|since)/u);
  await client.goto(profile);
  await expect(figures.getByRole('link', { name: '1 recommendation open' })).toBeVisible();
  await client.context().close();
});

test('a manager prints for the committee how the calls of the year were answered', async ({ page }) => {
  // the demo ends in November 2026
  await page.clock.setFixedTime(new Date('2026-11-22T10:00:00+08:00'));
  await countWork(page);
  await logIn(page, keys.selasih);
  const figures = page.getByRole('region', { name: 'This year' });
  await expect(figures).toContainText(/Response, within 4 hours\s*3 of 4/u);
  await expect(figures).toContainText('median 1 h 57 min, longest 5 h 15 min');
  await expect(figures).toContainText('1 without times');
  await expect(figures.getByRole('link', { name: '2 recommendations open' })).toBeVisible();
  const { name, read } = await savedBy(page, () => press(page, 'Year report'));
  expect(await takeWork(page)).toEqual({ presses: 1, fields: 0, tabs: 0 });

  expect(name).toMatch(/^Selasih-Park_Year-Report_2026/u);
  expect(layoutFaults(read, 'Year Report')).toEqual([]);
  const chapter = read.outline.find(({ title }) => title === 'Emergency calls');
  const calls = read.pages[(chapter?.page ?? 0) - 1]?.text.replaceAll(/\s+/gu, ' ');
  expect(calls).toContain('5 emergency calls in 2026: 3 of 4 within 4 hours; median 1 h 57 min, longest 5 h 15 min');
  expect(calls).toContain('Reported Arrived Left Answered in What was done');
  expect(calls).toContain('time not recorded');
  expect(calls).toMatch(/5 h 15 min,.*promised:/u);
  expect(textOf(read)).toContain('Open since Recommendation Visit');
  expect(textOf(read)).toContain('Have the tree over the lane of P2 Rear Gate trimmed.');
});
