import { expect } from '@playwright/test';
import { countWork, takeWork } from './counting.ts';
import { addSite } from './sites.ts';
import { anotherPage, keys, logIn, rpc, submitKey, test } from './support.ts';
import { expectWellMade } from './well-made.ts';

test('the office adds two contacts and a note; the client sees the contacts only, and the technician calls one', async ({
  page,
  browser,
}) => {
  // three people one after another, each with a page that is checked
  test.slow();
  const { id, session } = await addSite(page, 'Contact Court', {
    status: true,
    jmb_name: 'Pn. Noraini Ismail',
    person_in_charge: 123_456_789,
    tasks2024: [],
  });
  const issue = (keyOptions: object) =>
    rpc<{ key: string }>(page, 'issue_key', { label: 'Contacts', ...keyOptions }, session);
  const client = await issue({ role: 'user', site_id: id });
  const technician = await issue({ role: 'technician', site_ids: [id] });

  await countWork(page);
  await logIn(page, keys.admin, '/DataEditor/sites?site=Contact+Court');
  const contacts = page.getByRole('group', { name: 'More contacts' });
  await expect(contacts.getByText('No further contacts yet.')).toBeVisible();
  await takeWork(page);
  await contacts.getByRole('button', { name: 'Add a contact' }).click();
  // the first field has the focus
  await page.keyboard.type('Mr Lim');
  await contacts.getByLabel('Role').fill('Managing agent');
  await contacts.getByLabel('Telephone number').fill('+65 8123 4567');
  await contacts.getByLabel('Email address').fill('lim@agent.example');
  await contacts.getByRole('button', { name: 'Save' }).click();
  await expect(contacts.getByRole('link', { name: '+65 81234567' })).toBeVisible();
  await expect(contacts.getByRole('link', { name: 'lim@agent.example' })).toHaveAttribute(
    'href',
    'mailto:lim@agent.example',
  );
  // four fields, and the buttons that open and save them
  expect(await takeWork(page)).toEqual({ presses: 2, fields: 4, tabs: 0 });
  await contacts.getByRole('button', { name: 'Add a contact' }).click();
  await page.keyboard.type('Guard house');
  await contacts.getByLabel('Telephone number').fill('03-2345 6789');
  await page.keyboard.press('Enter');
  await expect(contacts.getByRole('link', { name: '0323456789' })).toBeVisible();
  expect(await takeWork(page)).toEqual({ presses: 1, fields: 2, tabs: 0 });

  const notes = page.getByRole('group', { name: 'Office notes' });
  await notes.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Pays late: call accounts first.');
  // the input survives a reload
  await page.reload();
  await expect(notes.getByRole('textbox', { name: 'Note' })).toHaveValue('Pays late: call accounts first.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await expect(notes.getByRole('article')).toContainText('Pays late: call accounts first.');
  await expect(notes.getByRole('article')).toContainText('head office (demo)');
  // otherwise the bar of the portal would cover the tabs
  await page.evaluate(() => scrollTo(0, 0));
  await expectWellMade(page);

  await page.goto('/profile?site=Contact+Court');
  await page.getByRole('button', { name: 'Office notes' }).click();
  await expect(page.getByRole('dialog').getByText('Pays late: call accounts first.')).toBeVisible();

  const clientPage = await anotherPage(browser, { viewport: { width: 360, height: 740 } });
  await logIn(clientPage, client.key, '/profile');
  const moreContacts = clientPage.locator('dl[aria-label="More contacts"]');
  await expect(moreContacts.getByText('Mr Lim')).toBeVisible();
  await expect(moreContacts.getByRole('link', { name: '+65 81234567' })).toHaveAttribute('href', 'tel:+6581234567');
  await expect(moreContacts.getByText('Guard house')).toBeVisible();
  await expect(clientPage.getByText('Office notes')).toHaveCount(0);
  await expect(clientPage.getByText('Pays late')).toHaveCount(0);
  await expectWellMade(clientPage);
  await clientPage.context().close();

  const fieldPage = await anotherPage(browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
  await countWork(fieldPage);
  await fieldPage.goto('/');
  await submitKey(fieldPage, technician.key);
  const card = fieldPage.getByRole('article', { name: 'Contact Court' });
  const call = card.getByRole('link', { name: '0323456789' });
  await expect(call).toHaveAttribute('href', 'tel:0323456789');
  await takeWork(fieldPage);
  await call.click();
  expect(await takeWork(fieldPage)).toEqual({ presses: 1, fields: 0, tabs: 0 });
  await expect(fieldPage.getByText('Pays late')).toHaveCount(0);
  await fieldPage.context().close();
});
