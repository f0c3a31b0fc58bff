import { keys, logIn, rpc, test } from './support.ts';
test('look', async ({ page }) => {
  await logIn(page, keys.admin);
  const session = await page.evaluate(() => /[0-9a-f]{64}/.exec(JSON.stringify(sessionStorage))?.[0]);
  await rpc(page, 'issue_key', { role: 'user', label: 'Maintenance office of the third tower, night shift', site_id: 1, expires_at: '2027-09-26T23:59:59+08:00' }, session);
  await rpc(page, 'issue_key', { role: 'admin', label: 'Second admin', expires_at: '2027-12-30T23:59:59+08:00' }, session);
  await page.goto('/DataEditor/keys');
  await page.getByRole('table').waitFor();
  for (const width of [360, 1000, 1024, 1100, 1200, 1240, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('table')?.offsetWidth, document.querySelector('table')?.parentElement?.offsetWidth, ...Array.from(document.querySelectorAll('thead th'), (one) => (one as HTMLElement).offsetWidth)]);
    console.log(width, over.join(' '));
    await page.screenshot({ path: `/tmp/r4/keys-${width}.png`, fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Issue a key' }).click();
  await page.getByRole('dialog').getByLabel('Site', { exact: true }).selectOption({ label: 'Selasih Park' });
  await page.getByRole('dialog').getByLabel('Label').fill('Look');
  await page.keyboard.press('Enter');
  await page.getByRole('code').waitFor();
  await page.screenshot({ path: '/tmp/r4/new.png' });
  await page.keyboard.press('Escape');
  await page.screenshot({ path: '/tmp/r4/ask.png' });
});
