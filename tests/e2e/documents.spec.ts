import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { loseSignal } from './field-day.ts';
import { addSite } from './sites.ts';
import { anotherPage, keys, logIn, longJob, rpc, test } from './support.ts';

const pdf = await readFile(join(import.meta.dirname, '../support/files/plain.pdf'));
const files = ['AMC_contract_2026.pdf', 'Lane drawing.pdf', 'Handbook.pdf'].map((name) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf,
}));

// three people, on a busy machine
test.describe.configure({ timeout: 180_000 });

const documents = (page: Page) => page.getByRole('region', { name: 'Documents' });

test('the office files three documents, the client sees its handbook, and the technician opens a drawing offline', async ({
  page,
  browser,
}) => {
  const site = 'Paper Court';
  const { id, session } = await addSite(page, site, { sitename: 'Residensi Paper Court', status: true });
  const issue = async (role: string, values: object) =>
    (await rpc<{ key: string }>(page, 'issue_key', { role, label: `${role} of ${site}`, ...values }, session)).key;
  const clientKey = await issue('user', { site_id: id });
  const technicianKey = await issue('technician', { site_ids: [id] });

  await countWork(page);
  await logIn(page, keys.admin, '/profile?site=Paper+Court');
  await expect(documents(page).getByText('No documents of this site have been filed for you.')).toBeVisible();
  await takeWork(page);
  await documents(page).getByRole('link', { name: 'File and change documents' }).click();
  await documents(page).getByLabel('Choose PDFs').setInputFiles(files);
  const chosenFiles = documents(page).getByRole('list', { name: 'Chosen documents' }).getByRole('listitem');
  await expect(chosenFiles.getByText('Uploaded')).toHaveCount(3);
  await expect(chosenFiles.first().getByLabel('Title')).toHaveValue('AMC contract 2026');
  await chosenFiles.first().getByLabel('Who sees it').selectOption('The office only');
  await chosenFiles.last().getByLabel('Who sees it').selectOption('The client too');
  await documents(page).getByRole('button', { name: 'File 3 documents' }).click();
  await expect(page.getByText('3 documents filed.')).toBeVisible();
  // the presses are the link of the profile and File; Choose PDFs opens a dialog of the system, which is not counted
  expect(await takeWork(page)).toEqual({ presses: 2, fields: 2, tabs: 0 });
  await expect(documents(page).getByRole('listitem')).toHaveCount(3);

  const client = await anotherPage(browser);
  await logIn(client, clientKey, '/profile');
  await expect(documents(client).getByRole('listitem')).toHaveCount(1);
  await documents(client).getByRole('button', { name: 'Handbook' }).click();
  const handbookDialog = client.getByRole('dialog', { name: 'Handbook' });
  await expect(handbookDialog.getByRole('img', { name: 'Page 1' })).toBeVisible();
  await expect(handbookDialog.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await client.context().close();

  const technician = await anotherPage(browser);
  // As in browsers with a PDF viewer: the portal's own viewer is code that the service worker stores, and these tests run without
  // it.
  await technician.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true }),
  );
  await logIn(technician, technicianKey, '/DataEditor/my-sites');
  await technician.getByRole('button', { name: 'Keep my site for offline' }).click();
  await expect(technician.getByText(/^Your site is on this device/u)).toBeVisible(longJob);
  const list = technician.getByRole('dialog', { name: `Documents of ${site}` });
  const openList = async () => {
    await technician.getByRole('button', { name: /^More/u }).click();
    await technician.getByRole('menuitem', { name: 'Documents' }).click();
  };
  await openList();
  await list.getByRole('button', { name: 'Close' }).last().click();
  await loseSignal(technician.context(), technician);
  await openList();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await list.getByRole('button', { name: 'Lane drawing' }).click();
  const drawing = technician.getByRole('dialog', { name: 'Lane drawing' });
  await expect(drawing.locator('iframe')).toHaveAttribute('src', /^blob:/u);
  await technician.context().close();
});
