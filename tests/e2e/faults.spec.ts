import { expect, type Page } from '@playwright/test';
import { siteYear } from '../../src/records/time.ts';
import { press, tasksOf } from './add-task-support.ts';
import { finish, loseSignal, waitingVisits } from './field-day.ts';
import { addSite, headersOf } from './sites.ts';
import { officeFaults, reported, send, symptom, test, title } from './sticker-support.ts';
import { anotherPage, answerUntil, api, goTo, keys, logIn, rpc } from './support.ts';

// A fault from its report at the gate to its end, for the people who report, answer, close and read it (`decisions §15`).

test.use({ serviceWorkers: 'allow', expectedProblem: /ERR_INTERNET_DISCONNECTED|ERR_EMPTY_RESPONSE|status of 5\d\d/u });

/** A suffix for the name of each site, because a hosted project still has the sites of the run before. */
const run = Date.now().toString(36);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Adds a site with two posts, and keys for its client and its technician. */
async function addSiteWithGates(page: Page, name: string) {
  const { id, session } = await addSite(page, name, { status: true, response_hours: 3, tasks2024: [] });
  const counts = [{ type: 'Spring Broken', entrance: 0, exit: 0, year: siteYear(new Date()) }];
  const data = { site_id: id, json: { Entrance: counts, Exit: counts } };
  await page.request.post(`${api}/rest/v1/carpost`, { headers: headersOf(session), data });
  const issue = async (keyOptions: object) =>
    (await rpc<{ key: string }>(page, 'issue_key', { label: name, ...keyOptions }, session)).key;
  const client = await issue({ role: 'user', site_id: id });
  const technician = await issue({ role: 'technician', site_ids: [id] });
  return { id, session, client, technician };
}

const faultsRegion = (page: Page) => page.getByRole('region', { name: 'Faults' });

