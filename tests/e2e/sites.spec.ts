import { expect, type Page } from '@playwright/test';
import { adminSession, freeName } from './sites.ts';
import { anotherPage, keys, logIn, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

async function openSite(page: Page, name: string): Promise<void> {
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Adds a site of the test's own, so that it disturbs no other. */
async function addSite(page: Page, name: string): Promise<void> {
  await freeName(page, await adminSession(page), name);
  await logIn(page, keys.admin);
  await page.getByRole('link', { name: 'Sites', exact: true }).click();
  await page.getByRole('button', { name: 'Add a site' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add site' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Data updated successfully!').first()).toBeVisible();
  await expect(page.getByText('All is saved.')).toBeVisible();
}

test('what an admin changes is on the profile of the client', async ({ page, browser }) => {
  await openSite(page, 'Menara Kayangan');
  await field(page, 'Person In-charge').fill('012-345 6789');
  await field(page, 'Capacity').fill('640 vehicles');
  await save(page);

  const client = await anotherPage(browser);
  await logIn(client, keys.kayangan);
  await expect(client.getByText('0123456789')).toBeVisible();
  await expect(client.getByText('640 vehicles')).toBeVisible();
  await client.context().close();

  await field(page, 'Person In-charge').fill('');
  await field(page, 'Capacity').fill('');
  await save(page);
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(page.getByText('Not assigned')).toHaveCount(2);
});

test('a site of one is added, its name is taken, and it is found by search', async ({ page }) => {
  await addSite(page, 'Bayu Court');
  await expect(page.getByRole('link', { name: 'Issue an access key for it' })).toHaveAttribute(
    'href',
    '/DataEditor/keys?site=Bayu+Court',
  );
  await field(page, 'Contract End Date').fill('2027-12-31');
  await field(page, 'Building Type').fill('office tower');
  await save(page);
  await page.getByRole('link', { name: 'All sites' }).click();
  await page.getByLabel('Search by name or address').fill('bayu');
  await expect(page.getByRole('row').nth(1)).toContainText('31 December 2027');
  await page.getByRole('button', { name: 'Add a site' }).click();
  await field(page, 'Name').fill('Bayu Court');
  await page.getByRole('button', { name: 'Add site' }).click();
  await expect(page.getByText('Another site has this name. Names are unique.')).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
});

test('a name that somebody took a moment ago is refused beside the field', async ({ page, browser }) => {
  await logIn(page, keys.admin, '/DataEditor/sites?add=true');
  await field(page, 'Name').fill('Teratai Mews');
  const other = await anotherPage(browser);
  await addSite(other, 'Teratai Mews');
  await other.context().close();
  // the database's own words; only its status is another, because a browser reports a 409 as an error of the page
  await page.route(
    '**/rest/v1/maintable*',
    async (route) => {
      const response = await route.fetch();
      expect(response.status()).toBe(409);
      await route.fulfill({ response, status: 400 });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Add site' }).click();
  await expect(page.getByText('Another site has this name. Names are unique.')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Teratai Mews');
});

test('two admins lose nothing of each other, and choose where they met', async ({ page, browser }) => {
  await addSite(page, 'Merbau Gardens');
  const other = await anotherPage(browser);
  await openSite(other, 'Merbau Gardens');

  await field(page, 'Capacity').fill('300 vehicles');
  await field(other, 'Address').fill('7 Jalan Merbau');
  await save(other);
  await save(page);
  await expect(field(page, 'Address')).toHaveValue('7 Jalan Merbau');

  await field(page, 'Gate Numbers').fill('2');
  await field(page, 'RFID Reader Units').fill('4');
  await field(other, 'Gate Numbers').fill('3');
  await field(other, 'RFID Reader Units').fill('6');
  await save(other);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved this site first' });
  await dialog.getByRole('radio', { name: 'Gate Numbers, theirs: 3' }).check();
  await dialog.getByRole('radio', { name: 'RFID Reader Units, yours: 4' }).check();
  await expectWellMade(page);
  await dialog.getByRole('button', { name: 'Save choice' }).click();
  await expect(page.getByText('All is saved.')).toBeVisible();
  await other.reload();
  await expect(field(other, 'Gate Numbers')).toHaveValue('3');
  await expect(field(other, 'RFID Reader Units')).toHaveValue('4');
  await expect(field(other, 'Capacity')).toHaveValue('300 vehicles');
  await other.context().close();
});

test('leaving with unsaved changes asks, by a link and within the page', async ({ page }) => {
  await openSite(page, 'Kingfisher Rise');
  await field(page, 'Capacity').fill('1 vehicle');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const link of ['Guide', 'All sites']) {
    await page.getByRole('link', { name: link }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(field(page, 'Capacity')).toHaveValue('1 vehicle');
  }
  await page.getByRole('link', { name: 'All sites' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.getByRole('link', { name: 'Kingfisher Rise' }).click();
  await expect(field(page, 'Capacity')).toHaveValue('486 vehicles');
});

test('leaving with unsaved changes by Back asks', async ({ page }) => {
  await openSite(page, 'Kingfisher Rise');
  await field(page, 'Capacity').fill('1 vehicle');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/site=Kingfisher/);
  await expect(field(page, 'Capacity')).toHaveValue('1 vehicle');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('half a date is not saved as none', async ({ page }) => {
  await addSite(page, 'Cempaka Court');
  await field(page, 'Contract End Date').press('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Finish the date, or empty the field.')).toBeVisible();
});

test('the form is well made with something to correct', async ({ page }) => {
  await logIn(page, keys.admin, '/DataEditor/sites?site=Selasih+Park');
  await field(page, 'Gate Numbers').fill('4.5');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Use a whole number, 0 or more.')).toBeVisible();
  await expectWellMade(page);
});
