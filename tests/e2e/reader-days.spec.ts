import { expect } from '@playwright/test';
import { test } from './add-task-support.ts';
import { englishLeft, englishLines, recordsOf } from './english-left.ts';
import { addField, client, finish, loadScreenCode, loseSignal, visit, waitingVisits } from './field-day.ts';
import { savedBy } from './report-support.ts';
import { bodyRows, counted, table } from './service-history-support.ts';
import { keys, logIn, submitKey } from './support.ts';

// The whole day of a reader of another language. The tests name things in English, and the page finds them by their messages in
// that language.

for (const language of ['ms', 'zh'] as const)
  test.describe(language, () => {
    test.use({ language });

    test('a client reads the score, searches the history and makes the report of a year without an English word', async ({
      page,
    }) => {
      const records = await recordsOf(page);
      const expectNoEnglish = async () => expect(await englishLeft(page, language, records)).toEqual([]);
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`, 'u'));
      await expectNoEnglish();
      await submitKey(page, 'NOT-A-KEY');
      await expect(page.getByText('Invalid token', { exact: true })).toBeVisible();
      await expectNoEnglish();
      await submitKey(page, keys.selasih);
      await expect(page).toHaveURL(/\/welcome$/u);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('System Online')).toBeVisible();
      await expect(page.getByText(/visits? kept/u).first()).toBeVisible();
      await expectNoEnglish();

      await page.getByRole('combobox', { name: 'Year' }).selectOption('2025');
      const { name, read } = await savedBy(page, () => page.getByRole('button', { name: 'Year report' }).click());
      expect(name).toMatch(/^Selasih-Park_.*2025\.pdf$/u);
      expect(englishLines(read, language, records)).toEqual([]);
      expect(read.info.title).toContain('Residensi Selasih Park');
      await expectNoEnglish();

      await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Service History' }).click();
      await expect(counted(page, /^\d+ visits$/u)).toBeVisible();
      await expectNoEnglish();
      await page.getByRole('searchbox').fill('palang');
      await expect(table(page).locator('mark').first()).toHaveText(/palang/iu);
      await expectNoEnglish();
      await bodyRows(page).first().getByRole('rowheader').getByRole('button').click();
      await expect(page.getByRole('dialog', { name: 'Visit details' })).toBeVisible();
      await expectNoEnglish();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('zzzz');
      await expect(bodyRows(page)).toHaveCount(0);
      expect((await englishLeft(page, language, records)).filter((text) => !text.includes('zzzz'))).toEqual([]);

      await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Stats' }).click();
      await expect(
        page.getByRole('heading', { level: 1, name: 'Car Post Failure Analytics', exact: true }),
      ).toBeVisible();
      await expect(page.getByRole('table').first()).toBeVisible();
      await expectNoEnglish();
      await page.getByRole('button', { name: 'End Session' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByLabel('Secret Key')).toBeVisible();
      await expectNoEnglish();
    });

    test.describe('in the field', () => {
      test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });
      test('a technician signs the form, attaches it to a visit without a connection, and gets it saved, without an English word', async ({
        page,
        context,
      }) => {
        const name = `Angsana ${language}`;
        const field = await addField(page, [name, `Bayu ${language}`], [0, 0]);
        await logIn(page, field.key, '/DataEditor/my-sites');
        const records = [...(await recordsOf(page)), client(name), `In order at ${name}`, 'Ali'];
        const expectNoEnglish = async () => expect(await englishLeft(page, language, records)).toEqual([]);
        await expectNoEnglish();
        await page.getByRole('button', { name: 'Keep all my sites for offline' }).click();
        await expect(
          page.getByRole('region', { name: 'Offline' }).getByText(/sites? (?:is|are) on this device with/u),
        ).toBeVisible();
        await expectNoEnglish();
        await loadScreenCode(page);
        await loseSignal(context, page);
        await visit(page, name, 1);
        await expectNoEnglish();
        await finish(page);
        await expect(waitingVisits(page)).toHaveCount(1);
        await expectNoEnglish();
        await context.setOffline(false);
        await expect(page.getByText(/: saved\.$/u)).toBeVisible();
        await expectNoEnglish();
      });
    });
  });