test('a guard reports twice without a signal, a client adds, the office closes, a technician answers two, the client reads the end', async ({
  page,
  browser,
  scan,
  lose,
  comeBack,
}) => {
  test.setTimeout(300_000);
  const name = `Gate Kenanga ${run}`;
  const { id, session, client: clientKey, technician: technicianKey } = await addSiteWithGates(page, name);
  const issued = await rpc<{ id: number; secret: string }>(
    page,
    'make_sticker',
    { site_id: id, post: 'Exit' },
    session,
  );
  const sticker = { ...issued, site: id, session };

  // The guard has opened the sticker's page before, when there was a connection.
  await page.setViewportSize(phone.viewport);
  await scan(page, sticker.secret);
  await symptom(page, 'No power').check();
  await send(page).click();
  await expect(title(page, reported)).toBeVisible();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await lose();
  await page.reload();
  for (const symptomName of ['Does not open', 'Tag not read']) {
    await symptom(page, symptomName).check();
    await send(page).click();
    await expect(title(page, 'Kept here')).toBeVisible();
    await page.getByRole('button', { name: 'Report something else' }).click();
  }
  expect(await officeFaults(page, sticker)).toHaveLength(1);
  await comeBack();
  await scan(page, sticker.secret);
  await expect(page.getByText(/^Tag not read: open since/u)).toBeVisible();
  await expect.poll(async () => (await officeFaults(page, sticker)).length).toBe(3);

  // The client sees the faults first and adds to one. A second report of the same fault joins it.
  const client = await anotherPage(browser);
  await logIn(client, clientKey, '/profile');
  const opens = faultsRegion(client).getByRole('article', { name: 'Exit: does not open' });
  await expect(opens).toContainText('The office has it.');
  await opens.getByRole('button', { name: 'Add' }).click();
  await client.getByLabel('What else should the office know?').fill('Cars wait on the road.');
  await client.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(client.getByRole('heading', { name: /^Added at/u })).toBeFocused();
  await press(client, 'Done');

  // The office closes the fault that was settled by telephone.
  const office = await anotherPage(browser);
  await logIn(office, keys.admin, `/DataEditor/faults?${new URLSearchParams({ site: name })}`);
  await expect(office).toHaveTitle(/^\(\d+\) Faults/u);
  await office
    .getByRole('button', { name: /Exit: no power|No power/u })
    .first()
    .click();
  await office.getByRole('button', { name: 'Close without a visit' }).click();
  await office.getByLabel('Settled by phone').check();
  await press(office, 'Close fault');
  await expect(office.getByText('The fault is closed.')).toBeVisible();

  // The technician answers two faults with one visit, without a connection.
  const technician = await anotherPage(browser, { ...phone, serviceWorkers: 'block' });
  await logIn(technician, technicianKey, '/DataEditor/my-sites');
  const site = technician.getByRole('article', { name });
  await expect(site).toContainText('2 faults');
  await press(technician, 'Keep my site for offline');
  await expect(technician.getByText('Kept for offline', { exact: true })).toBeVisible();
  await site.getByRole('link', { name: 'Add a visit' }).click();
  await expect(technician.getByLabel('Task text')).toBeVisible();
  await goTo(technician, '/DataEditor/my-sites');
  await loseSignal(technician.context(), technician);
  await site.getByRole('link', { name: 'Add a visit' }).click();
  await technician.getByRole('checkbox', { name: /^Exit: does not open/u }).check();
  await technician.getByRole('checkbox', { name: /^Exit: tag not read/u }).check();
  await technician.getByRole('button', { name: 'Arrived: now' }).click();
  await technician.getByLabel('Title', { exact: true }).fill('Emergency call: exit');
  await technician.getByLabel('Task text').fill('Cam tightened, reader replaced.');
  await finish(technician);
  await expect(waitingVisits(technician)).toHaveCount(1);
  await expect(waitingVisits(technician)).toContainText('answers 2 faults');
  await technician.context().setOffline(false);
  await expect.poll(async () => (await tasksOf(page, id, session)).length).toBe(1);

  // The client reads the end of all three faults, and nothing is there twice.
  await client.reload();
  await expect(faultsRegion(client)).toContainText(/Exit: does not open\s*Answered/u);
  await expect(faultsRegion(client)).toContainText(/Exit: no power\s*Settled by phone/u);
  const faults = await officeFaults(page, sticker);
  expect(faults.map(({ what: symptomName, voices }) => `${symptomName}: ${voices.length}`).toSorted()).toEqual([
    'Does not open: 2',
    'No power: 1',
    'Tag not read: 1',
  ]);
  const [visit] = await tasksOf(page, id, session);
  expect(visit).toMatchObject({ kind: 'emergency' });
});

for (const [state, answer] of [
  ['an error of the service', { status: 503, contentType: 'application/json', body: '{"message":"no name"}' }],
  ['an error of another host', { status: 521, contentType: 'text/html', body: '<!doctype html><title>down</title>' }],
  ['a page for guests', { status: 200, contentType: 'text/html', body: '<!doctype html><title>Room?</title>' }],
] as const)
  test(`a client's report waits while ${state} answers, and is sent once`, async ({ page }) => {
    const name = `Gate Melur ${state} ${run}`;
    const { id, session, client } = await addSiteWithGates(page, name);
    await logIn(page, client, '/profile');
    await expect(faultsRegion(page)).toContainText('No open faults');
    const calls = /\/rest\/v1\/rpc\/report_fault/u;
    const endAnswers = await answerUntil(page.context(), calls, (route) => route.fulfill(answer));
    await faultsRegion(page).getByRole('button', { name: 'Report a fault' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Entrance' }).check();
    await symptom(page, 'Does not close').check();
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'Kept here' })).toBeFocused();
    await press(page, 'Done');
    await expect(page.getByText(/1 report not sent/u)).toBeVisible();
    endAnswers();
    await expect(faultsRegion(page)).toContainText('Entrance: does not close', { timeout: 45_000 });
    const faults = await officeFaults(page, { id: 0, secret: '', site: id, session });
    expect(faults.map(({ post, voices }) => [post, voices.length])).toEqual([['Entrance', 1]]);
  });
