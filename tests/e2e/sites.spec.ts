import { expect, type Page } from '@playwright/test';
import { addSite, patch } from './sites.ts';
import { anotherPage, keys, logIn, rpc, test } from './support.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Data updated successfully!').first()).toBeVisible();
  await expect(page.getByText('Everything is saved.')).toBeVisible();
}

test('two admins edit a site at once, nothing of either is lost, and the client reads it', async ({
  page,
  browser,
}) => {
  const name = 'Merbau Gardens';
  const { id, session } = await addSite(page, name);
  const changeElsewhere = (values: object) => patch(page, session, `maintable?id=eq.${id}`, values);
  const { key } = await rpc<{ key: string }>(page, 'issue_key', { role: 'user', label: name, site_id: id }, session);
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // an unfinished date is not saved as no date
  await field(page, 'Contract End Date').press('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Finish the date, or empty the field.')).toBeVisible();
  await field(page, 'Contract End Date').fill('2027-12-31');

  // Back asks before leaving, and nothing is lost
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await field(page, 'Capacity').fill('1 vehicle');
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/site=Merbau/);
  await expect(field(page, 'Capacity')).toHaveValue('1 vehicle');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(field(page, 'Capacity')).toHaveValue('');

  await field(page, 'Person In-charge').fill('012-345 6789');
  await field(page, 'Capacity').fill('300 vehicles');
  await changeElsewhere({ address: '7 Jalan Merbau' });
  await save(page);
  await expect(field(page, 'Address')).toHaveValue('7 Jalan Merbau');

  await field(page, 'Gate Numbers').fill('20');
  await field(page, 'RFID Reader Units').fill('47');
  await changeElsewhere({ gate_numbers: '31', rfid_unit: '60' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved this site first' });
  await dialog.getByRole('radio', { name: 'Gate Numbers, theirs: 31' }).check();
  await dialog.getByRole('radio', { name: 'RFID Reader Units, yours: 47' }).check();
  await dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect(page.getByText('Everything is saved.')).toBeVisible();

  const client = await anotherPage(browser);
  await logIn(client, key);
  const details = client.getByLabel('Site details');
  for (const value of ['0123456789', '300 vehicles', '7 Jalan Merbau', '31', '47'])
    await expect(details.getByText(value, { exact: true })).toBeVisible();
  await client.context().close();
});
