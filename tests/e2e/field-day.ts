import { expect, type BrowserContext, type Page } from '@playwright/test';
import { siteMonth, siteStamp, siteYear } from '../../src/records/time.ts';
import { readPdf } from '../support/read-pdf.ts';
import { choosePhotos, fileOf, filesOf, nameOf, press, storedUrl, tasksOf, upload } from './add-task-support.ts';
import { sign } from './signing.ts';
import { addSite, headersOf, patch } from './sites.ts';
import { api, goTo, rpc } from './support.ts';

// The day of a technician at several sites: the form of each site, signed and attached to a visit.

export interface Field {
  /** The ids of the sites, in the order of their names. */
  ids: number[];
  /** The access key of the technician. */
  key: string;
  /** A session of the office, which sees everything. */
  session: string;
}

/** Adds sites, each with a post and a visit of last month whose photo has this size, and a key for them. */
export async function addField(page: Page, names: readonly string[], bytes: readonly number[]): Promise<Field> {
  const ids: number[] = [];
  let session = '';
  for (const [index, name] of names.entries()) {
    const newSite = await addSite(page, name, { status: true });
    session = newSite.session;
    ids.push(newSite.id);
    const photo = nameOf(newSite.id, 1);
    await upload(page, session, photo, bytes[index]);
    const visitDate = new Date(Date.now() - 30 * 86_400_000);
    const visitRecord = { ...siteMonth(visitDate), id: 1, time: siteStamp(visitDate), showing: 'True' };
    const before = { ...visitRecord, title: 'Last visit', tasks: 'Loops tuned.', urls: [storedUrl(photo)], pdf: '' };
    await patch(page, session, `maintable?id=eq.${newSite.id}`, { tasks2024: [before] });
    const counts = [{ type: 'Spring Broken', entrance: 1, exit: 0, year: siteYear(visitDate) }];
    const data = { site_id: newSite.id, json: { [`Gate of ${name}`]: counts } };
    await page.request.post(`${api}/rest/v1/carpost`, { headers: headersOf(session), data });
  }
  const keyOptions = { role: 'technician', label: names[0], site_ids: ids };
  const { key } = await rpc<{ key: string }>(page, 'issue_key', keyOptions, session);
  return { ids, key, session };
}

/** The visits that wait on this device to be saved. */
export const waitingVisits = (page: Page) =>
  page.getByRole('region', { name: 'Visits on this device' }).getByRole('listitem');

/**
 * Opens the screens of the day and makes a report, so that their code is loaded. Other tests check that the code is stored for
 * offline use.
 */
export async function loadScreenCode(page: Page): Promise<void> {
  await goTo(page, '/data-fetcher');
  await expect(page.getByText('Select a site to see its service history.')).toBeVisible();
  await goTo(page, '/DataEditor');
  await expect(page.getByLabel('Task text')).toBeVisible();
  await goTo(page, '/DataEditor/report');
  // makes a report once
  const download = page.waitForEvent('download');
  await press(page, 'Download PDF');
  await press(page, 'Download anyway');
  await download;
  await goTo(page, '/DataEditor/my-sites');
}

export async function loseSignal(context: BrowserContext, page: Page): Promise<void> {
  // after a minute, the portal requests data again
  await page.clock.setFixedTime(new Date(Date.now() + 60_000));
  await context.setOffline(true);
}

/** The name with which the client of a site signs. */
export const client = (name: string) => `Client of ${name}`;

/** Fills in the whole form of a site, lets both people sign it, and attaches it to a new visit with photos. */
export async function visit(page: Page, name: string, photos: number): Promise<void> {
  await goTo(page, '/DataEditor/my-sites');
  const site = page.getByRole('article', { name });
  await site.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report form' }).click();
  await press(page, 'All pass');
  await page.getByRole('heading', { name: 'Conclusion' }).click();
  await page.getByRole('textbox', { name: `Gate of ${name}` }).fill(`In order at ${name}`);
  await press(page, 'Go to signatures');
  const signers = [
    ['sales engineer', 'Ali'],
    ['client', client(name)],
  ] as const;
  for (const [index, [role, signerName]] of signers.entries()) {
    await page.getByRole('textbox', { name: `Name of the ${role}` }).fill(signerName);
    await sign(page, page.getByRole('img', { name: new RegExp(`^Signature of the ${role}`, 'u') }));
    await expect(page.getByRole('img', { name: /, drawn$/u })).toHaveCount(index + 1);
  }
  await press(page, 'Attach to a new task');
  await expect(page).toHaveURL(/\/DataEditor$/u);
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(name);
  await expect(page.getByText(`${name.replaceAll(' ', '-')}_Maintenance-Report_`)).toBeVisible();
  await choosePhotos(page, photos, 1_200, 900);
  await expect(page.getByText('Preparing…')).toHaveCount(0);
}

/** Finishes the open visit: it is saved, or waits on the device for a connection. */
export async function finish(page: Page): Promise<void> {
  await press(page, 'Add Task');
  await press(page, 'Update');
}

/** Checks the new visits of a site as the office sees them: their photos, and the signed form. */
export async function expectVisits(page: Page, { ids, session }: Field, index: number, name: string, photos: number) {
  const id = ids[index] ?? 0;
  const visits = (await tasksOf(page, id, session)).filter(({ title }) => title !== 'Last visit');
  expect(visits.map(({ title, urls }) => [title, urls.length])).toEqual([['Preventive maintenance', photos]]);
  const [{ tasks, urls, pdf } = { tasks: '', urls: [], pdf: '' }] = visits;
  expect(tasks).toBe(`All 6 checks passed.\nConclusion, Gate of ${name}: In order at ${name}`);
  // each photo with its small rendition, and no file twice
  expect(await filesOf(page, id, session)).toHaveLength(1 + 2 * photos + 1);
  expect(new Set(urls).size).toBe(photos);
  const report = await readPdf(await fileOf(page, pdf.split('/').slice(-3).join('/')));
  const text = report.pages.map((reportPage) => reportPage.text).join('\n');
  for (const part of [name, client(name), `In order at ${name}`]) expect(text).toContain(part);
}
