import { expect } from '@playwright/test';
import { keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

const archive = {
  name: 'firmware-2.4.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from('PK\u0003\u0004 and more'),
};

test('a file is wanted, what is no archive is refused, a name is told, and nothing leaves the device', async ({
  page,
}) => {
  await logIn(page, keys.admin);
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Update ZIP' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Update ZIP' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please select a file before uploading.');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByLabel('Choose a .zip file').setInputFiles({ ...archive, name: `${'long-name-'.repeat(12)}.zip` });
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Choose another .zip file').setInputFiles({ ...archive, name: 'photo.jpg' });
  await expect(page.getByRole('alert')).toContainText('“photo.jpg” is not a .zip file.');
  await expectWellMade(page);

  await page.getByLabel('Choose another .zip file').setInputFiles(archive);
  await expect(page.getByText('firmware-2.4.zip')).toBeVisible();
  await page.getByRole('button', { name: 'Upload' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Selected file: firmware-2.4.zip' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toHaveCount(0);
  expect(sent).toEqual([]);
});
